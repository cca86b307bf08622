// shoal sweep: its table, kills, parts and takes.

#include <csignal>

#include <shoal/preset.hpp>

#include "program/program_run.hpp"
#include "program/simulate_run.hpp"

namespace shoal::test {

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kSweep{"sweep",     "zones",
                                      "--vary",    "zones.orientation=1..9:10",
                                      "--vary",    "seed=1..6",
                                      "--set",     "count=40",
                                      "--steps",   "300",
                                      "--every",   "20",
                                      "--measure", "polarisation,milling"};

ProgramCall sweepCall(const ScratchFolder& scratch, const std::vector<std::string>& more) {
    ProgramCall call{.arguments = kSweep, .folder = scratch.path(), .home = {}};
    call.arguments.insert(call.arguments.end(), more.begin(), more.end());
    return call;
}

std::string textOf(const fs::path& file) {
    std::stringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("a sweep killed at random and started again gives the table of an unbroken run", "[app][sweep]") {
    const ScratchFolder scratch;
    REQUIRE(runShoal(sweepCall(scratch, {"-o", "whole.csv"})).status == 0);
    const fs::path journal = scratch.path() / "out.csv.partial";
    std::uintmax_t before = 0;
    int kills = 0;
    for (; kills < 3; ++kills) {
        RunningProgram program(shoalProgram(), sweepCall(scratch, {"-o", "out.csv", "--threads", "2"}));
        // Until it has added some rows to those of the last try.
        std::error_code none;
        for (int wait = 0;
             wait < 2000 && (!fs::exists(journal) || fs::file_size(journal, none) < before + 900); ++wait) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        program.signal(SIGKILL);
        program.wait();
        REQUIRE(fs::exists(journal));
        REQUIRE_FALSE(fs::exists(scratch.path() / "out.csv"));
        CHECK(fs::file_size(journal) > before);
        before = fs::file_size(journal);
    }
    const ProgramResult last = runShoal(sweepCall(scratch, {"-o", "out.csv"}));
    CHECK(last.status == 0);
    CHECK_THAT(last.err, contains("going on: "));
    CHECK(textOf(scratch.path() / "out.csv") == textOf(scratch.path() / "whole.csv"));
    CHECK_FALSE(fs::exists(journal));
}

TEST_CASE("Ctrl+C stops a sweep with its status and keeps the finished rows", "[app][sweep]") {
    const ScratchFolder scratch;
    RunningProgram program(shoalProgram(),
                           {.arguments = {"sweep", "zones", "--vary", "seed=1..1000", "--steps", "3000", "-o",
                                          "out.csv", "--threads", "1"},
                            .folder = scratch.path(),
                            .home = {}});
    const fs::path journal = scratch.path() / "out.csv.partial";
    std::error_code none;
    for (int wait = 0; wait < 2000 && (!fs::exists(journal) || fs::file_size(journal, none) < 300); ++wait) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    program.signal(SIGINT);
    const ProgramResult result = program.wait();
    CHECK(result.status == 130);
    CHECK_THAT(result.err, contains("the same command goes on from there"));
    CHECK(fs::exists(journal));
}

TEST_CASE("a sweep file and the command line give the same table", "[app][sweep]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "zones-sweep.toml") << R"(preset = "zones"
steps = 300
every = 20
measures = ["polarisation", "milling"]
[set]
count = 40
[vary]
zones.orientation = "1..9:10"
seed = "1..6"
)";
    REQUIRE(runShoal(sweepCall(scratch, {"-o", "line.csv"})).status == 0);
    const auto seeds = [&](const char* option, const char* value, const char* file) {
        return runShoal({.arguments = {"sweep", "zones", "--vary", "count=9,12", option, value, "--steps",
                                       "20", "-o", file},
                         .folder = scratch.path(),
                         .home = {}})
            .status;
    };
    CHECK(seeds("--seeds", "3", "seeds.csv") == 0);
    CHECK(seeds("--vary", "seed=7..9", "varied.csv") == 0);  // 7 is the preset's
    CHECK(textOf(scratch.path() / "seeds.csv") == textOf(scratch.path() / "varied.csv"));
    const ProgramResult fromFile = runShoal(
        {.arguments = {"sweep", "zones-sweep.toml", "-o", "file.csv"}, .folder = scratch.path(), .home = {}});
    CHECK(fromFile.status == 0);
    CHECK(textOf(scratch.path() / "line.csv") == textOf(scratch.path() / "file.csv"));
}

TEST_CASE("the option --take-of keeps takes of the runs that meet it, and they replay", "[app][sweep]") {
    const ScratchFolder scratch;
    REQUIRE(runShoal(sweepCall(scratch, {"-o", "out.csv", "--take-of", "P>0.5"})).status == 0);
    const auto rows = readCsv(scratch.path() / "out.csv");
    const auto column = [&](const char* name) {
        return static_cast<std::size_t>(std::ranges::find(rows[0], name) - rows[0].begin());
    };
    std::size_t takes = 0;
    for (std::size_t row = 1; row < rows.size(); ++row) {
        const fs::path take = scratch.path() / "out-takes" / ("run-" + rows[row][column("run")] + ".take");
        CHECK(fs::exists(take) == (std::stod(rows[row][column("polarisation")]) > 0.5));
        if (fs::exists(take) && takes++ == 0) {
            CHECK(simulateJson(scratch, {take.string()}).at("hash") == rows[row][column("hash")]);
        }
    }
    CHECK(takes > 0);
    CHECK(takes < rows.size() - 1);
}

TEST_CASE("the option --take-of counts for rows that exist, in a table and in its journal", "[app][sweep]") {
    const ScratchFolder scratch;
    REQUIRE(runShoal(sweepCall(scratch, {"-o", "all.csv", "--take-of", "P>0.5"})).status == 0);
    const std::vector<std::string> takes = filesIn(scratch.path() / "all-takes");
    REQUIRE(takes.size() > 2);
    // A finished table.
    REQUIRE(runShoal(sweepCall(scratch, {"-o", "out.csv"})).status == 0);
    const std::string table = textOf(scratch.path() / "out.csv");
    const ProgramResult later = runShoal(sweepCall(scratch, {"-o", "out.csv", "--take-of", "P>0.5"}));
    CHECK(later.status == 0);
    CHECK_THAT(later.err, contains("again for their takes"));
    CHECK(textOf(scratch.path() / "out.csv") == table);
    CHECK(filesIn(scratch.path() / "out-takes") == takes);
    for (const std::string& take : takes) {
        CHECK(textOf(scratch.path() / "out-takes" / take) == textOf(scratch.path() / "all-takes" / take));
    }
    // Only the missing take is made again.
    fs::remove(scratch.path() / "out-takes" / takes[1]);
    CHECK_THAT(runShoal(sweepCall(scratch, {"-o", "out.csv", "--take-of", "P>0.5"})).err,
               contains("running 1 run again for their takes"));
    CHECK(filesIn(scratch.path() / "out-takes") == takes);
    CHECK_THAT(runShoal(sweepCall(scratch, {"-o", "out.csv", "--take-of", "P>0.5"})).err,
               contains("is finished already"));
    // A journal that a kill left, of runs without takes.
    RunningProgram program(shoalProgram(), sweepCall(scratch, {"-o", "cut.csv", "--threads", "1"}));
    const fs::path journal = scratch.path() / "cut.csv.partial";
    std::error_code none;
    REQUIRE(waitUntil([&] { return fs::exists(journal) && fs::file_size(journal, none) > 2000; }, 60.0));
    program.signal(SIGKILL);
    program.wait();
    REQUIRE(runShoal(sweepCall(scratch, {"-o", "cut.csv", "--take-of", "P>0.5"})).status == 0);
    CHECK(filesIn(scratch.path() / "cut-takes") == takes);
    CHECK(textOf(scratch.path() / "cut.csv") == table);
}

TEST_CASE("an assignment means the same in simulate, in a sweep and in a sweep file", "[app][sweep]") {
    const ScratchFolder scratch;
    const auto lastLine = [](const std::string& text) {
        const std::size_t end = text.find_last_not_of('\n');
        return text.substr(text.rfind('\n', end) + 1);
    };
    const std::vector<std::vector<std::string>> assignments{
        {"seed=9"},
        {"seed = 9"},
        {"count=30"},
        {" count = 30 "},
        {"count=20", "count=30"},
        {"zones.orientation=3", "fish.zones.orientation=2"},
        {"fish.zones.orientation=2.5"},
        {"species.fish.zones.orientation=2.5"},
        {"perception.kind=nearest"},
        {"zones.enabled=off"},
        {"zones.enabled=false"},
        {"seed=18446744073709551615"},
        // Refused by all.
        {"seed=-1"},
        {"seed=x"},
        {"seed="},
        {"count=1..2"},
        {"count=1,2"},
        {"count"},
        {"=3"},
        {"nothing=3"},
        {"zones.orientation=nan"},
        {"zones.orientation=1e9"},
        {"perception.kind=psychic"}};
    int accepted = 0;
    for (const std::vector<std::string>& each : assignments) {
        std::vector<std::string> alone{"simulate", "zones", "--steps", "3", "--json"};
        std::vector<std::string> swept{"sweep",           "zones",     "--steps",      "3",  "--vary",
                                       "world.width=100", "--measure", "polarisation", "-o", "-"};
        std::string file =
            "preset = \"zones\"\nsteps = 3\nmeasures = [\"polarisation\"]\n[vary]\nworld.width = "
            "100\n[set]\n";
        for (const std::string& assignment : each) {
            alone.insert(alone.end(), {"--set", assignment});
            swept.insert(swept.end(), {"--set", assignment});
            const std::size_t equals = std::min(assignment.find('='), assignment.size());
            // A file cannot have a key twice, so it has the last.
            const std::string key = "\"" + assignment.substr(0, equals) + "\" = ";
            file.erase(std::min(file.find(key), file.size()));
            file += key + "\"" + assignment.substr(std::min(equals + 1, assignment.size())) + "\"\n";
        }
        alone.insert(alone.end(), {"--set", "world.width=100"});
        std::ofstream(scratch.path() / "sweep.toml") << file;
        const ProgramResult one = runShoal(scratch, alone);
        const ProgramResult two = runShoal(scratch, swept);
        const ProgramResult three = runShoal(scratch, {"sweep", "sweep.toml", "-o", "-"});
        CAPTURE(each.front(), one.err, two.err, three.err);
        CHECK((one.status == 0) == (two.status == 0));
        CHECK((one.status == 0) == (three.status == 0));
        if (one.status != 0) {
            CHECK(one.status == 2);
            continue;
        }
        ++accepted;
        const std::string hash = nlohmann::json::parse(one.out).at("hash");
        CHECK_THAT(lastLine(two.out), contains("," + hash + ","));
        CHECK_THAT(lastLine(three.out), contains("," + hash + ","));
        // The row's preset gives the same scene.
        std::ofstream(scratch.path() / "again.csv") << two.out;
        fs::remove(scratch.path() / "again.toml");
        REQUIRE(runShoal(scratch, {"sweep", "again.csv", "--preset-of", "0", "-o", "again.toml"}).status ==
                0);
        const ProgramResult again = runShoal(scratch, {"simulate", "again.toml", "--steps", "3", "--json"});
        CAPTURE(again.err);
        REQUIRE(again.status == 0);
        CHECK(nlohmann::json::parse(again.out).at("hash") == hash);
    }
    CHECK(accepted == 12);
    // Seeds start from the one that is set.
    const ProgramResult seeds =
        runShoal(scratch, {"sweep", "zones", "--steps", "1", "--vary", "count=9", "--set", "seed=5",
                           "--seeds", "2", "--measure", "polarisation", "-o", "-"});
    CHECK(seeds.status == 0);
    CHECK_THAT(lastLine(seeds.out), contains(",zones,6,1,"));
}

TEST_CASE("what a sweep cannot do is said in one line with status 2", "[app][sweep]") {
    const ScratchFolder scratch;
    const auto refused = [&](const std::vector<std::string>& arguments, const char* why) {
        const ProgramResult result = runShoal({.arguments = arguments, .folder = scratch.path(), .home = {}});
        CAPTURE(arguments, result.err);
        CHECK(result.status == 2);
        CHECK(std::ranges::count(result.err, '\n') == 1);
        CHECK_THAT(result.err, contains(why));
        CHECK(filesIn(scratch.path()).empty());
    };
    refused({"sweep"}, "name a sweep file");
    refused({"sweep", "zones", "--vary", "seed=1..2"}, "-o out.csv");
    refused({"sweep", "zones.toml", "-o", "o.csv", "--steps", "3"}, "--steps: without --vary");
    refused({"sweep", "zones", "--vary", "seed", "-o", "o.csv"}, "--vary wants KEY=VALUES");
    refused({"sweep", "zones", "--vary", "zones.orentation=1..2", "-o", "o.csv"},
            "did you mean \"zones.orientation\"?");
    refused({"sweep", "zones", "--vary", "seed=1..2", "-o", "o.csv", "--part", "4/3"}, "--part wants");
    refused({"sweep", "zones", "--vary", "seed=1..2", "-o", "o.csv", "--take-of", "Q>1"}, "no column \"Q\"");
    refused({"sweep", "zones", "--vary", "seed=1..2", "-o", "o.csv", "--take-of", "P=1"},
            "--take-of wants a condition");
    refused({"sweep", "out.csv", "--preset-of", "7"}, "-o run.toml");
    refused({"sweep", "out.csv", "--preset-of", "7", "-o", "x.toml", "--steps", "3"},
            "--steps: --preset-of runs nothing");
    refused({"sweep", "out.csv", "--preset-of", "x", "-o", "x.toml"}, "--preset-of wants a whole number");
}

TEST_CASE("a row of a sweep's table becomes a preset with the row's hash", "[app][sweep]") {
    const ScratchFolder scratch;
    REQUIRE(runShoal(sweepCall(scratch, {"-o", "out.csv"})).status == 0);
    std::ifstream table(scratch.path() / "out.csv");
    std::string row;
    for (int line = 0; line < 5; ++line) {
        std::getline(table, row);  // the header, and runs 0 to 3
    }
    const ProgramResult made = runShoal(scratch, {"sweep", "out.csv", "--preset-of", "3", "-o", "run.toml"});
    CAPTURE(made.err);
    REQUIRE(made.status == 0);
    const Scene scene = *loadPreset(scratch.path() / "run.toml");
    CHECK_THAT(scene.title, contains(", run 3"));
    const ProgramResult run = runShoal(scratch, {"simulate", "run.toml", "--steps", "300", "--json"});
    REQUIRE(run.status == 0);
    CHECK_THAT(row, contains("," + std::string(nlohmann::json::parse(run.out).at("hash")) + ","));
    // It replaces nothing, and can go to standard output.
    const ProgramResult again = runShoal(scratch, {"sweep", "out.csv", "--preset-of", "3", "-o", "run.toml"});
    CHECK(again.status == 1);
    CHECK_THAT(again.err, contains("run.toml: "));
    const ProgramResult printed = runShoal(scratch, {"sweep", "out.csv", "--preset-of", "3", "-o", "-"});
    CHECK(parsePreset(printed.out, "out")->seed == scene.seed);
    const ProgramResult none = runShoal(scratch, {"sweep", "out.csv", "--preset-of", "99", "-o", "x.toml"});
    CHECK(none.status == 4);
    CHECK_THAT(none.err, contains("out.csv: has no run 99; its last is "));
    // The viewer and the other commands open no table.
    const ProgramResult opened = runShoal(scratch, {"simulate", "out.csv"});
    CHECK(opened.status == 4);
    CHECK_THAT(opened.err, contains("`shoal sweep out.csv --preset-of RUN -o run.toml`"));
}

TEST_CASE("a stranger's table opens no file outside its own folder", "[app][sweep][untrusted]") {
    const ScratchFolder scratch;
    const fs::path folder = scratch.path() / "strange";
    fs::create_directories(folder);
    REQUIRE(savePreset(*openPreset("zones"), scratch.path() / "secret.toml"));
    REQUIRE(savePreset(*openPreset("zones"), folder / "open.toml"));
    const auto made = [&](const std::string& preset) {
        std::ofstream(folder / "out.csv")
            << "schema,run,preset,seed,every,zones.orientation,boids\n2,0," << preset << ",1,10,2,100\n";
        return runShoal(scratch, {"sweep", "strange/out.csv", "--preset-of", "0", "-o", "-"});
    };
    for (const std::string preset :
         {"../secret.toml", "secret.toml", "./secret.toml", "secret", "/etc/passwd", "/dev/zero",
          "/dev/stdin", "..", ".", "/", "", "strange/../secret.toml"}) {
        const ProgramResult result = made(preset);
        CAPTURE(preset, result.err);
        CHECK(result.status == 4);
        CHECK(std::ranges::count(result.err, '\n') == 1);
        CHECK(result.out.empty());
    }
    CHECK_THAT(made("a/secret.toml").err, contains("its preset a/secret.toml is not in the table's folder"));
    for (const std::string preset : {"zones", "open.toml", "/home/stranger/open.toml"}) {
        CAPTURE(preset);
        CHECK(made(preset).status == 0);
    }
}

}  // namespace shoal::test
