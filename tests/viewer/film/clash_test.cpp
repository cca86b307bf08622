// Colliding runs of shoal: at the same name, at a limit and at failing calls.

#include <set>

#include "capture/film/ffprobe.hpp"
#include "capture/record/sidecar.hpp"
#include "png_file.hpp"
#include "program/program_run.hpp"
#include "scratch_folder.hpp"
#include "viewer/files/user_files.hpp"
#include "viewer/film/render_call.hpp"

namespace shoal::test {

namespace {

namespace fs = std::filesystem;

constexpr int kAtOnce = 4;
constexpr const char* kEarlierTable =
    "schema,seed,step,seconds,species,boids,polarisation\n"
    "9\n";

/// Starts several programs at the same time; returns the capture names that they report.
std::set<std::string> namesWritten(const ProgramCall& call) {
    std::vector<std::unique_ptr<RunningProgram>> programs;
    for (int program = 0; program < kAtOnce; ++program) {
        programs.push_back(std::make_unique<RunningProgram>(shoalProgram(), call));
    }
    std::set<std::string> names;
    for (const auto& program : programs) {
        const ProgramResult result = program->wait();
        CAPTURE(result.err);
        CHECK(result.status == 0);
        const auto at = result.err.rfind("wrote ");
        REQUIRE(at != std::string::npos);
        names.insert(result.err.substr(at + 6, result.err.find('\n', at) - at - 6));
    }
    return names;
}

/// Counts the lines of a program's messages. Ignores progress lines, which only slow runs print.
int linesIn(const std::string& messages) {
    std::istringstream text(messages);
    int lines = 0;
    for (std::string line; std::getline(text, line);) {
        lines += line.starts_with("frames ") ? 0 : 1;
    }
    return lines;
}

}  // namespace

TEST_CASE("programs that render to one name at the same time all keep their output", "[app][render][clash]") {
    const ScratchFolder scratch;
    CHECK(namesWritten(renderCall(scratch, "x.png", "1")) ==
          std::set<std::string>{"x.png", "x-2.png", "x-3.png", "x-4.png"});
    CHECK(namesWritten(renderCall(scratch, "x.mp4", "3")) ==
          std::set<std::string>{"x.mp4", "x-2.mp4", "x-3.mp4", "x-4.mp4"});
    CHECK(namesWritten(renderCall(scratch, "x", "3")) == std::set<std::string>{"x", "x-2", "x-3", "x-4"});
    for (const std::string name : {"x", "x-2", "x-3", "x-4"}) {
        CAPTURE(name);
        CHECK(readPng(scratch.path() / (name + ".png")));
        const auto frames = countFrames(scratch.path() / (name + ".mp4"));
        CHECK((frames && *frames == 3));
        CHECK(filesIn(scratch.path() / name).size() == 4);
        for (const std::string& file : {name + ".png", name + ".mp4"}) {
            const auto record = readSidecar(scratch.path() / (file + ".json"));
            REQUIRE(record);
            CHECK(record->file == file);
        }
    }
    CHECK(filesIn(scratch.path()).size() == std::size_t{kAtOnce} * (2 + 2 + 1 + 4));
}

TEST_CASE("pictures and takes saved within one second each get a name", "[app][clash]") {
    const ScratchFolder scratch;
    std::vector<std::thread> threads;
    std::vector<fs::path> paths(2 * kAtOnce);
    for (std::size_t thread = 0; thread < paths.size(); ++thread) {
        threads.emplace_back([&, thread] {
            const auto saved = thread % 2 == 0 ? saveScreenshot(Image(4, 3), "reef", scratch.path())
                                               : saveTakeIn(scratch.path(), "reef", Take());
            paths[thread] = saved ? *saved : fs::path();
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(std::set<fs::path>(paths.begin(), paths.end()).size() == paths.size());
    CHECK(filesIn(scratch.path()).size() == paths.size());
}

TEST_CASE("a file size limit is reported like a full disk", "[app][faults]") {
    const ScratchFolder scratch;
    // `ulimit -f` counts blocks of 512 bytes.
    const fs::path limited = scratch.path() / "limited";
    std::ofstream(limited) << "#!/bin/sh\nulimit -f 40\nexec \"$@\"\n";
    fs::permissions(limited, fs::perms::owner_all);
    std::ofstream(scratch.path() / "steps.csv") << kEarlierTable;
    const std::vector<std::vector<std::string>> calls{
        {"render", "-o", "x.png", "--boids", "50", "--size", "640x360"},
        {"render", "-o", "x.mp4", "--boids", "50", "--size", "320x180", "--frames", "60"},
        {"simulate", "--steps", "4000", "--boids", "50", "--every", "1", "--csv", "steps.csv", "--measure",
         "polarisation"}};
    for (std::vector<std::string> arguments : calls) {
        CAPTURE(arguments);
        const bool isFilm = arguments[2] == "x.mp4";
        const bool isRender = arguments[0] == "render";
        arguments.insert(arguments.begin(), shoalProgram());
        const ProgramResult result =
            RunningProgram(limited.string(), {.arguments = arguments, .folder = scratch.path(), .home = {}})
                .wait();
        CAPTURE(result.err);
        CHECK(result.status == (isRender ? 5 : 1));
        CHECK(linesIn(result.err) == 1);
        CHECK_THAT(result.err, contains("File too large"));
        CHECK((!isFilm || result.err.find("x.partial.mkv") != std::string::npos));
    }
    CHECK_FALSE(fs::exists(scratch.path() / "x.png"));
    CHECK_FALSE(fs::exists(scratch.path() / "x.mp4"));
    CHECK(readText(scratch.path() / "steps.csv") == kEarlierTable);
}

namespace {

/// Runs the program repeatedly, failing every `step`-th call of that kind, one per run, until none is left.
void failEach(const std::vector<std::string>& arguments, const std::string& kind, int step) {
    for (int number = 1;; number += step) {
        CAPTURE(arguments, kind, number);
        const ScratchFolder scratch;
        const ScratchFolder aside;
        for (const char* name : {"x.png", "x.mp4"}) {
            std::ofstream(scratch.path() / name) << "mine";
        }
        std::ofstream(scratch.path() / "x.csv") << kEarlierTable;
        const fs::path fired = aside.path() / "fired";
        const ProgramResult result =
            runShoal({.arguments = arguments,
                      .folder = scratch.path(),
                      .home = aside.path(),
                      .environment = {{"LD_PRELOAD", SHOAL_FAULT_PRELOAD},
                                      {"SHOAL_FAULT", kind + ":" + std::to_string(number)},
                                      {"SHOAL_FAULT_FIRED", fired.string()},
                                      {"MESA_SHADER_CACHE_DISABLE", "true"}}});
        CAPTURE(result.err);
        const bool isGood = result.status == 0;
        CHECK((isGood || result.status == 1 || result.status == 5));
        CHECK(linesIn(result.err) == (isGood && arguments[0] == "simulate" ? 0 : 1));
        CHECK(readText(scratch.path() / "x.png") == "mine");
        CHECK(readText(scratch.path() / "x.mp4") == "mine");
        if (!isGood) {
            CHECK(readText(scratch.path() / "x.csv") == kEarlierTable);
        }
        for (const std::string& name : filesIn(scratch.path())) {
            CAPTURE(name);
            CHECK(name.find(".shoal-") == std::string::npos);
            const fs::path file = scratch.path() / name;
            CHECK((name == "x.png" || file.extension() != ".png" || readPng(file)));
            CHECK((name == "x.mp4" || file.extension() != ".mp4" || countFrames(file)));
        }
        if (!fs::exists(fired)) {
            CHECK(isGood);
            return;
        }
    }
}

void failCalls(int step) {
    const std::vector<std::vector<std::string>> calls{
        {"simulate", "--steps", "30", "--boids", "50", "--every", "10", "--csv", "x.csv", "--measure",
         "polarisation"},
        {"render", "-o", "x.png", "--boids", "50", "--size", "64x36"},
        {"render", "-o", "x", "--boids", "50", "--size", "64x36", "--frames", "6"},
        {"render", "-o", "x.mp4", "--boids", "50", "--size", "64x36", "--frames", "6"}};
    for (const auto& arguments : calls) {
        for (const char* kind : {"write", "sync", "rename", "spawn"}) {
            failEach(arguments, kind, step);
        }
    }
}

}  // namespace

TEST_CASE("the program survives calls that fail", "[app][faults][slow]") {
    failCalls(9);
}

// Takes minutes: fails every single call.
TEST_CASE("the program survives each call that fails", "[.exhaustive][app]") {
    failCalls(1);
}

}  // namespace shoal::test
