// The card that compares the flock in the window with targets.

#include "viewer/measures/live_score.hpp"

#include <utility>

#include <shoal/preset.hpp>

#include "program/program_run.hpp"
#include "program/small_reef.hpp"
#include "scratch_folder.hpp"
#include "viewer/measures/measure_job.hpp"

namespace shoal::test {

namespace {

constexpr const char* kTargets = R"(
[[target]]
measure = "polarisation"
min = 0.001
max = 1
[[target]]
measure = "speed_deviation_m_s"
over = "speed_mean_m_s"
min = 0.2
max = 0.3
[[target]]
measure = "nearest_neighbour_m"
in = "body lengths"
max = 0.01
[[target]]
measure = "correlation_length_m"
over = "length_m"
min = 0.0
max = 0.9
[[target]]
measure = "mean_squared_displacement_m2"
max = 1
)";

TargetSet targets() {
    const auto set = parseTargets(kTargets, "mine.toml");
    REQUIRE(set);
    return *set;
}

/// What the viewer measures of this run.
MeasureHistory historyOf(const Scene& scene, std::uint64_t steps, std::uint64_t every) {
    auto simulation = Simulation::create(scene, {.threads = 1, .isa = {}});
    REQUIRE(simulation);
    MeasureHistory history;
    const auto all = targets().kinds();
    for (std::uint64_t step = 0;; ++step) {
        if (step % every == 0) {
            const Flock& flock = simulation->flocks()[0];
            MeasuredFlock measured(flock.now(), flock.count(), measureSpace(simulation->scene(), 0));
            history.add(sampleOf(measured, all, static_cast<double>(step) / 60.0));
        }
        if (step == steps) {
            return history;
        }
        simulation->step();
    }
}

}  // namespace

TEST_CASE("the live comparison says of the same samples what shoal check says", "[app][score]") {
    const Scene scene = smallReef(60);
    constexpr std::uint64_t kSteps = 480;  // less than kScoreSeconds
    constexpr std::uint64_t kEvery = 30;
    const auto live = scoreOf(targets(), historyOf(scene, kSteps, kEvery),
                              static_cast<double>(scene.species[0].bodyLength));
    const CheckPlan plan{.steps = kSteps, .every = kEvery, .burnIn = 0, .hasNull = false};
    const auto checked = checkTargets(scene, targets(), plan, [] { return false; });
    REQUIRE(checked);
    REQUIRE(*checked);
    REQUIRE(live.size() == (*checked)->targets.size());
    for (std::size_t index = 0; index + 1 < live.size(); ++index) {
        CAPTURE(index);
        const CheckedTarget& whole = (*checked)->targets[index];
        REQUIRE(live[index]);
        CHECK(live[index]->verdict == whole.verdict);
        CHECK(live[index]->value.samples == whole.value.samples);
        CHECK(live[index]->value.mean == approx(whole.value.mean).epsilon(1e-5));
        CHECK(live[index]->value.standardError == approx(whole.value.standardError).epsilon(1e-3));
    }
    // Of a run only.
    CHECK_FALSE(live.back());
}

TEST_CASE("a comparison covers the last ten seconds, and only samples with its measures", "[app][score]") {
    TargetSet set;
    Target order;
    order.column = columnOf("polarisation");
    order.interval = {0.8, 1.0};
    set.targets.push_back(order);
    const MeasureKind* polarisation = set.kinds().front();
    MeasureHistory history;
    for (int second = 0; second <= 25; ++second) {
        MeasureSample sample{static_cast<double>(second), {}};
        sample.put("polarisation", second < 15 ? 0.1f : 0.9f);
        sample.kinds = {polarisation};
        history.add(sample);
        history.add({static_cast<double>(second), {}});  // of other measures
    }
    const auto late = scoreOf(set, history, 1.0);
    REQUIRE(late[0]);
    CHECK(late[0]->value.mean == approx(0.9));
    CHECK(late[0]->value.samples == 11);
    CHECK(late[0]->verdict == Verdict::within);
    set.targets[0].column = columnOf("milling");
    CHECK_FALSE(scoreOf(set, history, 1.0)[0]);
}

TEST_CASE("velocities that tracks have as differences over long are not compared with the flock's own",
          "[app][score]") {
    const Scene scene = smallReef(60);
    const MeasureHistory history = historyOf(scene, 60, 30);
    TargetSet set = targets();
    for (const double seconds : {0.0, 0.04, 1.0}) {
        CAPTURE(seconds);
        for (Target& target : set.targets) {
            target.differenceSeconds = seconds;
        }
        const auto live = scoreOf(set, history, 1.0);
        CHECK(live[0].has_value() == (seconds < 1.0));  // polarisation
        CHECK(live[2].has_value());                     // distance to the nearest
    }
}

TEST_CASE("targets that could not be read are compared with once their file is repaired", "[app][score]") {
    const ScratchFolder folder;
    const std::filesystem::path file = folder.path() / "mine.toml";
    const Scene scene = smallReef(60);
    Background background;
    LiveScore score(background, folder.path());
    MeasureHistory history;
    const auto saysAt = [&](double seconds, const std::string& words) {
        history.add({seconds, {}});
        return waitUntil(
            [&] {
                score.update(true, file.string(), scene, history);
                background.drain();
                return score.input().summary.find(words) != std::string::npos;
            },
            60.0);
    };
    CHECK(saysAt(1.0, "mine.toml"));
    std::ofstream(file) << kTargets;
    CHECK(saysAt(4.0, "of 5 within"));
}

}  // namespace shoal::test
