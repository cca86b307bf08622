// shoal check: its table, JSON and exit statuses.

#include <tuple>

#include <nlohmann/json.hpp>

#include "program/program_run.hpp"
#include "program/simulate_run.hpp"

namespace shoal::test {

namespace {

ProgramResult check(const ScratchFolder& scratch, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"check", "zones",   "--set", "count=40",  "--steps",
                                       "300",   "--every", "20",    "--burn-in", "100"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runShoal({.arguments = arguments, .folder = scratch.path(), .home = {}});
}

}  // namespace

TEST_CASE("shoal check reports each figure beside the null, as text and as JSON", "[app][check]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "mine.toml") << R"(title = "Mine"
[[target]]
title = "order"
measure = "polarisation"
min = 0.001
max = 1
source = "a test"
[[target]]
measure = "nearest_neighbour_m"
min = 1e6
)";
    const ProgramResult text = check(scratch, {"--against", "mine.toml"});
    CHECK(text.status == 0);
    CHECK_THAT(text.out, contains("order") && contains("0.001 to 1") && contains("within") &&
                             contains("outside") && contains("Mine") && contains("at least 1e+06 m"));
    CHECK_THAT(text.out,
               contains("fewer than 25 effective samples, so the standard error is too small: order, "
                        "nearest_neighbour_m; run about ") &&
                   contains(" steps, or several seeds"));
    const ProgramResult run = check(scratch, {"--against", "mine.toml", "--json", "--seeds", "2"});
    REQUIRE(run.status == 0);
    const auto json = nlohmann::json::parse(run.out);
    CHECK(json["preset"] == "zones");
    CHECK(json["boids"] == 40);
    CHECK(json["seeds"] == 2);
    REQUIRE(json["rows"].size() == 2);
    const auto& row = json["rows"][0];
    CHECK(row["title"] == "order");
    CHECK(row["source"] == "a test");
    CHECK(row["verdict"] == "within");
    CHECK(row["mean"] > 0.0);
    CHECK(row["standard_error"] > 0.0);
    CHECK(row["effective_samples"] < 25.0);
    REQUIRE(json["warnings"].size() == 1);
    CHECK_THAT(json["warnings"][0].get<std::string>(), contains("order, nearest_neighbour_m"));
    CHECK(row["null_mean"] > 0.0);
    CHECK(json["rows"][1]["max"].is_null());
    CHECK(json["rows"][1]["verdict"] == "outside");
    CHECK(check(scratch, {"--against", "mine.toml", "--json", "--seeds", "2", "--threads", "1"}).out ==
          run.out);
}

TEST_CASE("shoal check says why a figure has no value", "[app][check]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "seventh.toml") << R"(
[[target]]
measure = "anisotropy_7"
min = 0.1
)";
    CHECK_THAT(check(scratch, {"--against", "seventh.toml"}).out,
               contains("outside: not defined for a small or thin flock"));
}

TEST_CASE("shoal check says how it read tracks before it compares them", "[app][check][tracks]") {
    const ScratchFolder scratch;
    std::ofstream table(scratch.path() / "fish.csv");
    table << "\"\";\"t\";\"id\";\"x (cm)\";\"y (cm)\"\n";
    for (int frame = 0; frame < 8; ++frame) {
        for (int fish = 0; fish < 3; ++fish) {
            table << "1;" << frame << ",5;" << fish << ';' << 50 * frame * (frame == 7 ? 20 : 1) + fish
                  << ",25;" << 10 * fish * fish << '\n';
        }
    }
    table.close();
    const ProgramResult run = check(scratch, {"--against", "fish.csv", "--json"});
    REQUIRE(run.status == 0);
    CHECK(run.err.starts_with(
        "fish.csv: 3 animals in 7 frames, 6 s; columns t, id, x (cm), y (cm); in a plane; "
        "velocities from positions 1 s apart, as then in the flock; mean speed 0.5 m/s, "));
    CHECK_THAT(
        run.err,
        contains(" body lengths a second; left out: 3 jumps of an id, 3 sightings without id or velocity"));
    CHECK_THAT(run.err, contains("; the flock has 40 boids, the tracks 3 animals in a frame: a count of 3 "));
    CHECK(nlohmann::json::parse(run.out)["rows"].size() >= 3);
    std::filesystem::copy_file(scratch.path() / "fish.csv", scratch.path() / "fish.txt");
    CHECK_THAT(check(scratch, {"--against", "fish.txt"}).err, contains("tables of tracks end in .csv"));
    const ProgramResult none = check(scratch, {"--against", "fish.csv", "--measure", "climb"});
    CHECK(none.status == 2);
    CHECK_THAT(none.err, contains("climb (0 but for rounding); nothing is left: choose other measures"));
}

TEST_CASE("shoal check ends with status 1 if a required verdict is missed", "[app][check]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "near.toml") << R"(
[[target]]
measure = "speed_mean_m_s"
min = 3.1
max = 3.9
)";
    CHECK(check(scratch, {"--against", "near.toml"}).status == 0);
    CHECK(check(scratch, {"--against", "near.toml", "--require", "near"}).status == 0);
    const ProgramResult missed = check(scratch, {"--against", "near.toml", "--require", "within"});
    CHECK(missed.status == 1);
    CHECK_THAT(missed.err, contains("1 of 1 figures is not within the range"));
    CHECK_THAT(missed.out, contains("near"));
}

TEST_CASE("shoal check reports a mistake in one line", "[app][check]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "bad.toml") << "[[target]]\nmeasure = \"polarisaton\"\nmin = 0\n";
    for (const auto& [more, status, words] :
         std::vector<std::tuple<std::vector<std::string>, int, std::string>>{
             {{}, 2, "--against"},
             {{"--against", "starlin"}, 2, "\"starling\""},
             {{"--against", "none.toml"}, 2, "none.toml"},
             {{"--against", "bad.toml"}, 2, "bad.toml:2:11"},
             {{"--against", "shiner", "--species", "shark"}, 2, "no species \"shark\""},
             {{"--against", "shiner", "--require", "far"}, 2, "within or near"},
             {{"--against", "shiner", "--burn-in", "301"}, 2, "--burn-in"}}) {
        const ProgramResult result = check(scratch, more);
        CAPTURE(more, result.err);
        CHECK(result.status == status);
        CHECK_THAT(result.err, contains(words));
        CHECK(result.out.empty());
        CHECK(std::ranges::count(result.err, '\n') == 1);
    }
}

}  // namespace shoal::test
