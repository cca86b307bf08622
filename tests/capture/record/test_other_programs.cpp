// Captures that other programs renamed or copied, and files that are none.

#include <utility>

#include "capture/film/captured_scene.hpp"
#include "capture/film_tools.hpp"
#include "capture/picture/png.hpp"
#include "capture/record/sidecar.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using namespace test;

const std::string kScene =
    "take = 2\nname = \"S\xC3\xBC\xC3\x9F\" # = ; \\ \n[x]\n\ttext = '\xE9\xB1\xBC'\n\n";

/// Makes `name` as Shoal does, with kScene in it.
fs::path made(const fs::path& folder, const std::string& name) {
    const fs::path file = folder / name;
    const bool isPicture = fs::path(name).extension() == ".png";
    const Recording recording{.film = {.size = {32, 32}, .rate = {25, 1}, .frames = isPicture ? 1 : 3}};
    if (isPicture) {
        const auto sink = opened(file, recording);
        REQUIRE(sink->write(gradient(32, 32), kScene));
        REQUIRE(sink->finish(kScene));
    } else {
        record(file, recording, kScene);
    }
    return file;
}

std::string sceneIn(const fs::path& file) {
    const auto scene = readCapturedScene(file);
    return scene ? *scene : "problem: " + scene.problem().text;
}

/// Copies a film with ffmpeg as users do, without re-encoding and without any other option.
void remux(const fs::path& from, const fs::path& to) {
    outputOf(std::string(SHOAL_FFMPEG) + " -nostdin -v error -y -i '" + from.string() + "' -c copy '" +
             to.string() + "'");
}

}  // namespace

TEST_CASE("a capture is read by its bytes, whatever it is called", "[capture][scene]") {
    const ScratchFolder folder;
    for (const std::string name : {"a.png", "a.apng", "a.mp4", "a.mkv", "a.webm"}) {
        const fs::path file = made(folder.path(), name);
        fs::remove(sidecarPathOf(file));
        for (const std::string other :
             {"b.png", "b.mp4", "b.gif", "b.json", "b.toml", "b.take", "b.csv", "b.jpg", "b"}) {
            CAPTURE(name, other);
            const fs::path renamed = folder.path() / other;
            fs::rename(file, renamed);
            CHECK(sceneIn(renamed) == kScene);
            fs::rename(renamed, file);
        }
        fs::remove(file);
    }
    // A sidecar without its film.
    const fs::path film = made(folder.path(), "a.gif");
    fs::rename(sidecarPathOf(film), folder.path() / "sidecar.txt");
    CHECK(sceneIn(folder.path() / "sidecar.txt") == kScene);
}

TEST_CASE("films keep their scene when ffmpeg copies them from any container to any other",
          "[capture][scene][ffmpeg]") {
    const ScratchFolder folder;
    const std::vector<std::pair<std::string, std::vector<std::string>>> copies{
        {"a.mp4", {".mp4", ".mkv", ".m4v"}},
        {"a.mkv", {".mkv", ".mp4", ".m4v"}},
        {"a.webm", {".webm", ".mkv", ".mp4"}}};
    for (const auto& [name, endings] : copies) {
        const fs::path film = made(folder.path(), name);
        for (const std::string& ending : endings) {
            CAPTURE(name, ending);
            const fs::path copy = folder.path() / ("copy" + ending);
            remux(film, copy);
            CHECK(sceneIn(copy) == kScene);
            // And once more, into an MP4.
            remux(copy, folder.path() / "again.mp4");
            CHECK(sceneIn(folder.path() / "again.mp4") == kScene);
        }
    }
}

TEST_CASE("a film with another synopsis holds no scene", "[capture][scene][ffmpeg]") {
    const ScratchFolder folder;
    const fs::path film = made(folder.path(), "a.mkv");
    fs::remove(sidecarPathOf(film));
    outputOf(std::string(SHOAL_FFMPEG) + " -nostdin -v error -y -i '" + film.string() +
             "' -c copy -metadata synopsis='A heist.' '" + (folder.path() / "heist.mp4").string() + "'");
    CHECK_THAT(sceneIn(folder.path() / "heist.mp4"), contains("holds no scene of Shoal"));
}

TEST_CASE("a picture and its sidecar hold the same moment", "[capture][scene]") {
    const ScratchFolder folder;
    for (const bool hasRecording : {false, true}) {
        const fs::path file = folder.path() / (hasRecording ? "b.png" : "a.png");
        const auto sink = opened(file, {.film = {.size = {8, 8}}});
        REQUIRE(sink->write(gradient(8, 8), "the moment"));
        // A recording ends a frame after the moment that its last picture shows.
        REQUIRE(sink->finish(hasRecording ? "the moment and the frame after it" : ""));
        CHECK(sceneIn(file) == "the moment");
        CHECK(sceneIn(sidecarPathOf(file)) == "the moment");
    }
}

TEST_CASE("a JSON file that is no sidecar is refused in Shoal's words", "[capture][scene][record]") {
    const std::string whole = R"({"file": "a", "width": 1, "height": 1, "rate": "30/1", "frames": 1,
 "frames_asked": 1, "transparent": false, "complete": true, "graphics": "",
 "command": ["a"], "start": "", "scene": "s"})";
    REQUIRE(parseSidecar(whole, "x.json"));
    const auto refusalOf = [](const std::string& text) {
        const auto read = parseSidecar(text, "x.json");
        REQUIRE_FALSE(read);
        CHECK_THAT(read.problem().text, startsWith("x.json: is not the sidecar of a Shoal capture: "));
        for (const char* foreign :
             {"json.exception", "parse_error", "type_error", "out_of_range", "[]", "array"}) {
            CHECK(read.problem().text.find(foreign) == std::string::npos);
        }
        return read.problem().text.substr(
            std::string("x.json: is not the sidecar of a Shoal capture: ").size());
    };
    CHECK(refusalOf("{\"name\": \"left-pad\"}") == "\"file\" is missing");
    CHECK(refusalOf("[1, 2]") == "\"file\" is missing");
    CHECK(refusalOf("3") == "\"file\" is missing");
    CHECK(refusalOf("") == "is not valid JSON at line 1, column 1");
    CHECK(refusalOf("{\n  \"a\": tru\n}") == "is not valid JSON at line 2, column 11");
    CHECK(refusalOf("\"\xff\"") == "is not valid JSON at line 1, column 2");
    CHECK(refusalOf("1e999") == "has a number that is too large");
    // Every member, missing and of another type.
    const std::vector<std::pair<std::string, std::string>> members{
        {"file", "\"a\""},      {"width", "1"},        {"height", "1"},          {"rate", "\"30/1\""},
        {"frames", "1"},        {"frames_asked", "1"}, {"transparent", "false"}, {"complete", "true"},
        {"command", "[\"a\"]"}, {"start", "\"\""},     {"scene", "\"s\""}};
    for (const auto& [key, value] : members) {
        const std::string member = "\"" + key + "\": " + value;
        REQUIRE(whole.find(member) != std::string::npos);
        for (const std::string& wrong : {std::string("null"), std::string("{}"), std::string("-1.5")}) {
            CAPTURE(key, wrong);
            std::string text = whole;
            text.replace(text.find(member), member.size(), "\"" + key + "\": " + wrong);
            CHECK_THAT(refusalOf(text), startsWith("\"" + key + "\" is not "));
        }
        std::string text = whole;
        text.replace(text.find("\"" + key), key.size() + 1, "\"x");
        CHECK(refusalOf(text) == "\"" + key + "\" is missing");
    }
}

}  // namespace shoal
