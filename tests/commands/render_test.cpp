// shoal render: pictures and films without a window system.

#include <cstdlib>
#include <tuple>

#include <unistd.h>

#include "png_file.hpp"
#include "program/program_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

namespace {

ProgramResult render(const ScratchFolder& scratch, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"render", "reef", "--boids", "200"});
    return runShoal({.arguments = std::move(arguments), .folder = scratch.path(), .home = {}});
}

double meanDifference(const Image& a, const Image& b) {
    double sum = 0.0;
    for (std::size_t index = 0; index < a.rgba.size(); ++index) {
        sum += std::abs(static_cast<int>(a.rgba[index]) - static_cast<int>(b.rgba[index]));
    }
    return sum / static_cast<double>(a.rgba.size());
}

}  // namespace

TEST_CASE("render makes a picture of the requested size, its sidecar, and nothing else", "[app][render]") {
    const ScratchFolder scratch;
    for (const auto& [size, width, height] :
         {std::tuple{"160x90", 160, 90}, std::tuple{"61x33", 61, 33}, std::tuple{"1x1", 1, 1}}) {
        const ProgramResult result = render(scratch, {"-o", "x.png", "--size", size, "--overwrite"});
        CAPTURE(size, result.err);
        REQUIRE(result.status == 0);
        CHECK(result.out.empty());
        CHECK_THAT(result.err, contains("x.png"));
        const auto image = readPng(scratch.path() / "x.png");
        REQUIRE(image);
        CHECK(image->width == width);
        CHECK(image->height == height);
        CHECK(filesIn(scratch.path()) == std::vector<std::string>{"x.png", "x.png.json"});
    }
}

TEST_CASE("rendering twice gives the same picture", "[app][render]") {
    const ScratchFolder scratch;
    for (const char* name : {"a.png", "b.png"}) {
        REQUIRE(render(scratch, {"-o", name, "--size", "160x90", "--warmup", "0.5"}).status == 0);
    }
    CHECK(readText(scratch.path() / "a.png") == readText(scratch.path() / "b.png"));
}

TEST_CASE("render makes a folder of frames in which the school moves", "[app][render]") {
    const ScratchFolder scratch;
    const ProgramResult result = render(scratch, {"-o", "frames/", "--frames", "3", "--size", "160x90"});
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    CHECK(filesIn(scratch.path()) ==
          std::vector<std::string>{"frames", "frames/capture.json", "frames/frame_00000.png",
                                   "frames/frame_00001.png", "frames/frame_00002.png"});
    CHECK(readText(scratch.path() / "frames/frame_00000.png") !=
          readText(scratch.path() / "frames/frame_00002.png"));
}

TEST_CASE("a folder with frames accepts others only if asked, and never mixes two recordings",
          "[app][render]") {
    const ScratchFolder scratch;
    const auto record = [&](const char* frames, const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"-o", "frames", "--frames", frames, "--size", "16x16"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return render(scratch, arguments);
    };
    REQUIRE(record("4", {}).status == 0);
    const auto file = scratch.path() / "frames/frame_00000.png";
    const std::string first = readText(file);
    const std::vector<std::string> before = filesIn(scratch.path());

    const ProgramResult shorter = record("2", {"--overwrite", "--seed", "9"});
    CHECK(shorter.status == 5);
    CHECK(std::count(shorter.err.begin(), shorter.err.end(), '\n') == 1);
    CHECK_THAT(shorter.err, contains("frame_00003.png") && contains("2 frames"));
    CHECK(filesIn(scratch.path()) == before);

    const ProgramResult numbered = record("4", {"--seed", "9"});
    CHECK(numbered.status == 0);
    CHECK_THAT(numbered.err, contains("wrote frames-2"));
    CHECK(filesIn(scratch.path()).size() == 2 * before.size());
    CHECK(readText(file) == first);

    CHECK(record("4", {"--overwrite", "--seed", "9"}).status == 0);
    CHECK(filesIn(scratch.path()).size() == 2 * before.size());
    CHECK(readText(file) != first);
}

TEST_CASE("a name that ends in .PNG means a single picture as well", "[app][render]") {
    const ScratchFolder scratch;
    CHECK(render(scratch, {"-o", "X.PNG", "--size", "16x16"}).status == 0);
    CHECK(filesIn(scratch.path()) == std::vector<std::string>{"X.PNG", "X.PNG.json"});
}

TEST_CASE("every camera gives a different picture", "[app][render]") {
    const ScratchFolder scratch;
    std::vector<std::string> pictures;
    for (const char* camera : {"school", "above", "side", "below", "follow", "eyes", "patrol", "wide"}) {
        const ProgramResult result = render(scratch, {"-o", "x.png", "--size", "160x90", "--camera", camera,
                                                      "--warmup", "0.5", "--overwrite"});
        CAPTURE(camera, result.err);
        REQUIRE(result.status == 0);
        pictures.push_back(readText(scratch.path() / "x.png"));
    }
    std::sort(pictures.begin(), pictures.end());
    CHECK(std::adjacent_find(pictures.begin(), pictures.end()) == pictures.end());
}

TEST_CASE("the panel covers the left of a picture and leaves the right unchanged", "[app][render]") {
    const ScratchFolder scratch;
    REQUIRE(render(scratch, {"-o", "panel.png", "--size", "800x450", "--ui"}).status == 0);
    const auto image = readPng(scratch.path() / "panel.png");
    REQUIRE(image);
    // The card's background is darker than the water beside it, and its text is brighter than its
    // background.
    constexpr int kCardTop = 20;
    constexpr int kCardBottom = 270;
    const auto luminance = [&](int x, int y) {
        const std::uint8_t* pixel = image->at(x, y);
        return pixel[0] + pixel[1] + pixel[2];
    };
    int darkRows = 0;
    int brightest = 0;
    for (int y = kCardTop; y < kCardBottom; ++y) {
        darkRows += luminance(14, y) < luminance(310, y) ? 1 : 0;
        for (int x = 0; x < 320; ++x) {
            brightest = std::max(brightest, luminance(x, y));
        }
    }
    CHECK(darkRows > (kCardBottom - kCardTop) * 9 / 10);
    CHECK(brightest > 600);
    CHECK(filesIn(scratch.path()) == std::vector<std::string>{"panel.png", "panel.png.json"});
}

TEST_CASE("a picture whose colours show a value has a legend at the lower right", "[app][render]") {
    const ScratchFolder scratch;
    const auto picture = [&](const char* name, const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"-o", name, "--size", "320x180", "--warmup", "0.5"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramResult result = render(scratch, arguments);
        CAPTURE(result.err);
        REQUIRE(result.status == 0);
        return *readPng(scratch.path() / name);
    };
    const Image plain = picture("plain.png", {});
    const Image coloured = picture("speed.png", {"--set", "look.colour_by=speed"});
    // The plate darkens the water in the corner; to its left nothing changes.
    const auto meanOf = [](const Image& image, int left, int right) {
        double sum = 0.0;
        for (int y = 150; y < 172; ++y) {
            for (int x = left; x < right; ++x) {
                sum += image.at(x, y)[1];
            }
        }
        return sum / (22.0 * (right - left));
    };
    CHECK(meanOf(coloured, 250, 310) < 0.8 * meanOf(plain, 250, 310));
    CHECK(std::abs(meanOf(coloured, 5, 60) - meanOf(plain, 5, 60)) < 4.0);
    // The sidecar holds the choice: its scene draws the same picture.
    CHECK_THAT(readText(scratch.path() / "speed.png.json"), contains("colour_by = \\\"speed\\\""));
    REQUIRE(runShoal({.arguments = {"render", "speed.png", "-o", "again.png", "--size", "320x180"},
                      .folder = scratch.path(),
                      .home = {}})
                .status == 0);
    CHECK(readPng(scratch.path() / "again.png")->rgba == coloured.rgba);
}

TEST_CASE("pictures show trails and the world's edges, and so do pictures rendered from their metadata",
          "[app][render]") {
    const ScratchFolder scratch;
    const auto picture = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"-o",       "x.png", "--size",     "160x90",
                                           "--warmup", "1.5",   "--overwrite"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramResult result = render(scratch, arguments);
        CAPTURE(result.err);
        REQUIRE(result.status == 0);
        return *readPng(scratch.path() / "x.png");
    };
    const Image plain = picture({});
    CHECK(meanDifference(plain, picture({"--set", "look.show_world=on"})) > 0.2);
    const Image trails = picture({"--set", "look.trail=1"});
    CHECK(meanDifference(plain, trails) > 0.2);
    CHECK(picture({"--set", "look.trail=1"}).rgba == trails.rgba);
    REQUIRE(runShoal({.arguments = {"render", "x.png", "-o", "again.png", "--size", "160x90"},
                      .folder = scratch.path(),
                      .home = {}})
                .status == 0);
    CHECK(readPng(scratch.path() / "again.png")->rgba == trails.rgba);
}

TEST_CASE("a transparent picture has water nowhere and fish somewhere", "[app][render]") {
    const ScratchFolder scratch;
    const ProgramResult result =
        render(scratch, {"-o", "x.png", "--size", "320x180", "--transparent", "--warmup", "0.5"});
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    const auto image = readPng(scratch.path() / "x.png");
    REQUIRE(image);
    std::size_t clear = 0;
    std::size_t solid = 0;
    for (std::size_t index = 3; index < image->rgba.size(); index += 4) {
        clear += image->rgba[index] == 0 ? 1 : 0;
        solid += image->rgba[index] == 255 ? 1 : 0;
    }
    CHECK(clear > image->rgba.size() / 8);
    CHECK(solid > 0);
}

TEST_CASE("the seed and the tunables affect the picture", "[app][render]") {
    const ScratchFolder scratch;
    const auto picture = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"-o", "x.png", "--size", "160x90", "--overwrite"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        REQUIRE(render(scratch, arguments).status == 0);
        return *readPng(scratch.path() / "x.png");
    };
    const Image usual = picture({});
    CHECK(meanDifference(usual, picture({})) == 0.0);
    CHECK(meanDifference(usual, picture({"--seed", "99"})) > 0.0);
    CHECK(meanDifference(usual, picture({"--set", "look.brightness=2"})) > 5.0);
}

TEST_CASE("bloom, shadow and vignette affect the picture, and its sidecar keeps them", "[app][render]") {
    const ScratchFolder scratch;
    const auto picture = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"-o",  "x.png",       "--size", "160x90",           "--warmup",
                                           "0.5", "--overwrite", "--set",  "look.brightness=3"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramResult result = render(scratch, arguments);
        CAPTURE(result.err);
        REQUIRE(result.status == 0);
        return *readPng(scratch.path() / "x.png");
    };
    const Image usual = picture({});
    for (const char* setting : {"look.bloom=1", "look.bloom=0", "look.shadow=0", "look.vignette=0.8"}) {
        CAPTURE(setting);
        const Image other = picture({"--set", setting});
        CHECK(meanDifference(usual, other) > 0.0);
        REQUIRE(
            runShoal({.arguments = {"render", "x.png", "-o", "again.png", "--size", "160x90", "--overwrite"},
                      .folder = scratch.path(),
                      .home = {}})
                .status == 0);
        CHECK(readPng(scratch.path() / "again.png")->rgba == other.rgba);
    }
    for (const char* setting :
         {"look.bloom=1.5", "look.shadow=-0.1", "look.vignette=2", "look.depth_of_field=2"}) {
        const ProgramResult result = render(scratch, {"-o", "y.png", "--size", "16x16", "--set", setting});
        CAPTURE(result.err);
        CHECK(result.status == 2);
        CHECK_THAT(result.err, contains("must be a number from 0 to 1"));
    }
}

TEST_CASE("a picture that cannot be written leaves the existing one", "[app][render]") {
    const ScratchFolder scratch;
    std::filesystem::create_symlink("/dev/full", scratch.path() / "full.png");
    const ProgramResult full = render(scratch, {"-o", "full.png", "--size", "16x16"});
    CAPTURE(full.err);
    CHECK(full.status == 5);
    CHECK_THAT(full.err, contains("full.png") && contains("No space left"));
    REQUIRE(render(scratch, {"-o", "x.png", "--size", "16x16"}).status == 0);
    const std::string before = readText(scratch.path() / "x.png");
    CHECK(render(scratch, {"-o", "x.png", "--size", "16x16", "--frames", "3"}).status == 2);
    CHECK(readText(scratch.path() / "x.png") == before);
    std::filesystem::remove(scratch.path() / "full.png");
    CHECK(filesIn(scratch.path()) == std::vector<std::string>{"x.png", "x.png.json"});
}

TEST_CASE("render without OpenGL ends with status 3 and says what to install", "[app][render]") {
    const ScratchFolder scratch;
    // Simulates a machine whose graphics libraries find no driver.
    const ProgramResult result =
        runShoal({.arguments = {"render", "-o", "x.png", "--size", "16x16"},
                  .folder = scratch.path(),
                  .home = {},
                  .environment = {{"__EGL_VENDOR_LIBRARY_DIRS", "/nonexistent"},
                                  {"__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent"}}});
    CAPTURE(result.err);
    CHECK(result.status == 3);
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    CHECK_THAT(result.err, contains("install"));
    CHECK(filesIn(scratch.path()).empty());
}

TEST_CASE("without a display the viewer records a demo and names it", "[app][view]") {
    const ScratchFolder scratch;
    // This path has no ffmpeg either, so the demo is a picture; a film would take a minute on a slow machine.
    const ProgramResult result = runShoal({.arguments = {"view", "--boids", "100"},
                                           .folder = scratch.path(),
                                           .home = {},
                                           .environment = {{"PATH", "/nonexistent"}}});
    CAPTURE(result.err);
    CHECK(result.status == 0);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, contains("no display"));
    CHECK_THAT(result.err, contains("shoal-demo.png"));
    CHECK(filesIn(scratch.path()) == std::vector<std::string>{"shoal-demo.png", "shoal-demo.png.json"});
    CHECK(readPng(scratch.path() / "shoal-demo.png"));
}

TEST_CASE("in a Wayland session without X the viewer says what is missing and records nothing",
          "[app][view]") {
    const ScratchFolder scratch;
    const ProgramResult result = runShoal(
        {.arguments = {"view"},
         .folder = scratch.path(),
         .home = {},
         // Without the folder, Wayland's library prints a line, too.
         .environment = {{"WAYLAND_DISPLAY", "wayland-none"}, {"XDG_RUNTIME_DIR", scratch.path().string()}}});
    CHECK(result.status == 1);
    CHECK_THAT(result.err, contains("Xwayland"));
    CHECK(std::ranges::count(result.err, '\n') == 1);
    CHECK(filesIn(scratch.path()).empty());
}

TEST_CASE("without a display a file that cannot be opened is refused, and no demo is recorded",
          "[app][view]") {
    const ScratchFolder scratch;
    const ProgramResult result = runShoal(scratch, {"view", "--problem-in-window", "missing.png"});
    CHECK(result.status == 4);
    CHECK_THAT(result.err, contains("missing.png"));
    CHECK(filesIn(scratch.path()).empty());
}

}  // namespace shoal::test
