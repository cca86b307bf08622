#include "capture/film/open_sink.hpp"
#include "capture/film_tools.hpp"
#include "capture/record/capture_path.hpp"
#include "capture/record/sidecar.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using namespace test;

Recording sequence(int frames = 6) {
    return {.film = {.size = {8, 6}, .frames = frames},
            .command = {"shoal", "render", "-o", "frames"},
            .start = "reef, seed 1"};
}

/// Writes the first frames of a sequence without finishing it, as when the program is killed.
void begin(const fs::path& folder, const Recording& recording, int frames) {
    const auto sink = opened(folder, recording);
    for (int frame = 0; frame < frames; ++frame) {
        REQUIRE(sink->write(gradient(8, 6, frame)));
    }
}

TEST_CASE("a stopped sequence resumes after its last complete frame", "[capture][resume]") {
    const ScratchFolder scratch;
    for (const bool wasEndedProperly : {false, true}) {
        CAPTURE(wasEndedProperly);
        const fs::path folder = scratch.path() / (wasEndedProperly ? "ended" : "killed");
        begin(folder, sequence(), 2);
        if (wasEndedProperly) {
            const auto sink = opened(folder, sequence());
            REQUIRE(sink->write(gradient(8, 6, 2)));
            REQUIRE(sink->finish("the third"));
        } else {
            // A kill in the middle of a frame leaves this.
            std::ofstream(folder / ".frame_00002.77-0.png") << "half a picture";
        }
        const long long first = wasEndedProperly ? 3 : 2;
        CHECK(freeCapturePath(folder, sequence()) == folder);
        const auto sink = opened(folder, sequence());
        CHECK(sink->firstFrame() == first);
        CHECK_THAT(sink->remark(), contains("resuming after the " + std::to_string(first) + " frames"));
        for (long long frame = first; frame < 6; ++frame) {
            REQUIRE(sink->write(gradient(8, 6, static_cast<int>(frame))));
        }
        REQUIRE(sink->finish("end"));

        const fs::path unbroken = scratch.path() / "unbroken" / std::to_string(wasEndedProperly);
        begin(unbroken, sequence(), 6);
        for (int frame = 0; frame < 6; ++frame) {
            const std::string name = "frame_0000" + std::to_string(frame) + ".png";
            CHECK(bytesOf(folder / name) == bytesOf(unbroken / name));
        }
        const auto read = readSidecar(sidecarPathOf(folder));
        REQUIRE(read);
        CHECK(read->isComplete);
        CHECK(read->frames == 6);
        CHECK(read->scene == "end");
    }
}

TEST_CASE("a stopped sequence can resume on another graphics card, which the sidecar then names",
          "[capture][resume]") {
    const ScratchFolder scratch;
    const fs::path folder = scratch.path() / "frames";
    Recording recording = sequence();
    recording.graphics = "one card";
    begin(folder, recording, 2);
    recording.graphics = "another card";
    const auto sink = opened(folder, recording);
    CHECK(sink->firstFrame() == 2);
    REQUIRE(sink->finish("stopped again"));
    const auto read = readSidecar(sidecarPathOf(folder));
    REQUIRE(read);
    CHECK(read->graphics == "another card");
}

TEST_CASE("another recording, or a complete one, gets its own folder", "[capture][resume]") {
    const ScratchFolder scratch;
    const fs::path folder = scratch.path() / "frames";
    begin(folder, sequence(), 2);
    const auto check = [&](Recording recording, const char* what) {
        CAPTURE(what);
        CHECK(freeCapturePath(folder, recording) == scratch.path() / "frames-2");
        CHECK(freeCapturePath(folder / "", recording) == scratch.path() / "frames-2" / "");
        const auto refused = openFrameSink(folder, recording);
        REQUIRE_FALSE(refused);
        CHECK_THAT(refused.problem().text, contains("frame_00001.png") && contains("--overwrite"));
        recording.mayOverwrite = true;
        CHECK(freeCapturePath(folder, recording) == folder);
    };
    Recording other = sequence();
    other.command.back() = "elsewhere";
    check(other, "command");
    other = sequence();
    other.start = "reef, seed 2";
    check(other, "start");
    other = sequence();
    other.film.size.width = 9;
    check(other, "size");
    other = sequence();
    other.film.rate = {25, 1};
    check(other, "rate");
    check(sequence(7), "number of frames");
    other = sequence();
    other.film.isTransparent = true;
    check(other, "transparency");
    other = sequence();
    other.command.clear();
    check(other, "no command: cannot be known to be the same");

    // A sequence with a gap cannot be resumed.
    fs::remove(folder / "frame_00000.png");
    check(sequence(), "gap");

    const fs::path complete = scratch.path() / "complete";
    record(complete, sequence(3));
    CHECK(freeCapturePath(complete, sequence(3)) == scratch.path() / "complete-2");
}

TEST_CASE("a sequence with all frames but no end is complete, and gets its end", "[capture][resume]") {
    const ScratchFolder scratch;
    const fs::path folder = scratch.path() / "frames";
    begin(folder, sequence(3), 3);
    const auto sink = opened(freeCapturePath(folder, sequence(3)), sequence(3));
    CHECK(sink->firstFrame() == 3);
    REQUIRE(sink->finish("end"));
    CHECK(readSidecar(sidecarPathOf(folder))->isComplete);
}

TEST_CASE("taken names get numbers", "[capture][resume]") {
    const ScratchFolder scratch;
    const fs::path& folder = scratch.path();
    const Recording recording;
    CHECK(freeCapturePath(folder / "a.mp4", recording) == folder / "a.mp4");
    std::ofstream(folder / "a.mp4") << "mine";
    CHECK(freeCapturePath(folder / "a.mp4", recording) == folder / "a-2.mp4");
    // A sidecar counts as the user's file as well.
    std::ofstream(folder / "a-2.mp4.json") << "mine";
    CHECK(freeCapturePath(folder / "a.mp4", recording) == folder / "a-3.mp4");
    CHECK(freeCapturePath("/dev/null", recording) == "/dev/null");
    fs::create_symlink("/dev/full", folder / "full.png");
    CHECK(freeCapturePath(folder / "full.png", recording) == folder / "full.png");
    fs::create_directory(folder / "empty");
    CHECK(freeCapturePath(folder / "empty", recording) == folder / "empty");
    fs::create_directory(folder / "folder.mp4");
    CHECK(freeCapturePath(folder / "folder.mp4", recording) == folder / "folder.mp4");
    CHECK(freeCapturePath(".", recording) == ".");
    CHECK(freeCapturePath("plain.png", recording) == "plain.png");
}

}  // namespace
}  // namespace shoal
