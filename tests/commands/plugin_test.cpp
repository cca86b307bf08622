// Rules from shared libraries: --plugin. The libraries come from the folder rules.

#include <csignal>

#include <nlohmann/json.hpp>

#include "program/program_run.hpp"
#include "program/simulate_run.hpp"
#include "program/viewer_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

std::string plugin(const std::string& name) {
    return SHOAL_TEST_PLUGINS "/" + name + ".so";
}

const std::string kNudged = "[species.fish]\ncount = 30\n\n[species.fish.nudge]\nlift = 2.5\n";

fs::path writtenPreset(const ScratchFolder& scratch) {
    const fs::path file = scratch.path() / "nudged.toml";
    std::ofstream(file) << kNudged;
    return file;
}

}  // namespace

TEST_CASE("a plugin's rule steers a flock to the bits of the same rule built in", "[app][plugin]") {
    const ScratchFolder scratch;
    const std::string builtIn = simulateJson(scratch, {"vicsek", "--steps", "40"}).at("hash");
    const std::vector<std::string> again{"vicsek",
                                         "--steps",
                                         "40",
                                         "--plugin",
                                         plugin("vicsek_again"),
                                         "--set",
                                         "vicsek.enabled=0",
                                         "--set",
                                         "vicsek_again.enabled=1",
                                         "--set",
                                         "vicsek_again.speed=0.03",
                                         "--set",
                                         "vicsek_again.noise=114.592"};
    CHECK(simulateJson(scratch, again).at("hash") == builtIn);
    std::vector<std::string> otherwise = again;
    otherwise.insert(otherwise.end(), {"--isa", "sse2", "--threads", "2"});
    CHECK(simulateJson(scratch, otherwise).at("hash") == builtIn);
    std::vector<std::string> noisier = again;
    noisier.back() = "vicsek_again.noise=200";
    CHECK(simulateJson(scratch, noisier).at("hash") != builtIn);
}

TEST_CASE("a sweep and a folder of frames go on only with the plugin that began them", "[app][plugin]") {
    const ScratchFolder scratch;
    const fs::path file = scratch.path() / "rule.so";
    writtenPreset(scratch);
    const auto build = [&](const std::string& more) {
        fs::remove(file);
        fs::copy_file(plugin("nudge"), file);
        std::ofstream(file, std::ios::app | std::ios::binary) << more;
    };
    const std::vector<std::string> sweep{"sweep",    "nudged.toml", "--plugin", "./rule.so", "--vary",
                                         "seed=1,2", "--steps",     "2",        "-o",        "out.csv"};
    build("");
    REQUIRE(runShoal(scratch, sweep).status == 0);
    CHECK_THAT(runShoal(scratch, sweep).err, contains("finished already"));
    build("another build");
    const ProgramResult other = runShoal(scratch, sweep);
    CHECK(other.status == 1);
    CHECK_THAT(other.err, contains("out.csv: exists and is not the table of this sweep"));

    const auto frames = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"render", "nudged.toml", "--plugin", "./rule.so", "--size",
                                           "64x36",  "--frames",    "60",       "-o",        "x"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return ProgramCall{.arguments = arguments, .folder = scratch.path(), .home = {}};
    };
    const auto stopAfter = [&](const std::string& frame, const std::vector<std::string>& more) {
        RunningProgram program(shoalProgram(), frames(more));
        REQUIRE(waitUntil([&] { return fs::exists(scratch.path() / "x" / frame); }, 60.0));
        program.signal(SIGTERM);
        CHECK(program.wait().status == 143);
    };
    stopAfter("frame_00002.png", {});
    // What no frame depends on may differ.
    stopAfter("frame_00005.png", {"-q", "--threads", "2", "--isa=sse2", "--separate"});
    CHECK_FALSE(fs::exists(scratch.path() / "x-2"));
    build("a third");
    CHECK(runShoal(frames({})).status == 0);
    CHECK(fs::exists(scratch.path() / "x-2" / "frame_00059.png"));
    CHECK_FALSE(fs::exists(scratch.path() / "x" / "frame_00059.png"));
}

TEST_CASE("a plugin's rule is listed with its keys", "[app][plugin]") {
    const ScratchFolder scratch;
    const auto list = [&](const std::string& subject) {
        const ProgramResult result = runShoal(
            scratch, {"list", subject, "--json", "--plugin", plugin("nudge"), "--plugin", plugin("shove")});
        CAPTURE(result.err);
        REQUIRE(result.status == 0);
        return result.out;
    };
    const Json rules = Json::parse(list("rules"));
    for (const char* key : {"nudge", "shove", "cohesion"}) {
        CHECK(std::ranges::count_if(rules, [&](const Json& rule) { return rule.at("key") == key; }) == 1);
    }
    const std::string keys = list("keys");
    CHECK_THAT(keys, contains("\"species.sardine.nudge.enabled\"") && contains("\"nudge.lift\"") &&
                         contains("Pushes all boids upwards.") && contains("\"shove.lift\""));
}

TEST_CASE("a plugin's rule has its table in presets", "[app][plugin]") {
    const ScratchFolder scratch;
    const std::string preset = writtenPreset(scratch).string();
    const std::vector<std::string> run{preset, "--steps", "20", "--plugin", plugin("nudge")};
    const std::string risen = simulateJson(scratch, run).at("hash");
    std::vector<std::string> off = run;
    off.insert(off.end(), {"--set", "nudge.enabled=0"});
    CHECK(simulateJson(scratch, off).at("hash") != risen);
}

TEST_CASE("a plugin is found where it is named, and may be named twice", "[app][plugin]") {
    const ScratchFolder scratch;
    fs::copy_file(plugin("nudge"), scratch.path() / "nudge.so");
    const std::string preset = writtenPreset(scratch).string();
    for (const std::vector<std::string>& names :
         {std::vector<std::string>{"nudge.so"}, {"nudge.so", "./nudge.so"}}) {
        std::vector<std::string> arguments{preset, "--steps", "1"};
        for (const std::string& name : names) {
            arguments.insert(arguments.end(), {"--plugin", name});
        }
        const ProgramResult result = simulate(scratch, arguments);
        CAPTURE(result.err);
        CHECK(result.status == 0);
    }
}

TEST_CASE("the speed of a plugin's rule is measured", "[app][plugin]") {
    const ScratchFolder scratch;
    const ProgramResult result = runShoal(scratch, {"bench", "--boids", "50", "--steps", "2", "--plugin",
                                                    plugin("nudge"), "--set", "nudge.enabled=on"});
    CAPTURE(result.err);
    CHECK(result.status == 0);
}

TEST_CASE("a preset, picture or take with a plugin's rule names the rule if the plugin is missing",
          "[app][plugin]") {
    const ScratchFolder scratch;
    const std::string preset = writtenPreset(scratch).string();
    const ProgramResult drawn = runShoal(scratch, {"render", preset, "-o", "nudged.png", "--size", "64x36",
                                                   "--warmup", "0.5", "--plugin", plugin("nudge")});
    CAPTURE(drawn.err);
    REQUIRE(drawn.status == 0);
    for (const std::string& document : {preset, std::string("nudged.png"), std::string("nudged.png.json")}) {
        CAPTURE(document);
        const ProgramResult without = simulate(scratch, {document, "--steps", "40"});
        CHECK(without.status == 4);
        CHECK_THAT(without.err, contains("unknown rule \"nudge\"") && contains("--plugin FILE"));
        CHECK(std::ranges::count(without.err, '\n') == 1);
        const ProgramResult with =
            simulate(scratch, {document, "--steps", "40", "--plugin", plugin("nudge")});
        CHECK(with.status == 0);
    }
}

TEST_CASE("a picture drawn beside a plugin opens without it if its rule was not used", "[app][plugin]") {
    const ScratchFolder scratch;
    REQUIRE(runShoal(scratch, {"render", "--boids", "20", "-o", "plain.png", "--size", "64x36", "--plugin",
                               plugin("nudge")})
                .status == 0);
    CHECK(simulate(scratch, {"plain.png"}).status == 0);
}

TEST_CASE("a plugin that cannot be used is refused in one line that says what to do", "[app][plugin]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "text.so") << "no library\n";
    struct Case {
        std::string file;
        std::vector<std::string> says;
    };
    std::vector<Case> cases{
        {"missing.so", {"there is no such file"}},
        {scratch.path().string(), {"not a regular file"}},
        {"text.so", {"not a plugin", "shoal_add_plugin()"}},
        {shoalProgram(), {"not a plugin", "shoal_add_plugin()"}},
        {plugin("missing_symbol"), {"\"notDefinedAnywhere(int)\""}},
        {plugin("no_rule"), {"no new rule", "SHOAL_REGISTER_RULE", "shoal_add_plugin()"}},
        {plugin("other_version"), {"built for Shoal 0.1.7, but this is Shoal ", "build it again"}},
        {plugin("other_layout"), {"another standard library or other headers", "build it again"}},
        {plugin("taken_key"), {"two rules", "\"cohesion\"", "another key"}},
        {plugin("throwing_rule"), {"\"throws\"", "its constructor threw", "no licence for lift"}},
    };
#if defined(__x86_64__)
    cases.push_back({plugin("contracted"), {"nudge", "fused multiply-add", "-ffp-contract=off"}});
#endif
#if SHOAL_IS_STATIC
    cases.push_back({plugin("own_registry"), {"no new rule", "registry of its own", "shoal_add_plugin()"}});
#endif
    for (const Case& wrong : cases) {
        CAPTURE(wrong.file);
        for (const char* command : {"view", "simulate", "bench"}) {
            const ProgramResult result = runShoal(scratch, {command, "--plugin", wrong.file});
            CAPTURE(result.err);
            CHECK(result.status == 2);
            CHECK(result.out.empty());
            CHECK(std::ranges::count(result.err, '\n') == 1);
            CHECK_THAT(result.err, startsWith("--plugin: " + wrong.file + ": "));
            for (const std::string& said : wrong.says) {
                CHECK_THAT(result.err, contains(said));
            }
        }
    }
    const ProgramResult twice =
        simulate(scratch, {"--plugin", plugin("nudge"), "--plugin", plugin("contracted"), "--steps", "1"});
    CHECK(twice.status == 2);
    CHECK_THAT(twice.err, contains("contracted.so: two rules are registered as \"nudge\""));
}

TEST_CASE("a plugin whose initialiser throws ends the program with the reason", "[app][plugin]") {
    const ScratchFolder scratch;
    for (const char* command : {"view", "simulate", "bench"}) {
        const ProgramResult result = runShoal(scratch, {command, "--plugin", plugin("throws")});
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CHECK(result.err ==
              plugin("throws") +
                  ": its code threw an exception as it was loaded: lift.dat: there is no such file\n");
    }
}

TEST_CASE("a rule that returns NaN is named once and counted", "[app][plugin]") {
    const ScratchFolder scratch;
    const std::vector<std::string> arguments{
        "--plugin", plugin("nan_rule"), "--set", "nan_rule.enabled=on", "--boids", "30", "--steps", "5"};
    std::vector<std::string> asJson = arguments;
    asJson.emplace_back("--json");
    const ProgramResult result = simulate(scratch, asJson);
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    CHECK_THAT(result.err, contains("species.sardine.nan_rule") && contains("not finite"));
    CHECK(std::ranges::count(result.err, '\n') == 1);
    const Json faults = Json::parse(result.out).at("faults");
    REQUIRE(faults.size() == 1);
    CHECK(faults[0] == Json{{"species", "sardine"}, {"rule", "nan_rule"}, {"results", 150}});

    const std::string said = "the rule species.sardine.nan_rule has an error";
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"sweep", "reef", "--vary", "alignment.weight=1..3:3", "-o", "x.csv", "-q"},
          {"simulate", "--seeds", "3", "-q"},
          {"bench", "--preset", "reef", "-q"},
          {"render", "-o", "x.png", "--size", "64x36", "--warmup", "0.2", "-q"}}) {
        CAPTURE(command);
        std::vector<std::string> whole = command;
        whole.insert(whole.end(),
                     {"--plugin", plugin("nan_rule"), "--set", "nan_rule.enabled=on", "--set", "count=30"});
        if (command[0] != "render") {
            whole.insert(whole.end(), {"--steps", "5"});
        }
        const ProgramResult run = runShoal(scratch, whole);
        CAPTURE(run.err);
        CHECK(run.status == 0);
        const std::size_t first = run.err.find(said);
        REQUIRE(first != std::string::npos);
        CHECK(run.err.find(said, first + 1) == std::string::npos);
    }
}

TEST_CASE("the help warns that a plugin runs its code", "[app][plugin]") {
    const ScratchFolder scratch;
    for (const char* command : {"view", "render", "simulate", "bench", "list"}) {
        CHECK_THAT(runShoal(scratch, {command, "--help"}).out,
                   contains("--plugin FILE") && contains("trust"));
    }
}

TEST_CASE("the viewer shows the card of a plugin's rule", "[app][window][plugin]") {
    const ScratchFolder scratch;
    ViewerRun viewer({writtenPreset(scratch).string(), "--plugin", plugin("nudge")}, "900x700");
    const std::string lift = "species.fish.nudge.lift";
    CHECK(viewer.probe().at("values").at(lift) == 2.5);
    viewer.drag(viewer.placeOf(lift, 0.1), viewer.placeOf(lift, 0.6));
    viewer.waitFor("the slider is moved",
                   [&](const Json& shown) { return shown.at("values").at(lift).get<double>() > 5.0; });
}

}  // namespace shoal::test
