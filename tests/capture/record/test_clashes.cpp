// Recordings that want the same name at the same time.

#include <atomic>
#include <set>

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

constexpr int kClashWidth = 32;
constexpr int kClashHeight = 24;
constexpr int kAtOnce = 4;

Recording formatOf(int frames) {
    return {.film = {.size = {kClashWidth, kClashHeight}, .rate = {10, 1}, .frames = frames}};
}

std::unique_ptr<FrameSink> openedFree(const fs::path& path, const Recording& recording) {
    auto sink = openFreeFrameSink(path, recording);
    INFO((sink ? std::string() : sink.problem().text));
    REQUIRE(sink);
    return std::move(*sink);
}

/// Makes recordings 1 to kAtOnce at the same time, films with as many frames as their number; returns their
/// paths.
std::vector<fs::path> recordAtOnce(const fs::path& path, bool isPicture) {
    std::vector<fs::path> paths(kAtOnce);
    std::atomic<int> ready{0};
    std::vector<std::thread> threads;
    for (int number = 1; number <= kAtOnce; ++number) {
        threads.emplace_back([&, number] {
            const int frames = isPicture ? 1 : number;
            auto sink = openFreeFrameSink(path, formatOf(frames));
            ++ready;
            while (ready < kAtOnce) {
                std::this_thread::yield();
            }
            bool isGood = static_cast<bool>(sink);
            for (int frame = 0; isGood && frame < frames; ++frame) {
                isGood = static_cast<bool>(
                    (*sink)->write(gradient(kClashWidth, kClashHeight, number, true), "scene"));
            }
            if (isGood && (*sink)->finish()) {
                paths[static_cast<std::size_t>(number - 1)] = (*sink)->path();
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return paths;
}

void checkAll(const fs::path& path, const std::vector<fs::path>& paths) {
    CHECK(std::set<fs::path>(paths.begin(), paths.end()).size() == kAtOnce);
    CHECK(std::count(paths.begin(), paths.end(), path) == 1);
    for (int number = 1; number <= kAtOnce; ++number) {
        const fs::path& each = paths[static_cast<std::size_t>(number - 1)];
        CAPTURE(number, each);
        const auto record = readSidecar(sidecarPathOf(each));
        REQUIRE(record);
        CHECK(record->file == each.filename());
        if (hasOutput(each, FileFormat::Output::film)) {
            CHECK(playableFrames(each) == number);
        } else {
            const bool isFolder = fs::is_directory(each);
            CHECK((isFolder ? countFiles(each) == number + 1 : true));
            const auto picture = test::readPng(isFolder ? each / "frame_00000.png" : each);
            REQUIRE(picture);
            CHECK(picture->rgba == gradient(kClashWidth, kClashHeight, number, true).rgba);
        }
    }
}

TEST_CASE("recordings that start at once under one name are all kept", "[capture][clash]") {
    for (const std::string name : {"still.png", "frames", "film.mp4", "film.gif"}) {
        CAPTURE(name);
        const ScratchFolder scratch;
        const fs::path path = scratch.path() / name;
        checkAll(path, recordAtOnce(path, name == "still.png"));
        CHECK(countFiles(scratch.path()) == (name == "frames" ? kAtOnce : 2 * kAtOnce));
    }
}

TEST_CASE("a picture that opens while another one finishes gets the next number", "[capture][clash]") {
    constexpr int kRounds = 40;
    const ScratchFolder scratch;
    const fs::path path = scratch.path() / "still.png";
    std::atomic<int> refused{0};
    std::vector<std::thread> threads;
    for (int number = 0; number < kAtOnce; ++number) {
        threads.emplace_back([&] {
            for (int round = 0; round < kRounds; ++round) {
                auto sink = openFreeFrameSink(path, formatOf(1));
                const bool isKept =
                    sink && (*sink)->write(gradient(kClashWidth, kClashHeight), "scene") && (*sink)->finish();
                refused += isKept ? 0 : 1;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(refused == 0);
    CHECK(countFiles(scratch.path()) == 2 * kAtOnce * kRounds);
}

TEST_CASE("pictures get distinct names on file systems without a rename that replaces nothing",
          "[capture][clash]") {
    const ScratchFolder scratch;
    setLacksRenameNew(true);
    const auto paths = recordAtOnce(scratch.path() / "still.png", true);
    setLacksRenameNew(false);
    checkAll(scratch.path() / "still.png", paths);
    CHECK(countFiles(scratch.path()) == 2 * kAtOnce);
}

TEST_CASE("a picture whose name is taken while it is drawn gets the next number", "[capture][clash]") {
    const ScratchFolder scratch;
    const fs::path path = scratch.path() / "still.png";
    std::ofstream(path) << "first";
    const auto sink = openedFree(path, formatOf(1));
    CHECK(sink->path() == scratch.path() / "still-2.png");
    std::ofstream(scratch.path() / "still-2.png") << "mine";
    REQUIRE(sink->write(gradient(kClashWidth, kClashHeight), "scene"));
    REQUIRE(sink->finish());
    CHECK(sink->path() == scratch.path() / "still-3.png");
    CHECK(bytesOf(path) == "first");
    CHECK(bytesOf(scratch.path() / "still-2.png") == "mine");
    CHECK(test::readPng(scratch.path() / "still-3.png"));
    const auto record = readSidecar(scratch.path() / "still-3.png.json");
    REQUIRE(record);
    CHECK(record->file == "still-3.png");
}

TEST_CASE("a dangling link counts as a taken name", "[capture][clash]") {
    const ScratchFolder scratch;
    fs::create_symlink("nowhere", scratch.path() / "still.png");
    fs::create_symlink("nowhere", scratch.path() / "still-2.png");
    for (const bool isAsked : {false, true}) {
        const auto sink = isAsked ? opened(scratch.path() / "still.png", formatOf(1))
                                  : openedFree(scratch.path() / "still.png", formatOf(1));
        REQUIRE(sink->write(gradient(kClashWidth, kClashHeight)));
        REQUIRE(sink->finish());
        CHECK(sink->path() == scratch.path() / (isAsked ? "still-4.png" : "still-3.png"));
    }
    CHECK(fs::is_symlink(scratch.path() / "still.png"));
}

TEST_CASE("a folder being recorded to is refused to others until the recording ends", "[capture][clash]") {
    const ScratchFolder scratch;
    const fs::path folder = scratch.path() / "frames";
    Recording recording = formatOf(3);
    recording.command = {"shoal", "render"};
    {
        const auto first = openedFree(folder, recording);
        REQUIRE(first->write(gradient(kClashWidth, kClashHeight, 0)));
        for (const bool mayOverwrite : {false, true}) {
            Recording other = recording;
            other.mayOverwrite = mayOverwrite;
            const auto refused = openFrameSink(folder, other);
            REQUIRE_FALSE(refused);
            CHECK_THAT(refused.problem().text, contains("frames") && contains("another recording"));
        }
        CHECK(openedFree(folder, recording)->path() == scratch.path() / "frames-2");
        CHECK(openedFree(folder / "", recording)->path() == scratch.path() / "frames-2" / "");
    }
    CHECK(openedFree(folder, recording)->firstFrame() == 1);
}

TEST_CASE("frames and records of other programs are not replaced", "[capture][clash]") {
    const ScratchFolder scratch;
    const fs::path folder = scratch.path() / "frames";
    {
        const auto sink = openedFree(folder, formatOf(2));
        std::ofstream(folder / "frame_00000.png") << "mine";
        const Outcome written = sink->write(gradient(kClashWidth, kClashHeight));
        REQUIRE_FALSE(written);
        CHECK_THAT(written.problem().text, contains("frame_00000.png") && contains("taken"));
    }
    CHECK(bytesOf(folder / "frame_00000.png") == "mine");

    const fs::path other = scratch.path() / "other";
    fs::create_directory(other);
    std::ofstream(other / "capture.json") << "mine";
    CHECK_FALSE(openFrameSink(other, formatOf(2)));
    CHECK(openedFree(other, formatOf(2))->path() == scratch.path() / "other-2");
    CHECK(bytesOf(other / "capture.json") == "mine");
}

TEST_CASE("a recording keeps the films of killed ones", "[capture][clash]") {
    for (const std::string name : {"still.png", "frames", "film.mp4"}) {
        CAPTURE(name);
        const ScratchFolder scratch;
        const fs::path folder = name == "frames" ? scratch.path() / name : scratch.path();
        fs::create_directories(folder);
        std::ofstream(folder / "old.partial.mkv") << "half";
        record(scratch.path() / name, formatOf(1));
        CHECK(bytesOf(folder / "old.partial.mkv") == "half");
    }
}

}  // namespace
}  // namespace shoal
