#include "ui/explore/sweep_map.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "ui/explore/sweep_runs_trial.hpp"
#include "ui/panel_harness.hpp"

namespace shoal::test {

namespace {

constexpr double kTiny = 1e-12;

}  // namespace

TEST_CASE("a cell of a sweep's map is the mean over its seeds with their standard error", "[ui][sweep]") {
    auto runs = trialGrid({1, 2, 4}, {5, 6});
    std::swap(runs[0], runs[17]);  // in any order, as parts of a sweep may be joined
    const auto sweep = sweepFrom(builtinScene("zones"), runs);
    const SweepMap map(*sweep, 0, 1);
    CHECK(map.width() == 3);
    CHECK(map.height() == 2);
    const SweepMap::Cell& cell = map.at(2, 1);
    CHECK(cell.runs == 3);
    CHECK(cell.across == 4.0);
    CHECK(cell.up == 6.0);
    // 0.4, 0.5 and 0.6: standard deviation 0.1, over √3.
    CHECK(cell.means[0].mean == approx(0.5));
    CHECK(cell.means[0].error == approx(0.1 / std::sqrt(3.0)));
    CHECK(cell.means[1].mean == approx(0.3));
    CHECK(std::abs(cell.means[1].error) < kTiny);

    // Over one key, cells average over the other one as well.
    const SweepMap row(*sweep, 1, std::nullopt);
    CHECK(row.width() == 2);
    CHECK(row.height() == 1);
    CHECK(row.at(0, 0).runs == 9);
    CHECK(row.at(0, 0).means[0].mean == approx((0.1 + 0.2 + 0.4) / 3.0 + 0.1));
}

TEST_CASE("a single run has the error of its mean over time, and undefined values do not count",
          "[ui][sweep]") {
    const auto sweep =
        sweepFrom(builtinScene("zones"),
                  {{1, 5, 0.5, 0}, {1, 5, std::nan(""), 0}, {2, 5, std::nan(""), 0}, {2, 6, 0.25, 0}});
    const SweepMap map(*sweep, 0, 1);
    CHECK(map.at(0, 0).runs == 2);
    CHECK(map.at(0, 0).means[0].count == 1);
    CHECK(map.at(0, 0).means[0].mean == 0.5);
    CHECK(map.at(0, 0).means[0].error == 0.125);
    CHECK(map.at(1, 0).runs == 1);
    CHECK(map.at(1, 0).means[0].count == 0);
    CHECK(map.at(0, 1).runs == 0);
    CHECK(map.at(0, 1).means.empty());
    const SweepMap::Range range = map.range(*sweep, 2, false);
    CHECK(range.low == 2.5);
    CHECK(range.high == 5.0);
    CHECK(map.range(*sweep, 2, true).low == approx(2.375));
    CHECK(map.range(*sweep, 0, false).high == 1.0);  // polarisation: always 0 .. 1
}

TEST_CASE("a setting lies at the middle of its value's cell and between two cells in proportion",
          "[ui][sweep]") {
    const Scene scene = builtinScene("zones");
    const SweepAxisCells axis(keyFrom(scene, "zones.orientation", {1, 2, 4, 8}), 20);
    CHECK(axis.count() == 4);
    CHECK(*axis.placeOf(1.0) == approx(0.125));
    CHECK(*axis.placeOf(8.0) == approx(0.875));
    CHECK(*axis.placeOf(static_cast<double>(2.0000001f)) == approx(0.375));
    CHECK(*axis.placeOf(3.0) == approx(0.5));
    CHECK_FALSE(axis.placeOf(0.9));
    CHECK_FALSE(axis.placeOf(8.1));
    const SweepAxisCells choices(keyFrom(scene, "perception.kind", {0, 2}), 20);
    CHECK(*choices.placeOf(2.0) == approx(0.75));
    CHECK_FALSE(choices.placeOf(1.0));
}

TEST_CASE("many values of a key become ranges, and a cell's setting is that of one of its runs",
          "[ui][sweep]") {
    const Scene scene = builtinScene("zones");
    std::vector<TrialRun> runs;
    for (int k = 0; k < 200; ++k) {
        runs.push_back({1.0 + 0.04 * k, std::pow(10.0, 0.01 * k), 0.5, 0.5});
    }
    const auto sweep = sweepFrom(scene, runs);
    const SweepMap map(*sweep, 0, 1);
    CHECK(map.width() == 10);
    CHECK(map.across().areRanges());
    CHECK(map.across().low(0) == 1.0);
    CHECK(map.across().high(9) == approx(8.96));
    CHECK(map.across().low(5) == approx(4.98));
    CHECK(map.up()->high(4) == approx(std::pow(10.0, 0.995)));  // equal ratios
    std::size_t counted = 0;
    for (std::size_t x = 0; x < map.width(); ++x) {
        for (std::size_t y = 0; y < map.height(); ++y) {
            const SweepMap::Cell& cell = map.at(x, y);
            counted += cell.runs;
            if (cell.runs == 0) {
                continue;
            }
            const auto run = std::ranges::find(runs, cell.across, &TrialRun::orientation);
            REQUIRE(run != runs.end());
            CHECK(run->attraction == cell.up);
            CHECK((cell.across >= map.across().low(x) && cell.across <= map.across().high(x)));
        }
    }
    CHECK(counted == 200);
}

}  // namespace shoal::test
