#include "lab/life/targets.hpp"

#include <limits>

#include <fmt/format.h>

using namespace shoal;
using namespace shoal::test;

namespace {

std::string targetsProblem(const std::string& toml) {
    const auto set = parseTargets(toml, "mine.toml");
    return set ? "" : set.problem().text;
}

std::string rangeText(const Interval& interval) {
    return interval.min && interval.max ? fmt::format("{:.4g} to {:.4g}", *interval.min, *interval.max)
           : interval.min               ? fmt::format("at least {:.4g}", *interval.min)
                                        : fmt::format("at most {:.4g}", *interval.max);
}

/// Returns the cells of a table's row in Markdown, "| one | two |".
std::vector<std::string> cellsOf(const std::string& row) {
    std::vector<std::string> cells;
    std::istringstream parts(row);
    for (std::string part; std::getline(parts, part, '|');) {
        const std::size_t first = part.find_first_not_of(' ');
        cells.push_back(
            first == std::string::npos ? "" : part.substr(first, part.find_last_not_of(' ') + 1 - first));
    }
    cells.erase(cells.begin());  // before the first bar
    return cells;
}

}  // namespace

TEST_CASE("a verdict follows from the interval, its width and the measure's bounds", "[lab][life]") {
    constexpr double kEndless = std::numeric_limits<double>::infinity();
    constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
    struct Row {
        Interval interval;
        double bound;
        std::vector<double> within;
        std::vector<double> near;
        std::vector<double> outside;
    };
    for (const Row& row : {
             // Half the width, and a quarter of the way to 0.
             Row{{2.0, 4.0}, 0.0, {2.0, 4.0}, {1.9, 1.5, 5.0}, {1.49, 0.0, -2.0, 5.01, kNoNumber, kEndless}},
             Row{{10.0, 11.0}, 0.0, {10.5}, {9.5, 11.5}, {9.4, 11.6}},
             // Wide beside its ends, such as that of the seventh neighbours: neither none nor all is near.
             Row{{0.1, 0.6}, 1.0, {0.1, 0.6}, {0.08, 0.7}, {0.003, 0.0, 0.71, 1.0}},
             Row{{0.93, 0.99}, 1.0, {0.95}, {0.92, 0.992}, {0.91, 1.0}},
             Row{{-1.0, 1.0}, 0.0, {0.0}, {1.2, -1.2}, {1.3, -1.3}},
             // Open on one side: no width, so nothing is near.
             Row{{2.0, {}}, 0.0, {2.0, 1e9}, {}, {1.999, kEndless}},
             Row{{{}, 2.0}, 0.0, {2.0, -1e9}, {}, {2.001}},
         }) {
        for (const auto& [values, verdict] :
             {std::pair(&row.within, Verdict::within), std::pair(&row.near, Verdict::near),
              std::pair(&row.outside, Verdict::outside)}) {
            for (const double value : *values) {
                CAPTURE(value, row.interval.min.value_or(kNoNumber), row.interval.max.value_or(kNoNumber));
                CHECK(verdictOf(value, row.interval, row.bound) == verdict);
            }
        }
    }
}

TEST_CASE("a target divides columns and counts in body lengths", "[lab][life]") {
    const auto set = parseTargets(R"(
title = "Mine"
[[target]]
measure = "speed_deviation_m_s"
over = "speed_mean_m_s"
max = 0.2
[[target]]
title = "speed"
measure = "speed_mean_m_s"
in = "body lengths"
min = 1
max = 3
weight = 2.5
source = "a book"
[[target]]
measure = "density_1_m3"
in = "body lengths"
min = 0.5
)",
                                  "mine.toml");
    REQUIRE(set);
    REQUIRE(set->targets.size() == 3);
    std::vector<double> values(measureColumns().size(), 0.0);
    values[*columnNamed("speed_deviation_m_s")] = 0.3;
    values[*columnNamed("speed_mean_m_s")] = 2.0;
    values[*columnNamed("density_1_m3")] = 10.0;
    const Target& spread = set->targets[0];
    CHECK(spread.valueIn(values, 0.5) == approx(0.15));
    CHECK(spread.unit() == "");
    CHECK(spread.title == "speed_deviation_m_s / speed_mean_m_s");
    CHECK(spread.weight == 1.0);
    const Target& speed = set->targets[1];
    CHECK(speed.valueIn(values, 0.5) == approx(4.0));
    CHECK(speed.unit() == "BL/s");
    CHECK(speed.weight == 2.5);
    CHECK(speed.source == "a book");
    const Target& density = set->targets[2];
    CHECK(density.valueIn(values, 0.5) == approx(1.25));
    CHECK(density.unit() == "1/BL³");
    CHECK(set->kinds().size() == 2);
    values[*columnNamed("speed_mean_m_s")] = 0.0;
    CHECK(std::isnan(spread.valueIn(values, 0.5)));
}

TEST_CASE("a mistake in a file of targets is named with its place", "[lab][life]") {
    const auto target = [](const std::string& lines) { return "[[target]]\n" + lines; };
    CHECK_THAT(targetsProblem(target("measure = \"polarisaton\"\nmin = 1")), contains("mine.toml:2:11"));
    CHECK_THAT(targetsProblem(target("measure = \"polarisaton\"\nmin = 1")), contains("polarisation"));
    CHECK_THAT(targetsProblem(target("min = 1")), contains("measure is missing"));
    CHECK_THAT(targetsProblem(target("measure = \"milling\"")), contains("at least one"));
    CHECK_THAT(targetsProblem(target("measure = \"milling\"\nmin = 2\nmax = 1")),
               contains("min is above max"));
    CHECK_THAT(targetsProblem(target("measure = \"milling\"\nmin = \"a\"")), contains("expected a number"));
    CHECK_THAT(targetsProblem(target("measure = \"milling\"\nmin = nan")), contains("mine.toml:3"));
    CHECK_THAT(targetsProblem(target("measure = \"milling\"\nmin = 1\nweight = -1")), contains("weight"));
    CHECK_THAT(targetsProblem(target("measure = \"milling\"\nmin = 1\nin = \"feet\"")),
               contains("body lengths"));
    CHECK_THAT(targetsProblem(target("measure = \"milling\"\nmni = 1")), contains("\"mni\""));
    CHECK_THAT(targetsProblem(target("measure = \"\"\nmin = 1")), contains("mine.toml:2:11"));
    CHECK_THAT(targetsProblem(target("measure = \"milling\"\nover = \"\"\nmin = 1")), contains("no measure"));
    CHECK_THAT(targetsProblem(target("measure = \"milling\"\nmin = 1\nin = \"body lengths\"")),
               contains("no length"));
    CHECK_THAT(targetsProblem(target("measure = \"milling\"\nmin = 1\ntitle = \"a\\nb\"")),
               contains("line breaks"));
    for (const std::string nothing :
         {"measure = \"milling\"\nmin = 0\nmax = 1", "measure = \"milling\"\nmax = 1",
          "measure = \"speed_mean_m_s\"\nmin = 0"}) {
        CHECK_THAT(targetsProblem(target(nothing)), contains("mine.toml:1") && contains("nothing can miss"));
    }
    for (const std::string never :
         {"measure = \"milling\"\nmin = 1.5", "measure = \"speed_mean_m_s\"\nmax = -1"}) {
        CHECK_THAT(targetsProblem(target(never)), contains("mine.toml:1") && contains("nothing can meet"));
    }
    CHECK_THAT(targetsProblem("title = \"nothing\""), contains("no [[target]]"));
    CHECK_THAT(targetsProblem("target = 3"), contains("[[target]]"));
    CHECK_THAT(targetsProblem("target = [3]"), contains("[[target]]"));
    CHECK(!openTargets("starlin"));
    CHECK_THAT(openTargets("starlin").problem().text, contains("\"starling\""));
    CHECK(!openTargets("none/such.toml"));
}

TEST_CASE("all built-in targets open, and each figure names its source", "[lab][life]") {
    REQUIRE(targetNames().size() >= 3);
    for (const std::string& name : targetNames()) {
        CAPTURE(name);
        const auto set = openTargets(name);
        REQUIRE(set);
        CHECK(!set->title.empty());
        for (const Target& target : set->targets) {
            CAPTURE(target.title);
            CHECK(!target.source.empty());
        }
    }
}

TEST_CASE("flocks of starlings that are known to be wrong are outside", "[lab][life]") {
    const auto set = openTargets("starling");
    REQUIRE(set);
    for (const auto& [measure, value] : {
             std::pair("anisotropy_7", 0.003),   // a crystal ahead
             std::pair("climb", 0.012),          // dead level
             std::pair("border_spacing", 0.99),  // no denser at the border
             std::pair("mixing_exponent", 2.0),  // straight paths
             std::pair("mutual_mixing_exponent", 2.0),
             std::pair("neighbour_overlap", 1.0),  // a rigid flock
             std::pair("polarisation", 1.0),
         }) {
        CAPTURE(measure);
        const auto target = std::ranges::find(set->targets, *columnNamed(measure), &Target::column);
        REQUIRE(target != set->targets.end());
        CHECK(verdictOf(value, target->interval, target->bound()) == Verdict::outside);
    }
}

TEST_CASE("the manual's table of real birds has the built-in ranges, and the verdicts of its own figures",
          "[lab][life][manual]") {
    std::ifstream page(std::string(SHOAL_SOURCE_FOLDER) + "/assets/manual/real-birds.md");
    std::map<std::string, std::vector<std::string>> rows;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("| ")) {
            const auto cells = cellsOf(line);
            rows[cells[0]] = cells;
        }
    }
    const auto set = openTargets("starling");
    REQUIRE(set);
    CHECK(rows.size() == set->targets.size() + 1);  // the head
    for (const Target& target : set->targets) {
        CAPTURE(target.title);
        REQUIRE(rows.contains(target.title));
        const std::vector<std::string>& cells = rows[target.title];
        REQUIRE(cells.size() == 8);
        CHECK_THAT(cells[1] + " ", startsWith(rangeText(target.interval) + " "));
        for (const std::size_t measured : {2, 5}) {
            // "0.986 ± 0.0004"
            const bool isDefined = cells[measured] != "not defined";
            const double mean = isDefined ? std::stod(cells[measured]) : std::nan("");
            const Verdict verdict = verdictOf(mean, target.interval, target.bound());
            CHECK_THAT(cells[measured + 2], startsWith(std::string(verdictName(verdict))));
        }
    }
}

TEST_CASE("half of what the field shows at least, and twice the most, is outside", "[lab][life]") {
    for (const std::string& name : targetNames()) {
        const auto set = openTargets(name);
        REQUIRE(set);
        for (const Target& target : set->targets) {
            CAPTURE(name, target.title);
            const double bound = target.bound();
            const auto& [min, max] = target.interval;
            if (min) {
                CHECK(verdictOf(*min / 2.0, target.interval, bound) == Verdict::outside);
            }
            if (max) {
                const double twice = bound > 0.0 ? std::min(2.0 * *max, bound) : 2.0 * *max;
                CHECK(verdictOf(twice, target.interval, bound) == Verdict::outside);
            }
        }
    }
}
