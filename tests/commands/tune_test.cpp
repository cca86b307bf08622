// shoal tune: its preset, its report, and what a kill leaves.

#include <csignal>
#include <tuple>

#include <nlohmann/json.hpp>

#include <shoal/preset.hpp>

#include "program/program_run.hpp"
#include "program/simulate_run.hpp"

namespace shoal::test {

namespace {

namespace fs = std::filesystem;

ProgramCall tuneCall(const ScratchFolder& scratch, const std::vector<std::string>& more) {
    ProgramCall call{.arguments = {"tune", "zones", "--set", "count=40", "--toward", "milling=0.8", "--vary",
                                   "zones.orientation=0.05..8", "--steps", "600", "--burn-in", "300",
                                   "--every", "20", "--trials", "20"},
                     .folder = scratch.path(),
                     .home = {}};
    call.arguments.insert(call.arguments.end(), more.begin(), more.end());
    return call;
}

std::string bytesIn(const fs::path& file) {
    std::stringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("shoal tune writes the settings that it found, and the figures that they reach", "[app][tune]") {
    const ScratchFolder scratch;
    const ProgramResult run = runShoal(tuneCall(scratch, {"-o", "mill.toml", "--json"}));
    REQUIRE(run.status == 0);
    CHECK_THAT(run.err, contains("wrote mill.toml"));
    const auto json = nlohmann::json::parse(run.out);
    CHECK(json["misfit"] <= json["misfit_before"]);
    REQUIRE(json["settings"].size() == 1);
    const double value = json["settings"][0]["value"];
    CHECK(json["settings"][0]["key"] == "zones.orientation");
    CHECK(json["check"]["rows"][0]["measure"] == "milling");
    const auto tuned = loadPreset(scratch.path() / "mill.toml");
    REQUIRE(tuned);
    CHECK(*tuned->value("zones.orientation") == approx(value).epsilon(1e-5));
    CHECK(*tuned->value("count") == 40);
    CHECK_FALSE(fs::exists(scratch.path() / "mill.toml.partial"));
    // A preset is never replaced, and the same search is not made again.
    const std::string before = bytesIn(scratch.path() / "mill.toml");
    const ProgramResult again = runShoal(tuneCall(scratch, {"-o", "mill.toml"}));
    CHECK(again.status == 0);
    CHECK_THAT(again.err, contains("mill.toml is finished already"));
    const ProgramResult other = runShoal(tuneCall(scratch, {"-o", "mill.toml", "--seed", "99"}));
    CHECK(other.status == 1);
    CHECK_THAT(other.err, contains("mill.toml"));
    CHECK(bytesIn(scratch.path() / "mill.toml") == before);
    CHECK_FALSE(fs::exists(scratch.path() / "mill.toml.partial"));
}

TEST_CASE("a search that was killed goes on, and finds the same with any number of threads", "[app][tune]") {
    const ScratchFolder scratch;
    REQUIRE(runShoal(tuneCall(scratch, {"-o", "whole.toml", "--threads", "1"})).status == 0);
    const fs::path journal = scratch.path() / "out.toml.partial";
    {
        RunningProgram program(shoalProgram(), tuneCall(scratch, {"-o", "out.toml", "--threads", "2"}));
        std::error_code none;
        for (int wait = 0; wait < 4000 && (!fs::exists(journal) || fs::file_size(journal, none) < 200);
             ++wait) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        program.signal(SIGKILL);
        program.wait();
    }
    REQUIRE(fs::exists(journal));
    CHECK_FALSE(fs::exists(scratch.path() / "out.toml"));
    const std::string trials = bytesIn(journal);
    // Other work does not take the journal.
    const ProgramResult other = runShoal(tuneCall(scratch, {"-o", "out.toml", "--seed", "99"}));
    CHECK(other.status == 1);
    CHECK_THAT(other.err, contains("belongs to another search"));
    const ProgramResult last = runShoal(tuneCall(scratch, {"-o", "out.toml", "--threads", "2"}));
    CHECK(last.status == 0);
    CHECK_THAT(last.err, contains("going on: "));
    CHECK(bytesIn(scratch.path() / "out.toml") == bytesIn(scratch.path() / "whole.toml"));
    CHECK_FALSE(fs::exists(journal));
    // As after a kill between the last rename and the end.
    std::ofstream(journal, std::ios::binary) << trials;
    const ProgramResult again = runShoal(tuneCall(scratch, {"-o", "out.toml"}));
    CHECK(again.status == 0);
    CHECK_THAT(again.err, contains("out.toml is finished already"));
    CHECK_FALSE(fs::exists(journal));
}

TEST_CASE("shoal tune reports a mistake in one line", "[app][tune]") {
    const ScratchFolder scratch;
    for (const auto& [arguments, words] : std::vector<std::tuple<std::vector<std::string>, std::string>>{
             {{"--vary", "zones.orientation", "-o", "x.toml"}, "--toward"},
             {{"--toward", "milling=1", "-o", "x.toml"}, "--vary"},
             {{"--toward", "milling=1", "--vary", "zones.orientation"}, "-o"},
             {{"--toward", "miling=1", "--vary", "zones.orientation", "-o", "x.toml"}, "\"milling\""},
             {{"--toward", "milling=2", "--vary", "zones.orientation", "-o", "x.toml"},
              "milling=2: nothing can meet this range: every value of milling is between 0 and 1"},
             {{"--toward", "starlin", "--vary", "zones.orientation", "-o", "x.toml"}, "\"starling\""},
             {{"--toward", "milling=1", "--vary", "zones.orientaton", "-o", "x.toml"}, "zones.orientation"},
             {{"--toward", "milling=1", "--vary", "zones.orientation", "-o", "x.toml", "--burn-in", "99999"},
              "--burn-in"}}) {
        std::vector<std::string> all{"tune", "zones"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const ProgramResult result = runShoal({.arguments = all, .folder = scratch.path(), .home = {}});
        CAPTURE(arguments, result.err);
        CHECK(result.status == 2);
        CHECK_THAT(result.err, contains(words));
        CHECK(std::ranges::count(result.err, '\n') == 1);
        CHECK_FALSE(fs::exists(scratch.path() / "x.toml"));
    }
}

TEST_CASE("shoal tune finds the settings of a school from its trajectory", "[app][tune][tracks]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "school.toml") << R"(
[world]
width = 30
height = 30
depth = 30
[species.fish]
count = 50
linking_distance = 1.5
[species.fish.perception]
radius = 3
[species.fish.start]
shape = "ball"
radius = 2
speed = 1.5
order = 0.5
[species.fish.separation]
weight = 1
radius = 1
[species.fish.alignment]
weight = 1
radius = 3
[species.fish.cohesion]
weight = 1
radius = 3
[species.fish.contain]
weight = 3
margin = 5
look_ahead = 1
[species.fish.limit_speed]
min = 1
max = 2
)";
    const auto run = [&](std::vector<std::string> arguments) {
        const ProgramResult result = runShoal({.arguments = arguments, .folder = scratch.path(), .home = {}});
        CAPTURE(arguments, result.err);
        REQUIRE(result.status == 0);
        return result;
    };
    const std::string tracks = "tracks.csv";
    run({"simulate", "school.toml", "--set", "separation.weight=0.3", "--set", "seed=77", "--steps", "900",
         "--every", "15", "--trajectory", tracks});
    const auto runs = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(),
                         {"--steps", "900", "--every", "15", "--burn-in", "0", "--seeds", "2", "--json"});
        const ProgramResult result = run(arguments);
        CHECK_THAT(result.err,
                   contains(tracks + ": 50 animals in 61 frames") && contains("body lengths a second"));
        return nlohmann::json::parse(result.out);
    };
    const auto outside =
        runs({"check", "school.toml", "--against", tracks, "--measure", "nearest_neighbour"});
    REQUIRE(outside["rows"].size() == 1);
    CHECK(outside["rows"][0]["verdict"] == "outside");
    const auto found = runs({"tune", "school.toml", "--toward", tracks, "--vary",
                             "separation.weight=0.1..4:log", "--trials", "40", "-o", tracks + ".toml"});
    CHECK(found["misfit"] < found["misfit_before"]);
    CHECK(found["settings"][0]["value"] == approx(0.3).epsilon(0.25));
}

}  // namespace shoal::test
