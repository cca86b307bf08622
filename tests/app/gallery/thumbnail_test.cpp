// Pictures of presets: the cache, and the process that renders them.

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <shoal/preset.hpp>

#include "app/gallery/thumbnail_cache.hpp"
#include "app/program_run.hpp"
#include "app/viewer_run.hpp"
#include "capture/picture/png.hpp"
#include "catch.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

Image grey(int width, int height) {
    Image image(width, height);
    std::ranges::fill(image.rgba, std::uint8_t{128});
    return image;
}

Image picture() {
    return grey(ThumbnailCache::kWidth, ThumbnailCache::kHeight);
}

std::string keyOf(const std::string& preset) {
    return ThumbnailCache::keyFor(presetText(*openPreset(preset)));
}

/// Returns the number of cards with a picture.
int picturesIn(const Json& shown) {
    return shown.at("gallery_pictures").get<int>();
}

/// Opens the gallery with a search, before it renders pictures of other presets.
void search(ViewerRun& viewer, const std::string& text) {
    viewer.inOneFrame([&] {
        viewer.key("g");
        viewer.type(text);
    });
}

/// Adds a user's preset, "Heavy boidwatching", to a home. Its picture takes minutes to render.
void putHeavyPreset(const fs::path& home) {
    const fs::path folder = home / ".local/share/shoal/presets";
    fs::create_directories(folder);
    Scene scene = *openPreset("reef");
    scene.title = "Heavy boidwatching";
    scene.species[0].count = 400000;
    std::ofstream(folder / "heavy.toml") << presetText(scene);
}

constexpr double kSoon = 15.0;  // [s] far less than the heavy picture takes

/// Returns the state and parent of a process from /proc/PID/stat; the state of a dead one is 'Z'.
std::pair<char, pid_t> stateOf(const std::string& pid) {
    const std::string stat = readText("/proc/" + pid + "/stat");
    const std::size_t bracket = stat.rfind(')');
    char state = 'Z';
    int parent = 0;
    if (bracket != std::string::npos) {
        std::istringstream(stat.substr(bracket + 1)) >> state >> parent;
    }
    return {state, parent};
}

bool isAlive(pid_t process) {
    return stateOf(std::to_string(process)).first != 'Z';
}

std::vector<pid_t> childrenOf(pid_t parent) {
    std::vector<pid_t> children;
    for (const auto& each : fs::directory_iterator("/proc")) {
        const std::string name = each.path().filename().string();
        if (name.find_first_not_of("0123456789") == std::string::npos && stateOf(name).second == parent) {
            children.push_back(static_cast<pid_t>(std::stol(name)));
        }
    }
    return children;
}

}  // namespace

TEST_CASE("the cache returns an adopted picture, and nothing for another text", "[app][gallery]") {
    const ScratchFolder scratch;
    const ThumbnailCache cache(scratch.path() / "a" / "thumbnails");
    const std::string key = ThumbnailCache::keyFor("title = \"Reef\"");
    CHECK(key.size() == 16);
    CHECK(key != ThumbnailCache::keyFor("title = \"Reef 2\""));
    CHECK_FALSE(cache.read(key));
    const fs::path rendered = cache.nameToRender(key);
    REQUIRE(writePng(rendered, picture(), "the scene"));
    CHECK(cache.adopt(rendered, key));
    CHECK_FALSE(fs::exists(rendered));
    REQUIRE(cache.read(key));
    CHECK(cache.read(key)->rgba == picture().rgba);
    CHECK_FALSE(ThumbnailCache({}).read(key));
}

TEST_CASE("a damaged or foreign file in the cache counts as missing", "[app][gallery]") {
    const ScratchFolder scratch;
    const ThumbnailCache cache(scratch.path());
    const std::string key = ThumbnailCache::keyFor("a");
    const fs::path file = scratch.path() / (key + ".png");
    REQUIRE(writePng(file, picture()));  // right size, but not rendered by Shoal
    CHECK_FALSE(cache.read(key));
    REQUIRE(writePng(file, grey(4, 4), "the scene"));
    CHECK_FALSE(cache.read(key));
    std::ofstream(file) << "no picture";
    CHECK_FALSE(cache.read(key));
    REQUIRE(writePng(file, picture(), "the scene"));
    REQUIRE(cache.read(key));
    for (std::uintmax_t bytes = fs::file_size(file) * 2 / 3; bytes > 10; bytes = bytes * 2 / 3) {
        fs::resize_file(file, bytes);
        CAPTURE(bytes);
        CHECK_FALSE(cache.read(key));
    }
    fs::remove(file);
    fs::create_directory(file);
    CHECK_FALSE(cache.read(key));
}

TEST_CASE("the cache keeps a bounded number of files, and other files as they are", "[app][gallery]") {
    const ScratchFolder scratch;
    const ThumbnailCache cache(scratch.path());
    const auto now = fs::file_time_type::clock::now();
    for (std::size_t number = 0; number < ThumbnailCache::kMaxFiles + 5; ++number) {
        const fs::path file = scratch.path() / (ThumbnailCache::keyFor(std::to_string(number)) + ".png");
        std::ofstream(file) << "x";
        fs::last_write_time(file, now - std::chrono::seconds(10000 - number));
    }
    std::ofstream(scratch.path() / "notes.txt") << "mine";
    const fs::path left = scratch.path() / (ThumbnailCache::keyFor("y") + ".123.png");
    std::ofstream(left) << "left by a killed process";
    fs::last_write_time(left, now - std::chrono::hours(1));
    cache.prune();
    CHECK(filesIn(scratch.path()).size() == ThumbnailCache::kMaxFiles + 1);
    CHECK(fs::exists(scratch.path() / "notes.txt"));
    CHECK_FALSE(fs::exists(left));
    CHECK_FALSE(fs::exists(scratch.path() / (ThumbnailCache::keyFor("4") + ".png")));
    CHECK(fs::exists(scratch.path() / (ThumbnailCache::keyFor("5") + ".png")));
}

TEST_CASE("a render in the background ends with its standard input", "[app][gallery]") {
    const ScratchFolder scratch;
    // The program is started with an empty standard input.
    const ProgramResult result =
        runShoal({.arguments = {"render", "reef", "--background", "-o", "x.mkv", "--frames", "1000000"},
                  .folder = scratch.path(),
                  .home = scratch.path() / ".home"});
    CHECK(result.status == 128 + SIGTERM);
}

TEST_CASE("the gallery renders its pictures, keeps them, and replaces damaged ones",
          "[app][window][gallery][slow]") {
    const ScratchFolder cache;
    const std::map<std::string, std::string> environment{{"XDG_CACHE_HOME", cache.path().string()}};
    const fs::path folder = cache.path() / "shoal" / "thumbnails";
    const fs::path damaged = folder / (keyOf("boidwatching") + ".png");
    fs::create_directories(folder);
    std::ofstream(damaged) << "no picture";
    {
        ViewerRun viewer(reefOf(60), "640x400", {}, environment);
        CHECK(picturesIn(viewer.probe()) == 0);
        search(viewer, "boidwatching");
        viewer.waitFor("two pictures come", [](const Json& shown) { return picturesIn(shown) == 2; });
        CHECK(ThumbnailCache(folder).read(keyOf("boidwatching")));
        CHECK(ThumbnailCache(folder).read(keyOf("boidwatching-plane")));
        viewer.key("Escape");
        viewer.waitFor("its textures are freed", [](const Json& shown) { return picturesIn(shown) == 0; });
        viewer.close();
        CHECK(viewer.end().status == 0);
    }
    const std::string bytes = readText(damaged);
    // Rendering puts another file in its place.
    struct stat before {};
    REQUIRE(::stat(damaged.c_str(), &before) == 0);
    const auto written = fs::last_write_time(damaged);
    ViewerRun again(reefOf(60), "640x400", {}, environment);
    search(again, "boidwatching");
    again.waitFor("the kept pictures come", [](const Json& shown) { return picturesIn(shown) == 2; });
    CHECK(fs::last_write_time(damaged) > written);  // reading it marked it as used
    struct stat after {};
    REQUIRE(::stat(damaged.c_str(), &after) == 0);
    CHECK(after.st_ino == before.st_ino);
    CHECK(readText(damaged) == bytes);
}

TEST_CASE("a killed viewer takes its rendering process with it, and pictures need no cache folder",
          "[app][window][gallery]") {
    // A file where the folder should be: nothing can be written there.
    const auto prepare = [](const fs::path& home) {
        std::ofstream(home / ".cache") << "a file";
        putHeavyPreset(home);
    };
    ViewerRun viewer(reefOf(60), "640x400", prepare);
    search(viewer, "boidwatching");
    viewer.waitFor("pictures still come", [](const Json& shown) { return picturesIn(shown) == 2; });
    viewer.waitFor("the heavy one is being rendered",
                   [&](const Json&) { return !childrenOf(viewer.program().pid()).empty(); });
    const std::vector<pid_t> children = childrenOf(viewer.program().pid());
    viewer.program().signal(SIGKILL);
    viewer.end();
    CHECK(waitUntil([&] { return std::ranges::none_of(children, isAlive); }, kSoon));
}

TEST_CASE("closing the gallery and the window leaves no process behind", "[app][window][gallery]") {
    std::vector<pid_t> children;
    {
        ViewerRun viewer(reefOf(60), "640x400", putHeavyPreset);
        search(viewer, "heavy");
        viewer.waitFor("a picture is being rendered", [&](const Json&) {
            children = childrenOf(viewer.program().pid());
            return !children.empty();
        });
        viewer.key("Escape");
        viewer.settle();
        viewer.close();
        CHECK(viewer.end().status == 0);
    }
    CHECK(waitUntil([&] { return std::ranges::none_of(children, isAlive); }, kSoon));
}

}  // namespace shoal::test
