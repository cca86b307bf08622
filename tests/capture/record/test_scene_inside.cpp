#include "capture/film/captured_scene.hpp"
#include "capture/film_tools.hpp"
#include "capture/picture/png.hpp"
#include "capture/record/sidecar.hpp"
#include "png_file.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using namespace test;

/// Returns a megabyte of text that could break any of the formats.
std::string awkwardText() {
    std::string text = "take = 2\nversion = 1\n";
    while (text.size() < (1u << 20)) {
        text += "name = \"Süß 'fish' 魚🐟\" ; # = \\ \\n %s $HOME\n[table]\t<a & b>\r\n\n  end\\\n";
    }
    return text + "\\";
}

void checkScene(const fs::path& file, const std::string& wanted) {
    const auto scene = readCapturedScene(file);
    INFO((scene ? std::string() : scene.problem().text));
    REQUIRE(scene);
    CHECK((*scene == wanted));  // in brackets, so that Catch2 does not print two megabytes
}

TEST_CASE("every kind of capture returns its scene", "[capture][scene][slow]") {
    const ScratchFolder folder;
    const std::string text = awkwardText();
    for (const std::string name : {"a.mp4", "a.mkv", "a.webm", "a.gif", "a.apng", "one.apng"}) {
        CAPTURE(name);
        const fs::path file = folder.path() / name;
        const int frames = name == "one.apng" ? 1 : 3;
        record(file, {.film = {.size = {32, 32}, .rate = {25, 1}, .frames = frames}}, text);
        CHECK(playableFrames(file) == frames);
        checkScene(file, text);
        checkScene(sidecarPathOf(file), text);
        // The embedded scene goes with the file; a GIF has none.
        fs::remove(sidecarPathOf(file));
        if (name == "a.gif") {
            const auto none = readCapturedScene(file);
            REQUIRE_FALSE(none);
            CHECK_THAT(none.problem().text, contains("a.gif") && contains("a.gif.json"));
        } else {
            checkScene(file, text);
        }
    }
    const fs::path picture = folder.path() / "a.png";
    const auto sink = opened(picture, {.film = {.size = {8, 8}}});
    REQUIRE(sink->write(gradient(8, 8), text));
    REQUIRE(sink->finish());
    checkScene(sidecarPathOf(picture), text);
    fs::remove(sidecarPathOf(picture));
    checkScene(picture, text);
    const auto read = test::readPng(picture);
    REQUIRE(read);
    CHECK(read->rgba == gradient(8, 8).rgba);
}

TEST_CASE("each frame of a folder holds its own moment, and the folder the last", "[capture][scene]") {
    const ScratchFolder folder;
    const auto sink = opened(folder.path() / "frames", {.film = {.size = {8, 8}, .frames = 2}});
    REQUIRE(sink->write(gradient(8, 8, 0), "first"));
    REQUIRE(sink->write(gradient(8, 8, 1), "second"));
    REQUIRE(sink->finish());
    checkScene(folder.path() / "frames" / "frame_00000.png", "first");
    checkScene(folder.path() / "frames" / "frame_00001.png", "second");
    checkScene(folder.path() / "frames", "second");
    checkScene(folder.path() / "frames" / "capture.json", "second");
}

TEST_CASE("a finished folder of frames has the scene of them all", "[capture][scene]") {
    const ScratchFolder folder;
    const auto sink = opened(folder.path() / "frames", {.film = {.size = {8, 8}, .frames = 2}});
    REQUIRE(sink->write(gradient(8, 8, 0), "first"));
    checkScene(folder.path() / "frames", "first");
    REQUIRE(sink->write(gradient(8, 8, 1), "second"));
    REQUIRE(sink->finish("both"));
    checkScene(folder.path() / "frames", "both");
    checkScene(folder.path() / "frames" / "frame_00001.png", "second");
}

TEST_CASE("a capture's sidecar describes it", "[capture][scene]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "film.mkv";
    record(file,
           {.film = {.size = {33, 32}, .rate = {30000, 1001}, .frames = 3},
            .command = {"shoal", "render", "-o", "film \"x\".mkv"},
            .start = "the start"},
           "the scene");
    const auto read = readSidecar(sidecarPathOf(file));
    REQUIRE(read);
    CHECK(*read == Sidecar{.file = "film.mkv",
                           .width = 32,
                           .height = 32,
                           .rate = {30000, 1001},
                           .frames = 3,
                           .framesAsked = 3,
                           .isTransparent = false,
                           .isComplete = true,
                           .command = {"shoal", "render", "-o", "film \"x\".mkv"},
                           .start = "the start",
                           .scene = "the scene"});
    CHECK_THAT(bytesOf(sidecarPathOf(file)),
               contains("\"rate\": \"30000/1001\"") && contains("\"shoal\": \""));
}

TEST_CASE("a file without a scene is a problem that names it", "[capture][scene]") {
    const ScratchFolder folder;
    const auto problemOf = [&](const fs::path& file) {
        const auto scene = readCapturedScene(file);
        REQUIRE_FALSE(scene);
        CHECK_THAT(scene.problem().text, contains(file.filename().string()));
        return scene.problem().text;
    };
    problemOf(folder.path() / "none.png");
    fs::create_directory(folder.path() / "holiday");
    CHECK_THAT(problemOf(folder.path() / "holiday"), contains("the folder holds no capture of Shoal"));
    REQUIRE(writePng(folder.path() / "plain.png", gradient(4, 4)));
    CHECK_THAT(problemOf(folder.path() / "plain.png"), contains("holds no scene of Shoal"));
    std::ofstream(folder.path() / "text.png") << "no frame";
    problemOf(folder.path() / "text.png");
    std::ofstream(folder.path() / "text.mp4") << "no film";
    problemOf(folder.path() / "text.mp4");
    std::ofstream(folder.path() / "other.json") << "{\"scene\": 3}";
    problemOf(folder.path() / "other.json");
    std::ofstream(folder.path() / "broken.json") << "{";
    problemOf(folder.path() / "broken.json");
    record(folder.path() / "film.mp4", {.film = {.size = {32, 32}, .frames = 1}});
    problemOf(folder.path() / "film.mp4");

    // A scene that is truncated, or changed in transit.
    REQUIRE(writePng(folder.path() / "whole.png", gradient(4, 4), "a scene"));
    const std::string whole = bytesOf(folder.path() / "whole.png");
    const std::size_t place = whole.find("shoal-scene");
    REQUIRE(place != std::string::npos);
    std::ofstream(folder.path() / "short.png") << whole.substr(0, place + 14);
    problemOf(folder.path() / "short.png");
    std::string changed = whole;
    changed[place + 20] = static_cast<char>(changed[place + 20] ^ 1);
    std::ofstream(folder.path() / "changed.png") << changed;
    CHECK_THAT(problemOf(folder.path() / "changed.png"), contains("damaged"));
}

TEST_CASE("captures are recognised by their file extension", "[capture][scene]") {
    for (const char* name :
         {"a.png", "b.APNG", "c.mp4", "d.mkv", "e.webm", "f.gif", "g.mp4.json", "h.mov", "i.webp"}) {
        CHECK(isCaptureName(name));
    }
    CHECK_FALSE(isCaptureName("reef.toml"));
    CHECK_FALSE(isCaptureName("frames/"));
}

}  // namespace
}  // namespace shoal
