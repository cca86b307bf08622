#include <sys/stat.h>

#include "capture/film/open_sink.hpp"
#include "capture/format/frame_sink.hpp"
#include "capture/gradient.hpp"
#include "png_file.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::gradient;
using test::readPng;
using test::ScratchFolder;

TEST_CASE("a name that ends in .png takes one frame", "[capture][sink]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "one.PNG";
    Result<std::unique_ptr<FrameSink>> sink = openFrameSink(file, {.film = {.size = {8, 6}}});
    REQUIRE(sink);
    CHECK((*sink)->write(gradient(8, 6)));
    CHECK_FALSE((*sink)->write(gradient(8, 6, 1)));
    CHECK((*sink)->finish());
    const Result<Image> read = readPng(file);
    REQUIRE(read);
    CHECK(read->rgba == gradient(8, 6).rgba);
}

TEST_CASE("a recording without a frame is a problem", "[capture][sink]") {
    const ScratchFolder folder;
    Result<std::unique_ptr<FrameSink>> sink =
        openFrameSink(folder.path() / "one.png", {.film = {.size = {8, 6}}});
    REQUIRE(sink);
    CHECK_FALSE((*sink)->finish());
}

TEST_CASE("a name too long for the files beside the recording is refused before the first frame",
          "[capture][sink]") {
    const ScratchFolder folder;
    const Recording recording{.film = {.size = {8, 6}}};
    const auto open = [&](std::size_t stemBytes, const std::string& ending) {
        return openFrameSink(folder.path() / (std::string(stemBytes, 'x') + ending), recording);
    };
    for (const char* ending : {".png", ".mp4", ".webm"}) {
        const auto refused = open(247, ending);
        REQUIRE_FALSE(refused);
        CHECK_THAT(refused.problem().text, contains("too long"));
    }
    CHECK(fs::is_empty(folder.path()));
    const auto picture = open(246, ".png");
    REQUIRE(picture);
    REQUIRE((*picture)->write(gradient(8, 6)));
    CHECK((*picture)->finish());
    const auto film = open(238, ".mp4");
    REQUIRE(film);
    REQUIRE((*film)->write(gradient(8, 6)));
    CHECK((*film)->finish());
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 4);
}

TEST_CASE("a film is refused if its name belongs to a pipe or a device", "[capture][sink]") {
    const ScratchFolder folder;
    fs::create_symlink("/dev/full", folder.path() / "full.mp4");
    REQUIRE(::mkfifo((folder.path() / "pipe.mkv").c_str(), 0600) == 0);
    for (const char* name : {"full.mp4", "pipe.mkv"}) {
        // Fails at once, not only when a program reads the pipe.
        CHECK_FALSE(checkRecording(folder.path() / name, {.size = {8, 6}}));
        const auto sink = openFrameSink(folder.path() / name, {.film = {.size = {8, 6}}});
        REQUIRE_FALSE(sink);
        CHECK_THAT(sink.problem().text, contains(name) && contains("a pipe or a device"));
    }
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);
}

TEST_CASE("a name without an extension becomes a folder of numbered frames", "[capture][sink]") {
    const ScratchFolder folder;
    for (const fs::path& path : {folder.path() / "new" / "frames", folder.path() / "dotted.name" / ""}) {
        Result<std::unique_ptr<FrameSink>> sink =
            openFrameSink(path, {.film = {.size = {8, 6}, .frames = 3}});
        REQUIRE(sink);
        for (int frame = 0; frame < 3; ++frame) {
            REQUIRE((*sink)->write(gradient(8, 6, frame)));
        }
        REQUIRE((*sink)->finish());
        for (int frame = 0; frame < 3; ++frame) {
            const Result<Image> read = readPng(path / ("frame_0000" + std::to_string(frame) + ".png"));
            REQUIRE(read);
            CHECK(read->rgba == gradient(8, 6, frame).rgba);
        }
        CHECK(fs::exists(path / "capture.json"));
        CHECK(std::distance(fs::directory_iterator(path), fs::directory_iterator()) == 4);
    }
}

TEST_CASE("files that are not frames do not block a recording", "[capture][sink]") {
    const ScratchFolder folder;
    for (const char* name : {"frame_1.png", "frame_00000.txt", "frame_abcde.png", "frame_-0001.png",
                             "frame_.png", "photo.png", "frame_00000.png.part"}) {
        std::ofstream(folder.path() / name) << "mine";
    }
    const Recording recording{.film = {.size = {8, 6}, .frames = 2}};
    CHECK(openFrameSink(folder.path(), recording));
    std::ofstream(folder.path() / "frame_100000.png") << "mine";
    const auto sink = openFrameSink(folder.path(), recording);
    REQUIRE_FALSE(sink);
    CHECK_THAT(sink.problem().text, contains("frame_100000.png"));
}

TEST_CASE("an existing folder takes frames whatever its name ends in", "[capture][sink]") {
    const ScratchFolder folder;
    const fs::path path = folder.path() / "take.mp4";
    fs::create_directory(path);
    Result<std::unique_ptr<FrameSink>> sink = openFrameSink(path, {.film = {.size = {8, 6}}});
    REQUIRE(sink);
    CHECK((*sink)->write(gradient(8, 6)));
    CHECK((*sink)->finish());
    CHECK(fs::exists(path / "frame_00000.png"));
}

TEST_CASE("invalid outputs are problems that say what to do", "[capture][sink]") {
    const ScratchFolder folder;
    const auto problemOf = [&](const fs::path& path, const Recording& recording) {
        const Result<std::unique_ptr<FrameSink>> sink = openFrameSink(path, recording);
        REQUIRE_FALSE(sink);
        return sink.problem().text;
    };
    CHECK_THAT(problemOf("", {}), contains("no name"));
    CHECK_THAT(problemOf(folder.path() / "film.avi", {}), contains(".mp4"));
    CHECK_THAT(problemOf(folder.path() / "one.png", {.film = {.frames = 2}}),
               contains("a picture holds one frame"));
    CHECK_THAT(problemOf(folder.path() / "one.png", {.film = {.size = {0, 720}}}), contains("0x720"));
    CHECK_THAT(problemOf(folder.path() / "film.mp4", {.film = {.rate = {0, 1}}}),
               contains("0 frames a second"));
    CHECK_THAT(problemOf(folder.path() / "film.mp4", {.film = {.size = {1, 1}}}), contains("2x2"));
    CHECK_THAT(problemOf(folder.path() / "film.mp4", {.film = {.isTransparent = true}}), contains(".webm"));
    std::ofstream(folder.path() / "file") << "in the way";
    CHECK_THAT(problemOf(folder.path() / "file" / "frames", {}), contains("folder"));
    CHECK_THAT(problemOf(folder.path() / "file", {}), contains("not a folder"));
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

}  // namespace
}  // namespace shoal
