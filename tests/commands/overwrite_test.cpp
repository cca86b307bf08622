// How each output of each command treats a file that has its name already.

#include "system/files/overwrite.hpp"

#include <utility>

#include <shoal/preset.hpp>

#include "capture/film/open_sink.hpp"
#include "capture/gradient.hpp"
#include "capture/record/capture_path.hpp"
#include "capture/take/take.hpp"
#include "commands/report/tables.hpp"
#include "lab/sweep.hpp"
#include "lab/sweep_table.hpp"
#include "lab/trajectory/trajectory.hpp"
#include "program/program_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

namespace {

namespace fs = std::filesystem;

constexpr const char* kMine = "mine, and not made by Shoal\n";

/// What stands at an output's name.
enum class State { nothing, earlier, foreign, folder, danglingLink, appearing };
constexpr std::array<const char*, 6> kStates{"nothing",        "an earlier output",
                                             "a foreign file", "a folder",
                                             "dangling link",  "a file that appears meanwhile"};

/// What an output does: takes the name, refuses with what stood there unchanged, or takes another name.
enum class Does { take, refuse, number };
using enum Does;

/// Where an output is; where its content stays if it was refused at the end.
struct Written {
    Outcome outcome;
    fs::path path = {};
    fs::path kept = {};
};

struct Writer {
    const char* what;
    const char* name;          ///< of the file
    std::array<Does, 6> does;  ///< for each state
    /// Opens the output, calls the function, writes and ends.
    std::function<Written(const fs::path&, const std::function<void()>&)> write;
    bool isLong = false;  ///< computes for hours: refused at the end, it keeps its content
};

Simulation smallFlock() {
    Scene scene = *openPreset("reef");
    REQUIRE(scene.applyText("count=3"));
    auto simulation = Simulation::create(std::move(scene), {.threads = 1, .isa = {}});
    REQUIRE(simulation);
    return std::move(*simulation);
}

Written writeMeasures(const fs::path& path, const std::function<void()>& meanwhile) {
    const Simulation simulation = smallFlock();
    const SampledRun run({.steps = 0, .kinds = {}}, simulation);
    auto table = MeasuresTable::create(path, run.columns());
    if (!table) {
        return {table.problem()};
    }
    meanwhile();
    REQUIRE(table->add(simulation, run));
    const Outcome finished = table->finish();
    return {finished, path, table->kept()};
}

Written writeTrajectory(const fs::path& path, const std::function<void()>& meanwhile) {
    auto trajectory = Trajectory::open(path);
    if (!trajectory) {
        return {trajectory.problem()};
    }
    meanwhile();
    REQUIRE(trajectory->add(smallFlock()));
    REQUIRE(trajectory->prepare());
    const Outcome finished = trajectory->finish();
    return {finished, path, trajectory->kept()};
}

Written writeSweep(const fs::path& path, const std::function<void()>& meanwhile) {
    const auto request =
        parseSweep("preset = \"zones\"\nsteps = 1\n[set]\ncount = 3\n[vary]\nseed = \"1..2\"\n", "s.toml");
    REQUIRE(request);
    const auto sweep = Sweep::create(*request, *openPreset("zones"));
    REQUIRE(sweep);
    auto table = SweepTable::open(path, *sweep, {});
    if (!table || table->isFinished()) {
        return {table ? Outcome(Done{}) : table.problem(), path};
    }
    REQUIRE(runSweep(
        *sweep, table->missing(), 1,
        {.onRow = [&](std::uint64_t run, const Sweep::Row& row) { return table->add(run, row.text); },
         .isStopped = [] { return false; }}));
    meanwhile();
    const Outcome finished = table->finish();
    return {finished, path, path.string() + ".partial"};
}

Written writeCapture(const fs::path& path, const std::function<void()>& meanwhile, bool mayOverwrite) {
    auto sink = openFreeFrameSink(
        path, {.film = {.size = {32, 24}, .rate = {10, 1}, .frames = 1}, .mayOverwrite = mayOverwrite});
    if (!sink) {
        return {sink.problem()};
    }
    meanwhile();
    if (auto written = (*sink)->write(gradient(32, 24), "scene"); !written) {
        return {written};
    }
    const Outcome finished = (*sink)->finish("scene");
    return {finished, (*sink)->path()};
}

Written writeNumbered(const fs::path& path, const std::function<void()>& meanwhile) {
    return writeCapture(path, meanwhile, false);
}

Written overwriteCapture(const fs::path& path, const std::function<void()>& meanwhile) {
    return writeCapture(path, meanwhile, true);
}

Written writeTake(const fs::path& path, const std::function<void()>& meanwhile) {
    meanwhile();
    const auto saved = saveNewTake({}, path);
    return saved ? Written{Done{}, *saved} : Written{saved.problem()};
}

Written writePreset(const fs::path& path, const std::function<void()>& meanwhile, Overwrite overwrite) {
    meanwhile();
    return {writeFileAtomically(path, presetText(*openPreset("reef")), std::move(overwrite)), path};
}

const std::vector<Writer>& writers() {
    constexpr std::array kTable{take, take, refuse, refuse, refuse, refuse};
    // A capture that names a folder is recorded as frames into it.
    constexpr std::array kNumbered{take, number, number, number, number, number};
    constexpr std::array kAsked{take, take, take, take, take, take};
    constexpr std::array kConfirmed{take, take, take, refuse, take, take};
    constexpr std::array kNever{take, refuse, refuse, refuse, refuse, refuse};
    static const std::vector<Writer> all{
        {"simulate --csv", "x.csv", kTable, writeMeasures, true},
        {"simulate --trajectory, CSV", "x.csv", kTable, writeTrajectory, true},
        {"simulate --trajectory, XYZ", "x.xyz", kTable, writeTrajectory, true},
        {"sweep", "x.csv", kTable, writeSweep, true},
        {"render a picture", "x.png", kNumbered, writeNumbered},
        {"render a film", "x.mp4", kNumbered, writeNumbered},
        {"render frames", "x", {take, number, refuse, number, number, refuse}, writeNumbered},
        {"render a picture --overwrite", "x.png", kAsked, overwriteCapture},
        {"render a film --overwrite", "x.mp4", kAsked, overwriteCapture},
        {"render frames --overwrite", "x", {take, take, refuse, take, refuse, take}, overwriteCapture},
        {"save a take", "x.take", {take, number, number, refuse, number, number}, writeTake},
        {"save a preset", "x.toml", kNever,
         [](const auto& path, const auto& then) { return writePreset(path, then, Overwrite::nothing()); }},
        {"save a preset, confirmed", "x.toml", kConfirmed,
         [](const auto& path, const auto& then) { return writePreset(path, then, Overwrite::anything()); }},
    };
    return all;
}

/// Everything below a folder: names, kinds, and the bytes of files and links.
std::string contentOf(const fs::path& path) {
    const fs::file_status status = fs::symlink_status(path);
    if (fs::is_symlink(status)) {
        return "link to " + fs::read_symlink(path).string();
    }
    if (!fs::is_directory(status)) {
        return fs::exists(status) ? readText(path) : "nothing";
    }
    std::string all = "folder";
    for (const std::string& name : filesIn(path)) {
        all += "\n" + name + ": " + contentOf(path / name);
    }
    return all;
}

/// Whether the output is a folder.
bool isFrames(const Writer& writer, State state) {
    const bool isIntoFolder =
        state == State::folder && writer.does[static_cast<std::size_t>(State::folder)] != refuse;
    return isIntoFolder || std::string(writer.name) == "x";
}

void setUp(State state, const Writer& writer, const fs::path& path) {
    if (state == State::earlier) {
        REQUIRE(writer.write(path, [] {}).outcome);
    } else if (state == State::foreign) {
        std::ofstream(path) << kMine;
    } else if (state == State::folder) {
        fs::create_directory(path);
        std::ofstream(path / "frame_00000.png") << kMine;
    } else if (state == State::danglingLink) {
        fs::create_symlink("nowhere", path);
    }
}

void check(const Writer& writer, State state) {
    const ScratchFolder scratch;
    const fs::path path = scratch.path() / writer.name;
    const bool hasFrames = isFrames(writer, state);
    // Frames have their own names inside the folder.
    const fs::path appearing = hasFrames ? path / "frame_00000.png" : path;
    setUp(state, writer, path);
    const std::string before = contentOf(path);
    const Written written = writer.write(path, [&] {
        if (state == State::appearing) {
            std::ofstream(appearing) << kMine;
        }
    });
    const Does does = writer.does[static_cast<std::size_t>(state)];
    INFO((written.outcome ? std::string() : written.outcome.problem().text));
    REQUIRE(static_cast<bool>(written.outcome) == (does != refuse));
    if (does == refuse) {
        CHECK(written.outcome.problem().text.find('\n') == std::string::npos);
        CHECK(written.outcome.problem().text.find(path.string()) != std::string::npos);
    }
    if (does == number) {
        const std::string stem = (hasFrames ? path.filename() : path.stem()).string();
        CHECK(written.path.filename() == stem + "-2" + (hasFrames ? "" : path.extension().string()));
        CHECK(foundAt(written.path) == (hasFrames ? Found::folder : Found::file));
    }
    if (does == take) {
        CHECK(written.path == path);
        CHECK(contentOf(appearing).find(kMine) == std::string::npos);
        CHECK(foundAt(path) == (hasFrames ? Found::folder : Found::file));
        CHECK((state != State::danglingLink || fs::is_symlink(path)));
    } else if (state == State::appearing) {
        CHECK(readText(appearing) == kMine);
    } else {
        CHECK(contentOf(path) == before);
    }
    if (writer.isLong && does == refuse && state == State::appearing) {
        REQUIRE(foundAt(written.kept) == Found::file);
        CHECK(readText(written.kept).size() > 100);
    }
    for (const std::string& name : filesIn(scratch.path())) {
        CAPTURE(name);
        CHECK(name.find(".shoal-") == std::string::npos);
    }
}

}  // namespace

TEST_CASE("every output replaces only what its rule allows, and keeps what it computed", "[app][files]") {
    for (const Writer& writer : writers()) {
        for (std::size_t state = 0; state < kStates.size(); ++state) {
            CAPTURE(writer.what, kStates[state]);
            check(writer, static_cast<State>(state));
        }
    }
}

TEST_CASE("a sweep into a link to nothing is refused before its first run", "[app][files]") {
    const ScratchFolder scratch;
    fs::create_symlink("nowhere/out.csv", scratch.path() / "out.csv");
    const ProgramResult result = runShoal(
        scratch, {"sweep", "zones", "--vary", "seed=1..2", "--steps", "1000000000", "-o", "out.csv"});
    CHECK(result.status == 1);
    CHECK_THAT(result.err, contains("out.csv: is a symbolic link to nothing"));
    CHECK(filesIn(scratch.path()) == std::vector<std::string>{"out.csv"});
}

}  // namespace shoal::test
