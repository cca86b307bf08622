// shoal render under faults: the files that it leaves and the messages that it prints.

#include <cstdlib>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "capture/film/ffprobe.hpp"
#include "capture/record/sidecar.hpp"
#include "png_file.hpp"
#include "program/program_run.hpp"
#include "scratch_folder.hpp"
#include "viewer/film/render_call.hpp"

namespace shoal::test {

namespace {

namespace fs = std::filesystem;

long long playableFramesIn(const fs::path& film) {
    const auto count = countFrames(film);
    return count ? count->value_or(-1) : -1;
}

long long picturesIn(const fs::path& folder) {
    const auto names = fs::exists(folder) ? filesIn(folder) : std::vector<std::string>();
    return std::count_if(names.begin(), names.end(),
                         [](const auto& name) { return name.starts_with("frame_"); });
}

/// Returns the number before " of 100000 frames".
long long framesSaid(const std::string& text) {
    const auto end = text.find(" of ");
    const auto start = text.rfind(' ', end - 1);
    return end == std::string::npos ? -1 : std::strtoll(text.c_str() + start, nullptr, 10);
}

}  // namespace

TEST_CASE("a stopped film keeps its partial name, and is playable with the frames so far",
          "[app][render][faults]") {
    for (const auto& [output, number, status] :
         {std::tuple{"x.mp4", SIGINT, 130}, std::tuple{"x.gif", SIGTERM, 143},
          std::tuple{"x.webm", SIGHUP, 129}, std::tuple{"x.apng", SIGTERM, 143},
          std::tuple{"x.mkv", SIGTERM, 143}}) {
        CAPTURE(output, number);
        const ScratchFolder scratch;
        RunningProgram program(shoalProgram(), renderCall(scratch, output, "100000"));
        const fs::path partial = scratch.path() / "x.partial.mkv";
        REQUIRE(waitUntil([&] { return fs::exists(partial) && fs::file_size(partial) > 4000; }, 60.0));
        program.signal(number);
        const ProgramResult result = program.wait();
        CAPTURE(result.err);
        CHECK(result.status == status);
        CHECK_THAT(result.err, contains("stopped after ") && contains("x.partial.mkv holds them"));
        CHECK(filesIn(scratch.path()) == std::vector<std::string>{"x.partial.mkv", "x.partial.mkv.json"});
        CHECK(playableFramesIn(partial) == framesSaid(result.err));
        const auto record = readSidecar(sidecarPathOf(partial));
        REQUIRE(record);
        CHECK_FALSE(record->isComplete);
        CHECK(record->frames == framesSaid(result.err));
        CHECK(record->framesAsked == 100000);
    }
}

TEST_CASE("a signal takes effect before the current frame is complete", "[app][render][faults]") {
    const ScratchFolder scratch;
    ProgramCall call = renderCall(scratch, "x", "5");
    call.arguments[6] = "2048x2048";
    // Its first frame takes longer than the time limit of the call.
    call.arguments.insert(call.arguments.end(),
                          {"--supersample", "2", "--shutter", "180", "--exposures", "1000"});
    RunningProgram program(shoalProgram(), call);
    REQUIRE(waitUntil([&] { return fs::exists(scratch.path() / "x"); }, 60.0));
    program.signal(SIGTERM);
    const ProgramResult result = program.wait();
    CAPTURE(result.err);
    CHECK(result.status == 143);
    CHECK_THAT(result.err, contains("stopped"));
}

TEST_CASE("a killed program leaves a film that plays and holds its scene", "[app][render][faults]") {
    const ScratchFolder scratch;
    const fs::path partial = scratch.path() / "x.partial.mkv";
    const fs::path record = sidecarPathOf(partial);
    {
        RunningProgram program(shoalProgram(), renderCall(scratch, "x.webm", "100000"));
        REQUIRE(waitUntil([&] { return playableFramesIn(partial) > 40; }, 60.0));
        program.signal(SIGKILL);
        CHECK(program.wait().status == 137);
    }
    // ffmpeg writes the index and the length when its input ends, then exits by itself.
    CHECK(waitUntil([&] { return playableFramesIn(partial) > 40; }, 60.0));
    CHECK(fs::exists(record));
    // Rendered from the sidecar, the film begins the same.
    REQUIRE(runShoal(renderCall(scratch, "begin.png", "1")).status == 0);
    const auto wanted = readPng(scratch.path() / "begin.png");
    REQUIRE(wanted);
    const auto render =
        runShoal({.arguments = {"render", "x.partial.mkv", "-o", "by-record.png", "--size", "64x36"},
                  .folder = scratch.path(),
                  .home = {}});
    CAPTURE(render.err);
    REQUIRE(render.status == 0);
    const auto picture = readPng(scratch.path() / "by-record.png");
    REQUIRE(picture);
    CHECK(picture->rgba == wanted->rgba);
    const auto played = runShoal(
        {.arguments = {"simulate", "x.partial.mkv", "--json"}, .folder = scratch.path(), .home = {}});
    CAPTURE(played.err);
    REQUIRE(played.status == 0);
    // The partial film has over 40 frames, at 30 a second: the sidecar covers at least the first second.
    CHECK(nlohmann::json::parse(played.out).at("steps").get<int>() >= 60);
    // The names of the partial film are taken; the next film leaves them alone.
    const ProgramResult next = runShoal(renderCall(scratch, "x.webm", "3"));
    CAPTURE(next.err);
    CHECK(next.status == 0);
    CHECK(playableFramesIn(scratch.path() / "x.webm") == 3);
    CHECK(fs::exists(partial));
}

TEST_CASE("a stopped and resumed sequence equals an uninterrupted one", "[app][render][faults][slow]") {
    const ScratchFolder scratch;
    const auto call = [&](const std::string& output) {
        ProgramCall made = renderCall(scratch, output, "150");
        // A camera that follows the flock and frame times between steps would expose any state that drawing
        // changes.
        made.arguments.insert(made.arguments.end(), {"--fps", "50", "--camera", "follow", "--warmup", "0.5"});
        return made;
    };
    for (const int number : {SIGTERM, SIGKILL}) {
        CAPTURE(number);
        const long long before = picturesIn(scratch.path() / "x");
        RunningProgram program(shoalProgram(), call("x"));
        REQUIRE(waitUntil([&] { return picturesIn(scratch.path() / "x") >= before + 3; }, 60.0));
        program.signal(number);
        const ProgramResult result = program.wait();
        CAPTURE(result.err);
        CHECK(result.status == 128 + number);
        CHECK(picturesIn(scratch.path() / "x") < 150);
    }
    const ProgramResult last = runShoal(call("x"));
    CAPTURE(last.err);
    REQUIRE(last.status == 0);
    CHECK_THAT(last.err, contains("x: resuming after the ") && contains("wrote x"));
    REQUIRE(runShoal(call("y")).status == 0);
    CHECK(picturesIn(scratch.path() / "x") == 150);
    for (int frame = 0; frame < 150; ++frame) {
        const std::string name = fmt::format("frame_{:05}.png", frame);
        CAPTURE(name);
        CHECK((readText(scratch.path() / "x" / name) == readText(scratch.path() / "y" / name)));
    }
    const auto record = readSidecar(scratch.path() / "x" / "capture.json");
    REQUIRE(record);
    CHECK(record->isComplete);
    CHECK(record->frames == 150);
    // A complete sequence is not resumed.
    CHECK_THAT(runShoal(call("x")).err, contains("wrote x-2"));
}

TEST_CASE("a film replaces no existing file unless asked to", "[app][render][faults]") {
    const ScratchFolder scratch;
    REQUIRE(runShoal(renderCall(scratch, "x.mp4", "3")).status == 0);
    const ProgramResult second = runShoal(renderCall(scratch, "x.mp4", "4"));
    CHECK(second.status == 0);
    CHECK_THAT(second.err, contains("wrote x-2.mp4"));
    CHECK(playableFramesIn(scratch.path() / "x.mp4") == 3);
    CHECK(playableFramesIn(scratch.path() / "x-2.mp4") == 4);
    ProgramCall replacing = renderCall(scratch, "x.mp4", "5");
    replacing.arguments.emplace_back("--overwrite");
    CHECK(runShoal(replacing).status == 0);
    CHECK(playableFramesIn(scratch.path() / "x.mp4") == 5);
    CHECK(filesIn(scratch.path()) ==
          std::vector<std::string>{"x-2.mp4", "x-2.mp4.json", "x.mp4", "x.mp4.json"});
}

TEST_CASE("a film reports cropping, and refuses a rate that its format cannot hold",
          "[app][render][faults]") {
    const ScratchFolder scratch;
    ProgramCall odd = renderCall(scratch, "x.mp4", "2");
    odd.arguments[6] = "65x37";
    const ProgramResult cropped = runShoal(odd);
    CHECK(cropped.status == 0);
    CHECK_THAT(cropped.err, contains("x.mp4: cropped from 65x37 to 64x36"));

    CHECK(runShoal(renderCall(scratch, "x.gif", "2")).status == 0);
    const auto record = readSidecar(scratch.path() / "x.gif.json");
    REQUIRE(record);
    CHECK(record->rate == FrameRate{20, 1});
    ProgramCall tooFast = renderCall(scratch, "y.gif", "2");
    tooFast.arguments.insert(tooFast.arguments.end(), {"--fps", "30"});
    const ProgramResult refused = runShoal(tooFast);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, contains("y.gif") && contains("hundredths"));
}

TEST_CASE("a film that takes long to finish reports its progress", "[app][render][slow]") {
    const ScratchFolder scratch;
    const fs::path programs = scratch.path() / "programs";
    fs::create_directory(programs);
    std::ofstream(programs / "ffmpeg") << "#!/bin/sh\nPATH=${PATH#*:}\n"
                                          "case \"$*\" in *paletteuse*)\n"
                                          "printf 'frame=3\\nprogress=continue\\n'\n"
                                          "until [ -e programs/go ]; do sleep 0.02; done;; esac\n"
                                          "exec ffmpeg \"$@\"\n";
    fs::permissions(programs / "ffmpeg", fs::perms::owner_all);
    ProgramCall call = renderCall(scratch, "x.gif", "6");
    call.environment = {{"PATH", programs.string() + ":" + std::getenv("PATH")}};
    RunningProgram program(shoalProgram(), call);
    // All of the first pass and half of the second.
    CHECK(waitUntil([&] { return program.errSoFar().find("frames finished 4/6, 0:") != std::string::npos; },
                    120.0));
    std::ofstream(programs / "go") << "go";
    const ProgramResult result = program.wait();
    CAPTURE(result.err);
    CHECK(result.status == 0);
    CHECK_THAT(result.err, contains("wrote x.gif"));
    CHECK(playableFramesIn(scratch.path() / "x.gif") == 6);
}

TEST_CASE("without ffmpeg a film is refused in one line, and pictures still work", "[app][render][faults]") {
    const ScratchFolder scratch;
    ProgramCall film = renderCall(scratch, "x.mp4", "2");
    film.environment = {{"PATH", "/nonexistent"}};
    const ProgramResult refused = runShoal(film);
    CHECK(refused.status == 5);
    CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
    CHECK_THAT(refused.err, contains("x.mp4") && contains("ffmpeg") && contains("folder"));
    CHECK(filesIn(scratch.path()).empty());
    ProgramCall pictures = renderCall(scratch, "x", "2");
    pictures.environment = film.environment;
    CHECK(runShoal(pictures).status == 0);
    CHECK(picturesIn(scratch.path() / "x") == 2);
}

TEST_CASE("an unwritable destination is refused before the warm-up, in one line that names it",
          "[app][render][faults]") {
    const ScratchFolder scratch;
    for (const char* output : {"nowhere/x.mp4", "/proc/x.mp4", "/proc/x", "nowhere/x.png"}) {
        ProgramCall call = renderCall(scratch, output, "1");
        call.arguments.insert(call.arguments.end(), {"--warmup", "80000"});  // minutes
        const ProgramResult refused = runShoal(call);
        CAPTURE(refused.err);
        CHECK(refused.status == 5);
        CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
        CHECK_THAT(refused.err, contains(output));
    }
    CHECK(filesIn(scratch.path()).empty());
}

}  // namespace shoal::test
