#include "lab/life/targets.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

std::string targetsProblem(const std::string& toml) {
    const auto set = parseTargets(toml, "mine.toml");
    return set ? "" : set.problem().text;
}

}  // namespace

TEST_CASE("a verdict follows from the interval and its width", "[lab][life]") {
    const Interval closed{2.0, 4.0};
    for (const auto& [value, verdict] :
         {std::pair{2.0, Verdict::within}, std::pair{4.0, Verdict::within}, std::pair{1.9, Verdict::near},
          std::pair{0.0, Verdict::near}, std::pair{6.0, Verdict::near}, std::pair{-0.1, Verdict::outside},
          std::pair{6.1, Verdict::outside},
          std::pair{std::numeric_limits<double>::quiet_NaN(), Verdict::outside},
          std::pair{std::numeric_limits<double>::infinity(), Verdict::outside}}) {
        CAPTURE(value);
        CHECK(verdictOf(value, closed) == verdict);
    }
    // Open on one side: no width, so nothing is near.
    CHECK(verdictOf(std::numeric_limits<double>::infinity(), {.min = 2.0, .max = {}}) == Verdict::outside);
    CHECK(verdictOf(1e9, {.min = 2.0, .max = {}}) == Verdict::within);
    CHECK(verdictOf(1.999, {.min = 2.0, .max = {}}) == Verdict::outside);
    CHECK(verdictOf(-1e9, {.min = {}, .max = 2.0}) == Verdict::within);
    CHECK(verdictOf(2.001, {.min = {}, .max = 2.0}) == Verdict::outside);
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
