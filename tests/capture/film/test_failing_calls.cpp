// Captures in which one system call or one allocation fails, each in turn.

#include <system_error>

#include "capture/film/film_writer.hpp"
#include "capture/film/open_sink.hpp"
#include "capture/film_tools.hpp"
#include "capture/format/file_format.hpp"
#include "capture/record/capture_path.hpp"
#include "capture/record/sidecar.hpp"
#include "fault_points.hpp"
#include "png_file.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using namespace test;

constexpr int kFailingWidth = 64;
constexpr int kFailingHeight = 36;
constexpr int kFailingFrames = 6;

/// Records through the writer's thread, as the program does; returns why that failed. Exceptions of the
/// calling thread, such as running out of memory, are for the program to report.
std::optional<std::string> problemRecording(const fs::path& path) {
    try {
        const int frames = path.extension() == ".png" ? 1 : kFailingFrames;
        auto sink = openFreeFrameSink(
            path, {.film = {.size = {kFailingWidth, kFailingHeight}, .rate = {10, 1}, .frames = frames},
                   .command = {"shoal", "render"}});
        if (!sink) {
            return sink.problem().text;
        }
        FilmWriter writer(std::move(*sink), 2);
        for (int frame = 0; frame < frames; ++frame) {
            if (auto pushed = writer.push({.image = gradient(kFailingWidth, kFailingHeight, frame, true),
                                           .scene = "a scene, longer than what fits into a short string"});
                !pushed) {
                return pushed.problem().text;
            }
        }
        writer.finish("the whole scene, longer than what fits into a short string");
        const Outcome ended = writer.wait();
        return ended ? std::nullopt : std::optional(ended.problem().text);
    } catch (const std::bad_alloc&) {
        return "out of memory";
    } catch (const std::system_error& error) {
        return error.what();
    }
}

bool isWhole(const fs::path& path) {
    if (hasOutput(path, FileFormat::Output::picture)) {
        return static_cast<bool>(test::readPng(path));
    }
    if (hasOutput(path, FileFormat::Output::film)) {
        return playableFrames(path) == kFailingFrames;
    }
    for (const auto& entry : fs::directory_iterator(path)) {
        if (entry.path().extension() == ".png" && !test::readPng(entry.path())) {
            return false;
        }
    }
    return true;
}

/// Checks that no temporary file remains and that each film or picture is valid.
void checkLeft(const fs::path& folder, bool isDone) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        CAPTURE(name);
        CHECK_FALSE(name.starts_with('.'));
        if (name.ends_with(".json")) {
            CHECK(readSidecar(entry.path()));
        } else if (name.find(".partial") != std::string::npos) {
            CHECK_FALSE(isDone);
        } else if (entry.is_directory() || bytesOf(entry.path()) != "mine") {
            CHECK(isWhole(entry.path()));
        }
    }
}

/// Fails every `step`-th call of that kind, one per run, until none is left; returns how many failed.
int failEach(const std::string& name, Fault kind, int step) {
    int fired = 0;
    for (int number = 1;; number += step) {
        CAPTURE(name, static_cast<int>(kind), number);
        const ScratchFolder scratch;
        std::ofstream(scratch.path() / "x.png") << "mine";
        std::ofstream(scratch.path() / "x.mp4") << "mine";
        const fs::path path = scratch.path() / name;
        armFault(kind, number);
        const auto problem = problemRecording(path);
        const bool hasFired = disarmFault();
        CAPTURE(problem.value_or("no problem"));
        CHECK(bytesOf(scratch.path() / "x.png") == "mine");
        CHECK(bytesOf(scratch.path() / "x.mp4") == "mine");
        checkLeft(scratch.path(), !problem);
        if (problem) {
            CHECK_FALSE(problem->empty());
            CHECK(problem->find('\n') == std::string::npos);
        }
        if (!hasFired) {
            CHECK_FALSE(problem);
            return fired;
        }
        ++fired;
    }
}

TEST_CASE("a capture survives any call that fails", "[capture][faults]") {
    for (const std::string name : {"x.png", "x", "x.mp4"}) {
        for (const Fault kind : {Fault::write, Fault::sync, Fault::rename}) {
            CHECK(failEach(name, kind, name == "x.png" ? 1 : 3) > 0);
        }
    }
    CHECK(failEach("x.mp4", Fault::spawn, 1) >= 3);
}

TEST_CASE("a capture survives running out of memory", "[capture][faults]") {
    CHECK(failEach("x.png", Fault::memory, 7) > 5);
    CHECK(failEach("x", Fault::memory, 53) > 5);
    CHECK(failEach("x.mp4", Fault::memory, 97) > 2);
}

// Takes minutes: fails every single call.
TEST_CASE("a capture survives each call and each allocation that fails", "[.exhaustive][capture]") {
    for (const std::string name : {"x.png", "x", "x.mp4", "x.gif", "x.apng"}) {
        for (const Fault kind : {Fault::write, Fault::sync, Fault::rename, Fault::spawn, Fault::memory}) {
            failEach(name, kind, 1);
        }
    }
}

}  // namespace
}  // namespace shoal
