// Captures made in a real window, checked with ffprobe and ffmpeg.

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "app/viewer_run.hpp"
#include "capture/picture/png.hpp"
#include "catch.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

fs::path memoryIn(const fs::path& home) {
    return home / ".local/state/shoal/capture.json";
}

/// Starts the viewer with the capture panel set to small frames and to `settings`.
ViewerRun viewerWith(std::map<std::string, std::string> settings,
                     const std::map<std::string, std::string>& environment = {},
                     const std::vector<std::string>& more = {}) {
    settings.insert({{"size", "other"}, {"width", "160"}, {"height", "120"}});
    std::vector<std::string> arguments = reefOf(60);
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ViewerRun(
        arguments, "640x480",
        [&](const fs::path& home) {
            fs::create_directories(memoryIn(home).parent_path());
            std::ofstream(memoryIn(home)) << Json(settings).dump();
        },
        environment);
}

void openPanel(ViewerRun& viewer) {
    viewer.key("ctrl+F12");
    viewer.waitFor("the capture panel is open",
                   [](const Json& shown) { return shown.at("capture").at("panel").get<bool>(); });
    viewer.settle();
}

void start(ViewerRun& viewer) {
    openPanel(viewer);
    viewer.clickOn("capture.button");
}

std::string stateOf(const Json& shown) {
    return shown.at("capture").at("state").get<std::string>();
}

void beginTake(ViewerRun& viewer) {
    viewer.key("F9");
    viewer.waitFor("a take is recorded", [](const Json& shown) {
        return shown.at("message").get<std::string>().starts_with("Recording");
    });
}

long long framesOf(const Json& shown) {
    return shown.at("capture").at("frames").get<long long>();
}

void waitForFrames(ViewerRun& viewer, long long frames) {
    viewer.waitFor("pictures are written", [&](const Json& shown) { return framesOf(shown) >= frames; });
}

/// Waits until a capture is saved; returns its file.
fs::path savedBy(ViewerRun& viewer) {
    viewer.waitFor("the capture is saved", [](const Json& shown) {
        return stateOf(shown) == "idle" && shown.at("message").get<std::string>().starts_with("Saved ");
    });
    const std::string message = viewer.probe().at("message").get<std::string>().substr(6);
    return message.substr(0, message.find('\n'));
}

/// Returns the file that the viewer reported when it ended.
fs::path writtenBy(const ProgramResult& result) {
    const std::size_t start = result.err.find("wrote ");
    INFO(result.err);
    REQUIRE(start != std::string::npos);
    return result.err.substr(start + 6, result.err.find('\n', start) - start - 6);
}

std::string toolOutput(const std::string& tool, const std::vector<std::string>& arguments,
                       const fs::path& folder) {
    const ProgramResult result =
        RunningProgram(tool, {.arguments = arguments, .folder = folder, .home = folder}).wait();
    INFO(result.err);
    REQUIRE(result.status == 0);
    return result.out;
}

/// Counts a film's frames by decoding them.
long long framesIn(const fs::path& film) {
    return std::stoll(
        toolOutput("ffprobe",
                   {"-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                    "stream=nb_read_frames", "-of", "default=nokey=1:noprint_wrappers=1", film.string()},
                   film.parent_path()));
}

/// Returns a hash of each frame of a numbered sequence.
std::string hashesOf(const fs::path& folder) {
    return toolOutput("ffmpeg", {"-v", "error", "-i", "frame_%05d.png", "-f", "framemd5", "-"}, folder);
}

/// Returns the process id of the encoder that the viewer started.
pid_t encoderOf(pid_t viewer) {
    for (const auto& entry : fs::directory_iterator("/proc")) {
        std::istringstream stat(readText(entry.path() / "stat"));
        pid_t pid = 0;
        std::string name;
        std::string state;
        pid_t parent = 0;
        if (stat >> pid >> name >> state >> parent && parent == viewer && name == "(ffmpeg)") {
            return pid;
        }
    }
    return 0;
}

}  // namespace

TEST_CASE("a capture started and stopped by hand holds every counted frame", "[app][window][capture]") {
    ViewerRun viewer = viewerWith({});
    start(viewer);
    waitForFrames(viewer, 60);
    CHECK(stateOf(viewer.probe()) == "recording");
    viewer.clickOn("capture.button");
    const fs::path film = savedBy(viewer);
    CHECK(film.extension() == ".mp4");
    CHECK(film.parent_path() == viewer.home() / ".local/share/shoal/films");
    CHECK(framesIn(film) == framesOf(viewer.probe()));
    CHECK(viewer.probe().at("capture").at("dropped") == 0);
    CHECK(filesIn(viewer.workingFolder()).empty());
    // The same shortcut also closes the panel.
    viewer.key("ctrl+F12");
    viewer.waitFor("the capture panel is closed",
                   [](const Json& shown) { return !shown.at("capture").at("panel").get<bool>(); });
}

TEST_CASE("with --fresh the viewer neither reads nor writes the settings of the last capture",
          "[app][window][capture]") {
    ViewerRun viewer = viewerWith({{"kind", "GIF film"}}, {}, {"--fresh"});
    const std::string before = readText(memoryIn(viewer.home()));
    start(viewer);
    waitForFrames(viewer, 2);
    viewer.clickOn("capture.button");
    CHECK(savedBy(viewer).extension() == ".mp4");
    CHECK(readText(memoryIn(viewer.home())) == before);
}

TEST_CASE("an exact capture from the start has the same frames as shoal render", "[app][window][capture]") {
    ViewerRun viewer = viewerWith({{"kind", "folder of PNGs"},
                                   {"until_stopped", "false"},
                                   {"length", "0.5"},
                                   {"from_the_start", "true"}});
    start(viewer);
    const fs::path captured = savedBy(viewer);
    const ScratchFolder scratch;
    std::vector<std::string> arguments = reefOf(60);
    arguments.insert(arguments.begin(), "render");
    for (const char* word : {"-o", "frames/", "--size", "160x120", "--seconds", "0.5"}) {
        arguments.emplace_back(word);
    }
    const ProgramResult rendered = runShoal({.arguments = arguments, .folder = scratch.path(), .home = {}});
    CAPTURE(rendered.err);
    REQUIRE(rendered.status == 0);
    const std::string expected = hashesOf(scratch.path() / "frames");
    CHECK(std::count(expected.begin(), expected.end(), '\n') >= 15);
    CHECK(hashesOf(captured) == expected);
    // Each frame carries its scene: rendering that scene gives the same frame again.
    const ProgramResult again = runShoal({.arguments = {"render", (captured / "frame_00009.png").string(),
                                                        "-o", "again.png", "--size", "160x120"},
                                          .folder = scratch.path(),
                                          .home = {}});
    CAPTURE(again.err);
    REQUIRE(again.status == 0);
    const auto first = readPng(captured / "frame_00009.png");
    const auto second = readPng(scratch.path() / "again.png");
    REQUIRE(first);
    REQUIRE(second);
    CHECK(first->rgba == second->rgba);
}

/// Picks an entry from a list; retries because the list opens only after the previous capture has ended.
void choose(ViewerRun& viewer, const std::string& list, const std::string& entry) {
    const std::string item = list + "." + entry;
    for (int tries = 0; tries < 20 && !viewer.probe().at("items").contains(item); ++tries) {
        viewer.clickOn(list);
        viewer.settle();
    }
    viewer.clickOn(item);
}

TEST_CASE("a paused viewer can capture a still, and a film waits", "[app][window][capture][slow]") {
    ViewerRun viewer = viewerWith({{"kind", "PNG picture"}, {"transparent", "true"}});
    viewer.key("space");
    start(viewer);
    const auto picture = readPng(savedBy(viewer));
    REQUIRE(picture);
    CHECK(picture->width == 160);
    CHECK(picture->rgba[3] == 0);
    choose(viewer, "capture.kind", "MKV film");
    viewer.clickOn("capture.button");
    viewer.waitFor("it says that it waits",
                   [](const Json& shown) { return shown.at("items").contains("capture.waiting"); });
    viewer.settle();
    CHECK(framesOf(viewer.probe()) <= 1);
    viewer.key("space");
    waitForFrames(viewer, 5);
}

TEST_CASE("a real-time film has the requested length", "[app][window][capture]") {
    ViewerRun viewer = viewerWith({{"kind", "MKV film"},
                                   {"pace", "real time"},
                                   {"until_stopped", "false"},
                                   {"length", "2"},
                                   {"pictures_in_a_second", "60"}});
    start(viewer);
    const fs::path film = savedBy(viewer);
    CAPTURE(viewer.probe().at("capture").dump());
    CHECK(framesOf(viewer.probe()) == 120);
    CHECK(framesIn(film) == 120);
}

TEST_CASE("a killed encoder ends the capture, not the viewer", "[app][window][capture][slow]") {
    ViewerRun viewer = viewerWith({});
    start(viewer);
    waitForFrames(viewer, 10);
    const pid_t encoder = encoderOf(viewer.program().pid());
    REQUIRE(encoder != 0);
    ::kill(encoder, SIGKILL);
    viewer.waitFor("the capture has ended", [](const Json& shown) { return stateOf(shown) == "idle"; });
    viewer.settle();
    const std::string said = viewer.probe().at("message").get<std::string>();
    CHECK_THAT(said, contains("reef-"));
    CHECK_THAT(said, contains("ffmpeg"));
    // Both files that remain, the partial film and its sidecar, hold a scene that replays.
    int left = 0;
    for (const auto& entry : fs::directory_iterator(viewer.home() / ".local/share/shoal/films")) {
        ++left;
        const ProgramResult played = runShoal(
            {.arguments = {"simulate", entry.path().string()}, .folder = viewer.workingFolder(), .home = {}});
        CAPTURE(entry.path().string(), played.err);
        CHECK(played.status == 0);
        CHECK_THAT(entry.path().string(), contains(".partial.mkv"));
    }
    CHECK(left == 2);
    // The next capture works.
    viewer.clickOn("capture.button");
    waitForFrames(viewer, 10);
    viewer.clickOn("capture.button");
    CHECK(framesIn(savedBy(viewer)) >= 10);
}

TEST_CASE("a hanging encoder stops the film, not the viewer", "[app][window][capture]") {
    ViewerRun viewer = viewerWith({});
    start(viewer);
    waitForFrames(viewer, 10);
    const pid_t encoder = encoderOf(viewer.program().pid());
    REQUIRE(encoder != 0);
    ::kill(encoder, SIGSTOP);
    viewer.waitFor("the queue is full", [](const Json& shown) {
        return shown.at("capture").at("queued") == shown.at("capture").at("queue_room");
    });
    viewer.settle();
    ::kill(encoder, SIGCONT);
    waitForFrames(viewer, framesOf(viewer.probe()) + 10);
    viewer.clickOn("capture.button");
    const fs::path film = savedBy(viewer);
    CHECK(framesIn(film) == framesOf(viewer.probe()));
}

TEST_CASE("closing the window during a capture leaves a complete film and names it",
          "[app][window][capture]") {
    ViewerRun viewer = viewerWith({});
    start(viewer);
    waitForFrames(viewer, 10);
    viewer.close();
    const ProgramResult result = viewer.end();
    CAPTURE(result.err);
    CHECK(result.status == 0);
    CHECK(framesIn(writtenBy(result)) >= 10);
}

TEST_CASE("a signal during a capture leaves a complete film and names it", "[app][window][capture][slow]") {
    for (const auto& [number, status] :
         {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}, std::pair{SIGHUP, 129}}) {
        ViewerRun viewer = viewerWith({{"kind", "WebM film"}, {"pace", "real time"}});
        start(viewer);
        waitForFrames(viewer, 10);
        viewer.program().signal(number);
        const ProgramResult result = viewer.end();
        CAPTURE(result.err);
        CHECK(result.status == status);
        CHECK(framesIn(writtenBy(result)) >= 10);
    }
}

TEST_CASE("losing the display during a capture leaves a complete film and the take, and names both",
          "[app][window][capture][slow]") {
    for (const char* pace : {"every frame exact", "real time"}) {
        CAPTURE(pace);
        ViewerRun viewer = viewerWith({{"kind", "WebM film"}, {"pace", pace}});
        beginTake(viewer);
        start(viewer);
        waitForFrames(viewer, 10);
        viewer.loseDisplay();
        const ProgramResult result = viewer.end();
        CAPTURE(result.err);
        CHECK(result.status == 1);
        CHECK_THAT(result.err, contains("Saved ") && contains("display"));
        CHECK(std::ranges::count(result.err, '\n') == 3);
        CHECK(filesIn(viewer.home() / ".local/share/shoal/takes").size() == 1);
        CHECK(framesIn(writtenBy(result)) >= 10);
    }
}

TEST_CASE("a reset of the graphics driver leaves a complete film, the take and the scene, with status 3",
          "[app][window][capture][slow]") {
    const ScratchFolder scratch;
    const fs::path reset = scratch.path() / "reset";
    ViewerRun viewer = viewerWith({{"kind", "WebM film"}},
                                  {{"LD_PRELOAD", SHOAL_GL_WATCH}, {"SHOAL_RESET", reset.string()}});
    beginTake(viewer);
    start(viewer);
    waitForFrames(viewer, 10);
    std::ofstream(reset) << "";
    const ProgramResult result = viewer.end();
    CAPTURE(result.err);
    CHECK(result.status == 3);
    CHECK_THAT(result.err, contains("Saved ") && contains("the graphics driver was reset"));
    CHECK(std::ranges::count(result.err, '\n') == 3);
    CHECK(filesIn(viewer.home() / ".local/share/shoal/takes").size() == 1);
    CHECK(framesIn(writtenBy(result)) >= 10);
    CHECK(fs::exists(viewer.home() / ".local/state/shoal/viewer.toml"));
}

TEST_CASE("a disk that stalls stops neither the viewer nor a take, and nothing is lost",
          "[app][window][capture][slow]") {
    const ScratchFolder scratch;
    ViewerRun viewer = viewerWith({{"kind", "folder of PNGs"}, {"pace", "real time"}},
                                  {{"LD_PRELOAD", SHOAL_FAULT_PRELOAD},
                                   {"SHOAL_STALLING", scratch.path().string()},
                                   {"XDG_DATA_HOME", (scratch.path() / "data").string()}});
    const auto steps = [&] { return viewer.probe().at("report").at("steps").get<std::uint64_t>(); };
    const auto goesOn = [&] {
        const std::uint64_t before = steps();
        viewer.waitFor("the flock goes on", [&](const Json& shown) {
            return shown.at("report").at("steps").get<std::uint64_t>() > before + 120;
        });
        viewer.settle();
    };
    beginTake(viewer);
    start(viewer);
    waitForFrames(viewer, 5);
    std::ofstream(scratch.path() / "stall") << "";
    goesOn();
    viewer.waitFor("it says that the disk does not answer", [](const Json& shown) {
        return shown.at("message").get<std::string>().find("the disk does not answer") != std::string::npos;
    });
    viewer.waitFor("frames are dropped",
                   [](const Json& shown) { return shown.at("capture").at("dropped").get<int>() > 0; });
    const double played = viewer.probe().at("take").get<double>();
    viewer.key("F9");
    goesOn();
    const double saved = viewer.probe().at("take").get<double>();
    goesOn();
    CHECK(viewer.probe().at("take") == saved);
    viewer.key("r");
    viewer.waitFor("the flock starts again", [](const Json& shown) { return shown.at("take").is_null(); });
    goesOn();
    fs::remove(scratch.path() / "stall");
    viewer.waitFor("the take is saved", [](const Json& shown) {
        return shown.at("message").get<std::string>().find("find it under Takes") != std::string::npos;
    });
    viewer.clickOn("capture.button");
    const fs::path frames = savedBy(viewer);
    CHECK(std::ranges::count(hashesOf(frames), '\n') >= framesOf(viewer.probe()));
    const auto takes = filesIn(scratch.path() / "data/shoal/takes");
    REQUIRE(takes.size() == 1);
    const ProgramResult replayed = runShoal(
        {.arguments = {"simulate", (scratch.path() / "data/shoal/takes" / takes[0]).string(), "--json"},
         .folder = viewer.workingFolder(),
         .home = {}});
    CAPTURE(replayed.err);
    REQUIRE(replayed.status == 0);
    CHECK(Json::parse(replayed.out).at("steps").get<double>() >= 60.0 * played);
}

TEST_CASE("without ffmpeg a film is refused with a message, and a folder of PNGs works",
          "[app][window][capture][slow]") {
    ViewerRun viewer = viewerWith({{"until_stopped", "false"}, {"length", "0.2"}}, {{"PATH", "/nowhere"}});
    start(viewer);
    viewer.waitFor("it says so", [](const Json& shown) {
        return shown.at("message").get<std::string>().find("ffmpeg") != std::string::npos;
    });
    CHECK(stateOf(viewer.probe()) == "idle");
    choose(viewer, "capture.kind", "folder of PNGs");
    viewer.clickOn("capture.button");
    CHECK(fs::exists(savedBy(viewer) / "frame_00005.png"));
}

}  // namespace shoal::test
