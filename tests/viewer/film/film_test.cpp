// How shoal render makes its frames: exposures, sizes, captions and cameras.

#include <cstdlib>
#include <numbers>

#include <fmt/format.h>

#include "capture/record/sidecar.hpp"
#include "png_file.hpp"
#include "program/program_run.hpp"
#include "scratch_folder.hpp"
#include "ui/widgets/fonts.hpp"
#include "viewer/colour/palettes.hpp"
#include "viewer/recorder/film_camera.hpp"

namespace shoal::test {

namespace {

ProgramResult film(const ScratchFolder& scratch, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "render");
    return runShoal(scratch, std::move(arguments));
}

/// Renders a small reef.
Image pictureWith(const std::vector<std::string>& more, const std::string& preset = "reef") {
    const ScratchFolder scratch;
    std::vector<std::string> arguments{preset,    "-o",  "x.png",    "--size", "161x90",
                                       "--boids", "200", "--warmup", "0.5"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = film(scratch, arguments);
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    const auto image = readPng(scratch.path() / "x.png");
    REQUIRE(image);
    return *image;
}

/// Draws a large flock with this number of threads of the software renderer.
Image pictureWithThreads(const std::string& threads, const std::string& preset) {
    const ScratchFolder scratch;
    const ProgramResult result =
        runShoal({.arguments = {"render", preset, "-o", "x.png", "--size", "160x90", "--warmup", "0.2"},
                  .folder = scratch.path(),
                  .home = {},
                  .environment = {{"LP_NUM_THREADS", threads}}});
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    const auto image = readPng(scratch.path() / "x.png");
    REQUIRE(image);
    return *image;
}

int differenceAt(const Image& a, const Image& b, int x, int y) {
    int largest = 0;
    for (int channel = 0; channel < 4; ++channel) {
        largest = std::max(largest, std::abs(a.at(x, y)[channel] - b.at(x, y)[channel]));
    }
    return largest;
}

int countDifferent(const Image& a, const Image& b, int threshold = 0) {
    int count = 0;
    for (int y = 0; y < a.height; ++y) {
        for (int x = 0; x < a.width; ++x) {
            count += differenceAt(a, b, x, y) > threshold ? 1 : 0;
        }
    }
    return count;
}

/// Returns a font's file with its letters numbered in an old encoding only, which ImGui does not read.
std::string withoutUnicode(std::string font) {
    const auto number = [&](std::size_t at, std::size_t bytes) {
        std::size_t value = 0;
        for (std::size_t each = at; each < at + bytes; ++each) {
            value = value << 8u | static_cast<unsigned char>(font.at(each));
        }
        return value;
    };
    for (std::size_t table = 12; table < 12 + 16 * number(4, 2); table += 16) {
        if (font.compare(table, 4, "cmap") == 0) {
            const std::size_t map = number(table + 8, 4);
            for (std::size_t record = 0; record < number(map + 2, 2); ++record) {
                font.at(map + 4 + 8 * record) = 0;
                font.at(map + 4 + 8 * record + 1) = 1;  // Macintosh
            }
        }
    }
    return font;
}

}  // namespace

TEST_CASE("a picture does not depend on the threads of the software renderer", "[app][film]") {
    for (const char* preset : {"bait-ball", "stampede"}) {
        const Image one = pictureWithThreads("0", preset);
        CHECK((pictureWithThreads("1", preset).rgba == one.rgba));
        CHECK((pictureWithThreads("3", preset).rgba == one.rgba));
    }
}

TEST_CASE("an open shutter blurs motion, and a closed one does not", "[app][film][slow]") {
    const Image sharp = pictureWith({});
    CHECK(countDifferent(sharp, pictureWith({"--shutter", "0"})) == 0);
    CHECK(countDifferent(sharp, pictureWith({"--shutter", "180", "--exposures", "1"})) == 0);
    const Image blurred = pictureWith({"--shutter", "360", "--exposures", "4", "--fps", "10"});
    CHECK(countDifferent(sharp, blurred) > 300);
    CHECK(countDifferent(blurred, pictureWith({"--shutter", "360", "--exposures", "4", "--fps", "10"})) == 0);
}

TEST_CASE("a film's frames begin at the same moments with and without a shutter", "[app][film][slow]") {
    // Three exposures in three quarters of a frame: the last lies before the next frame's first.
    const ScratchFolder scratch;
    for (const char* name : {"plain", "blurred"}) {
        std::vector<std::string> arguments{"reef",    "-o", name,       "--size", "64x36",
                                           "--boids", "50", "--frames", "4"};
        if (std::string(name) == "blurred") {
            arguments.insert(arguments.end(), {"--shutter", "270", "--exposures", "3"});
        }
        REQUIRE(film(scratch, arguments).status == 0);
    }
    for (const char* frame : {"frame_00000.png", "frame_00003.png"}) {
        CHECK(std::filesystem::exists(scratch.path() / "plain" / frame));
        CHECK(std::filesystem::exists(scratch.path() / "blurred" / frame));
    }
    CHECK_FALSE(std::filesystem::exists(scratch.path() / "blurred/frame_00004.png"));
}

TEST_CASE("a picture shows its maker's own text", "[app][film]") {
    const Image plain = pictureWith({});
    const Image one = pictureWith({"--text", "Fish"});
    CHECK(countDifferent(plain, one, 40) > 60);
    // Below, with the band behind it, and only there.
    for (int y = 0; y < 20; ++y) {
        for (int x = 0; x < plain.width; ++x) {
            REQUIRE(differenceAt(plain, one, x, y) < 64);  // rounded otherwise, at edges
        }
    }
    CHECK(countDifferent(one, pictureWith({"--text", "Fi\nsh"}), 40) > 30);
}

TEST_CASE("the end of a loop fades into its beginning", "[app][film]") {
    constexpr int kFrames = 30;
    const ScratchFolder scratch;
    const auto framesOf = [&](const std::string& name, const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"reef",     "-o",       name,
                                           "--size",   "96x54",    "--boids",
                                           "100",      "--frames", fmt::format("{}", kFrames),
                                           "--warmup", "1",        "--camera",
                                           "follow:5"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        REQUIRE(film(scratch, arguments).status == 0);
        std::vector<Image> frames;
        for (int frame = 0; frame < kFrames; ++frame) {
            auto image = readPng(scratch.path() / name / fmt::format("frame_{:05}.png", frame));
            REQUIRE(image);
            frames.push_back(std::move(*image));
        }
        CHECK_FALSE(std::filesystem::exists(scratch.path() / name / fmt::format("frame_{:05}.png", kFrames)));
        return frames;
    };
    const auto change = [](const Image& a, const Image& b) {
        double sum = 0.0;
        for (std::size_t i = 0; i < a.rgba.size(); ++i) {
            sum += std::abs(static_cast<double>(a.rgba[i]) - static_cast<double>(b.rgba[i]));
        }
        return sum / static_cast<double>(a.rgba.size());
    };
    const std::vector<Image> plain = framesOf("plain", {});
    const std::vector<Image> loop = framesOf("loop", {"--loop"});
    double largest = 0.0;
    for (std::size_t i = 1; i < loop.size(); ++i) {
        largest = std::max(largest, change(loop[i - 1], loop[i]));
    }
    CHECK(change(loop.back(), loop.front()) <= 1.1 * largest);
    CHECK(change(plain.back(), plain.front()) > 1.5 * change(loop.back(), loop.front()));
    // A stopped one goes on where it was: frame 3 stays as it is now, another one.
    const std::filesystem::path folder = scratch.path() / "loop";
    const auto frameAt = [&](int frame) { return folder / fmt::format("frame_{:05}.png", frame); };
    auto record = readSidecar(folder / "capture.json");
    REQUIRE(record);
    record->isComplete = false;
    record->frames = kFrames - 1;
    REQUIRE(writeSidecar(folder / "capture.json", *record, Overwrite::anything()));
    std::filesystem::remove(frameAt(kFrames - 1));
    std::filesystem::copy_file(frameAt(4), frameAt(3), std::filesystem::copy_options::overwrite_existing);
    const std::vector<Image> again = framesOf("loop", {"--loop"});
    CHECK((again.back().rgba == loop.back().rgba));
    CHECK((again[3].rgba == loop[4].rgba));
    CHECK(film(scratch, {"reef", "-o", "x.png", "--loop"}).status == 2);
    CHECK(film(scratch, {"reef", "-o", "x.mp4", "--max-size", "3Q"}).status == 2);
    CHECK(film(scratch, {"reef", "-o", "frames", "--max-size", "3M"}).status == 2);
}

TEST_CASE("a picture can be tiled and supersampled", "[app][film][slow]") {
    const Image whole = pictureWith({});
    CHECK(countDifferent(whole, pictureWith({"--tile", "64"})) <= 161 * 90 / 500);
    // A caption over an untiled picture is drawn before its samples are averaged, so it is rounded
    // differently.
    CHECK(countDifferent(pictureWith({"--caption"}), pictureWith({"--caption", "--tile", "64"}), 12) <=
          161 * 90 / 500);
    const Image fine = pictureWith({"--caption", "--supersample", "3"});
    CHECK(fine.width == 161);
    CHECK(fine.height == 90);
    CHECK(countDifferent(fine, pictureWith({"--caption", "--supersample", "3", "--tile", "60"})) <=
          161 * 90 / 200);
}

TEST_CASE("a font that ImGui cannot read takes no letters from the others", "[app][film]") {
    noteLetters("⚓");
    const auto fonts = installedFonts();
    REQUIRE_FALSE(fonts.empty());
    const ScratchFolder scratch;
    const auto captionWith = [&](const char* folder, const std::string& title) {
        const auto config = scratch.path() / "fonts.conf";
        std::ofstream(config) << fmt::format("<fontconfig><dir>{}</dir><cachedir>{}</cachedir></fontconfig>",
                                             (scratch.path() / folder).string(),
                                             (scratch.path() / "cache").string());
        std::ofstream(scratch.path() / "x.toml") << "title = '" << title << "'\n[species.fish]\n";
        const ProgramResult result = runShoal({.arguments = {"render", "x.toml", "-o", "x.png", "--size",
                                                             "320x180", "--caption", "--overwrite"},
                                               .folder = scratch.path(),
                                               .home = {},
                                               .environment = {{"FONTCONFIG_FILE", config.string()}}});
        CAPTURE(result.err);
        REQUIRE(result.status == 0);
        return *readPng(scratch.path() / "x.png");
    };
    for (const char* folder : {"good", "both"}) {
        std::filesystem::create_directory(scratch.path() / folder);
        for (const Font* font : fonts) {
            std::filesystem::copy_file(font->file,
                                       scratch.path() / folder / ("b-" + font->file.filename().string()),
                                       std::filesystem::copy_options::overwrite_existing);
        }
    }
    // fontconfig prefers the first of two equal fonts, and reads the letters of this one from its glyphs'
    // names.
    std::ofstream(scratch.path() / "both/a.ttf", std::ios::binary)
        << withoutUnicode(readText(fonts[0]->file));
    const Image good = captionWith("good", "Стая ⚓");
    CHECK(countDifferent(good, captionWith("both", "Стая ⚓")) == 0);
    CHECK(countDifferent(good, captionWith("good", "???? ⚓")) > 0);
}

TEST_CASE("a caption is drawn at the lower left and nowhere else", "[app][film]") {
    const Image plain = pictureWith({"--set", "alignment.weight=2"});
    const Image captioned = pictureWith({"--set", "alignment.weight=2", "--caption"});
    int changed = 0;
    for (int y = 0; y < plain.height; ++y) {
        for (int x = 0; x < plain.width; ++x) {
            if (differenceAt(plain, captioned, x, y) > 0) {
                ++changed;
                CHECK(y > plain.height / 4);
            }
        }
    }
    CHECK(changed > 100);
}

TEST_CASE("a turntable turns once round, evenly, and ends where it began", "[app][film]") {
    const double once = 12.0;
    CHECK(azimuthAfter(0.0, once) == 0.0f);
    CHECK(azimuthAfter(once, once) == 0.0f);
    for (int part = 0; part < 12; ++part) {
        CHECK(azimuthAfter(part, once) == approx(part * std::numbers::pi / 6.0));
    }
    // The first frame shows the preset's own view.
    CHECK(countDifferent(pictureWith({"--camera", "turntable"}), pictureWith({})) == 0);
}

/// Returns where the wheel at the lower right of a picture shows heading 0, clockwise from the right of its
/// middle [rad].
double northOnWheel(const Image& image) {
    constexpr std::size_t kQuarters = 4;
    std::array<double, kQuarters> x{};
    std::array<double, kQuarters> y{};
    for (std::size_t quarter = 0; quarter < kQuarters; ++quarter) {
        const std::uint32_t packed = packedColour(headingColour(0.25f * static_cast<float>(quarter)));
        int count = 0;
        for (int row = image.height / 2; row < image.height; ++row) {
            for (int column = image.width * 2 / 3; column < image.width; ++column) {
                int difference = 0;
                for (unsigned channel = 0; channel < 3; ++channel) {
                    const int wanted = static_cast<int>(packed >> (8u * channel) & 0xffu);
                    difference = std::max(difference, std::abs(image.at(column, row)[channel] - wanted));
                }
                if (difference <= 3) {
                    x[quarter] += column;
                    y[quarter] += row;
                    ++count;
                }
            }
        }
        REQUIRE(count > 3);
        x[quarter] /= count;
        y[quarter] /= count;
    }
    return std::atan2(y[0] - 0.5 * (y[1] + y[3]), x[0] - 0.5 * (x[1] + x[3]));
}

TEST_CASE("the wheel of headings turns with the picture, whichever camera turns it", "[app][film]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "flight.toml")
        << "[[key]]\nseconds = 0\nazimuth = 0\n[[key]]\nseconds = 0.1\nazimuth = 270\n";
    for (const std::string camera : {"turntable", "flight.toml"}) {
        const ProgramResult result =
            film(scratch, {"zones", "-o", "frames", "--boids", "2", "--size", "320x270", "--quality", "low",
                           "--frames", "4", "--camera", camera, "--overwrite"});
        CAPTURE(camera, result.err);
        REQUIRE(result.status == 0);
        std::vector<double> norths;
        for (int frame = 0; frame < 4; ++frame) {
            const auto image = readPng(scratch.path() / fmt::format("frames/frame_0000{}.png", frame));
            REQUIRE(image);
            norths.push_back(northOnWheel(*image));
        }
        // Three quarters round in all; a flight starts and ends slowly.
        double all = 0.0;
        for (const std::size_t frame : {1u, 2u, 3u}) {
            const double turned = std::remainder(norths[frame] - norths[frame - 1], 2.0 * std::numbers::pi);
            CAPTURE(frame, turned);
            CHECK(turned > 1.0);
            all += turned;
        }
        CHECK(all == approx(1.5 * std::numbers::pi).margin(0.2));
    }
}

TEST_CASE("no film camera goes below the ground", "[app][film]") {
    Terrain terrain;
    Ground& ground = terrain.ground;
    ground.form = Ground::Form::hills;
    ground.level = -4.0f;
    ground.relief = 8.0f;
    ground.size = 80.0f;
    for (int azimuth = 0; azimuth < 16; ++azimuth) {
        for (const float elevation : {-1.4f, -0.9f, -0.2f, 0.0f, 0.3f, 1.4f}) {
            const CameraPose asked{.target = {5.0f, 1.0f, -7.0f},
                                   .distance = 54.0f,
                                   .azimuth = 0.4f * static_cast<float>(azimuth),
                                   .elevation = elevation};
            const CameraPose kept = keptAbove(terrain, asked);
            CHECK(kept.elevation >= asked.elevation);
            CHECK(kept.azimuth == asked.azimuth);
            CHECK(kept.distance == asked.distance);
            const Vec3f eye = viewOf(kept, 1.0f).eye;
            CHECK(eye.y > ground.heightAt(eye.x, eye.z) + 1.0f);
        }
    }
    const CameraPose high{.distance = 54.0f, .elevation = 0.5f};
    CHECK(keptAbove(terrain, high) == high);
    ground.form = Ground::Form::none;
    const CameraPose low{.distance = 54.0f, .elevation = -0.9f};
    CHECK(keptAbove(terrain, low) == low);
}

TEST_CASE("a camera flight is read from a file and flown", "[app][film]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "flight.toml")
        << "aim = \"world\"\n[[key]]\nseconds = 0\ndistance = 20\nazimuth = 0\nelevation = 10\n"
           "[[key]]\nseconds = 0.1\ndistance = 40\n";
    const ProgramResult result = film(scratch, {"reef", "-o", "frames", "--boids", "50", "--size", "96x54",
                                                "--frames", "4", "--camera", "flight.toml"});
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    CHECK(readText(scratch.path() / "frames/frame_00000.png") !=
          readText(scratch.path() / "frames/frame_00003.png"));
}

TEST_CASE("an error in a flight is reported before any output is made", "[app][film]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "flight.toml") << "[[key]]\nseconds = 0\ndistanse = 20\n";
    for (const char* camera : {"flight.toml", "missing.toml", "./flight.toml"}) {
        const ProgramResult result = film(scratch, {"reef", "-o", "x.png", "--camera", camera});
        CAPTURE(result.err);
        CHECK(result.status == 4);
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        CHECK_THAT(result.err, contains(camera));
    }
    CHECK(filesIn(scratch.path()) == std::vector<std::string>{"flight.toml"});
}

TEST_CASE("follow:ID follows the boid with that id, and a wrong id is one line", "[app][film]") {
    const ScratchFolder scratch;
    const auto follow = [&](const std::string& camera, const std::string& output) {
        return film(scratch, {"reef", "--boids", "60", "-o", output, "--camera", camera});
    };
    REQUIRE(follow("follow:3", "three.png").status == 0);
    REQUIRE(follow("follow:59", "last.png").status == 0);
    CHECK(readText(scratch.path() / "three.png") != readText(scratch.path() / "last.png"));
    for (const char* camera : {"follow:60", "follow:", "follow:x", "follow:-1", "follow:3x"}) {
        const ProgramResult result = follow(camera, "x.png");
        CAPTURE(result.err);
        CHECK(result.status == 2);
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        CHECK_THAT(result.err, contains(camera));
    }
}

TEST_CASE("picture options are checked against their ranges", "[app][film]") {
    const ScratchFolder scratch;
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--supersample", "5"},
                                                  {"--supersample", "0"},
                                                  {"--shutter", "361"},
                                                  {"--shutter", "-1"},
                                                  {"--shutter", "90", "--exposures", "0"},
                                                  {"--camera", "nowhere"}}) {
        std::vector<std::string> arguments{"reef", "-o", "x.png"};
        arguments.insert(arguments.end(), wrong.begin(), wrong.end());
        const ProgramResult result = film(scratch, arguments);
        CAPTURE(wrong[0], result.err);
        CHECK(result.status == 2);
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    }
}

}  // namespace shoal::test
