#include "lab/sweep_row.hpp"

#include <shoal/preset.hpp>

using namespace shoal;
using namespace shoal::test;

namespace {

const std::string kHeader =
    "schema,run,sweep,preset,seed,steps,burn_in,every,zones.orientation,perception.kind,boids,hash\n";

std::string refusalOf(const std::string& text, std::uint64_t run = 1) {
    const auto row = findSweepRow(text, run, "out.csv");
    REQUIRE_FALSE(row);
    CHECK(row.problem().text.find('\n') == std::string::npos);
    return row.problem().text;
}

}  // namespace

TEST_CASE("a row of a sweep's table holds its preset, settings and seed", "[lab][sweep]") {
    std::string text = "\xEF\xBB\xBF" + kHeader + "2,4,0123,zones,2,30,0,10,1.5,metric,100,ab\n\n" +
                       "2,1,0123,\"my \"\"quoted\"\",\nname\",7,30,0,10,\"2\",nearest,100,ab\n";
    for (const bool hasCarriageReturns : {false, true}) {
        for (std::size_t at = 0; hasCarriageReturns && (at = text.find("ab\n", at)) != std::string::npos;) {
            text.replace(at, 3, "ab\r\n");
            at += 4;
        }
        const auto row = findSweepRow(text, 1, "out.csv");
        REQUIRE(row);
        CHECK(row->preset == "my \"quoted\",\nname");
        Scene scene = *openPreset("zones");
        REQUIRE(row->applyTo(scene));
        CHECK(*scene.value("zones.orientation") == approx(2.0));
        CHECK(scene.seed == 7);
        CHECK(findSweepRow(text, 4, "out.csv")->preset == "zones");
    }
}

TEST_CASE("a sweep's table may have been through a spreadsheet", "[lab][sweep]") {
    const auto row = findSweepRow(
        "\xEF\xBB\xBFsep=;\r\nschema;run;preset;seed;every;zones.orientation;boids\r\n"
        "2;0;zones;1;10;2,5;9\r\n;;;;;;\r\n2;1;zones;7;10;1,5;9\r\n",
        1, "out.csv");
    REQUIRE(row);
    Scene scene = *openPreset("zones");
    REQUIRE(row->applyTo(scene));
    CHECK(*scene.value("zones.orientation") == approx(1.5));
    CHECK(scene.seed == 7);
}

TEST_CASE("a bad table of a sweep is refused in one line with the line's number", "[lab][sweep]") {
    const std::string good = "2,0,0123,zones,1,30,0,10,1,metric,100,ab\n";
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string row = "2,1,0123,zones,1,30,0,10,1,metric,100,ab\n";
        row.replace(row.find(from), from.size(), to);
        return refusalOf(kHeader + good + row);
    };
    CHECK(with(",ab", "") == "out.csv:3: has 11 cells, but the heading has 12");
    CHECK_THAT(with("10,1,", "10,1,5,"),
               contains("has 13 cells") && contains("decimal commas need semicolons"));
    CHECK(with("2,1,", "3,1,") == "out.csv:3: schema 3, but this Shoal reads schema 2");
    CHECK(with("2,1,", "2,-1,") == "out.csv:3: run: \"-1\" is not a whole number");
    CHECK(with("metric", "\"metric") == "out.csv:3: a quote opens and never closes");
    CHECK(with("metric", "\"me\"tric") == "out.csv:3: a cell goes on after its closing quote");
    CHECK(refusalOf(kHeader + good, 9) == "out.csv: has no run 9; its last is 0");
    CHECK_THAT(refusalOf(""), contains("out.csv:1: not a table of `shoal sweep`"));
    CHECK_THAT(refusalOf("schema;run;preset\n"), contains("column \"seed\" is missing"));
    CHECK_THAT(refusalOf("x,y\n1,2\n"), contains("column \"schema\" is missing"));
    CHECK_THAT(refusalOf("shoal sweep journal 1 0123 part 1/1\n"),
               contains("the journal of an unfinished sweep"));
    CHECK_THAT(refusalOf(std::string(1'000'000, ',')), contains("has more than 10000 cells"));
    CHECK_THAT(refusalOf(std::string(1'000'000, '"')), contains("out.csv:1: "));
    // A setting that the preset refuses.
    const auto row = findSweepRow("schema,run,preset,seed,every,zones.orientaton,boids\n2,0,zones,1,10,2,9\n",
                                  0, "out.csv");
    Scene scene = *openPreset("zones");
    CHECK_THAT(row->applyTo(scene).problem().text, contains("\"zones.orientation\""));
}

TEST_CASE("tables of sweeps are known by their first line", "[lab][sweep]") {
    CHECK(isSweepTableText(kHeader));
    CHECK(isSweepTableText("shoal sweep journal 1 0123 part 1/1\n"));
    CHECK_FALSE(isSweepTableText("schema,seed,step,seconds,species,boids,polarisation\n1,1,0,0,all,9,0.5\n"));
    CHECK_FALSE(isSweepTableText("title = \"schema run burn\"\nburn_in = 3\n"));
    CHECK_FALSE(isSweepTableText(""));
}
