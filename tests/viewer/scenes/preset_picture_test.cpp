// The gallery's pictures: parts of the program, and files beside the user's presets.

#include "viewer/scenes/preset_picture.hpp"

#include <csignal>
#include <cstdlib>

#include <shoal/preset.hpp>

#include "capture/picture/png.hpp"
#include "png_file.hpp"
#include "program/program_run.hpp"
#include "program/viewer_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

PresetEntry builtin(const std::string& name) {
    PresetEntry entry;
    entry.name = name;
    return entry;
}

/// Of a picture in 96 colours: it differs by up to 2 from the one it was made of, and by about 5 from that of
/// another second. Rasterisers may differ a little.
constexpr double kMaxDifference = 3.0;

int picturesIn(const Json& shown) {
    return shown.at("gallery_pictures").get<int>();
}

/// Mean difference of two pictures of one size, 0 .. 255.
double difference(const Image& a, const Image& b) {
    REQUIRE(a.rgba.size() == b.rgba.size());
    double sum = 0.0;
    for (std::size_t byte = 0; byte < a.rgba.size(); ++byte) {
        sum += std::abs(static_cast<int>(a.rgba[byte]) - static_cast<int>(b.rgba[byte]));
    }
    return sum / (0.75 * static_cast<double>(a.rgba.size()));  // alpha is the same
}

/// Renders a preset as assets/pictures/render does, and compares.
void requireUpToDate(const std::string& preset) {
    const ScratchFolder scratch;
    const ProgramResult made =
        runShoal(scratch, {"render", preset, "--gpu", "software", "--quality", "normal", "--supersample", "2",
                           "--warmup", "8", "--size", "288x162", "-o", "now.png", "-q"});
    CAPTURE(made.err);
    REQUIRE(made.status == 0);
    const auto now = readPng(scratch.path() / "now.png");
    const auto kept = presetPicture(builtin(preset));
    INFO(preset << " looks different now. If that is meant: assets/pictures/render " << preset);
    REQUIRE(now);
    REQUIRE(kept);
    CHECK(difference(*now, *kept) < kMaxDifference);
}

}  // namespace

TEST_CASE("every built-in preset has a small picture", "[app][gallery]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        INFO(preset.name << ": assets/pictures/render " << preset.name);
        CHECK(presetPicture(builtin(std::string(preset.name))));
    }
    std::uintmax_t bytes = 0;
    for (const auto& file : fs::directory_iterator(SHOAL_PICTURES)) {
        bytes += file.file_size();
    }
    CHECK(bytes < 800'000);
    CHECK_FALSE(presetPicture(builtin("no-preset")));
}

TEST_CASE("the picture of a built-in preset shows it as it looks", "[app][gallery]") {
    requireUpToDate("zones");
}

TEST_CASE("the pictures of all built-in presets show them as they look", "[app][gallery][slow]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        requireUpToDate(std::string(preset.name));
    }
}

TEST_CASE("a user's preset has the picture beside it, if that is one", "[app][gallery][untrusted]") {
    const ScratchFolder scratch;
    PresetEntry entry = builtin("mine");
    entry.file = scratch.path() / "mine.toml";
    const fs::path file = presetPictureFile(entry.file);
    CHECK(file == scratch.path() / "pictures" / "mine.png");
    CHECK_FALSE(presetPicture(entry));
    fs::create_directory(file.parent_path());
    REQUIRE(writePng(file, Image(kPresetPictureWidth, kPresetPictureHeight)));
    CHECK(presetPicture(entry));
    for (std::uintmax_t bytes = fs::file_size(file) * 2 / 3; bytes > 10; bytes = bytes * 2 / 3) {
        fs::resize_file(file, bytes);
        CAPTURE(bytes);
        CHECK_FALSE(presetPicture(entry));
    }
    REQUIRE(writePng(file, Image(4, 4)));
    CHECK_FALSE(presetPicture(entry));
    std::ofstream(file) << "no picture";
    CHECK_FALSE(presetPicture(entry));
}

TEST_CASE("the gallery shows its pictures, and frees them when it closes", "[app][window][gallery]") {
    ViewerRun viewer(reefOf(60), "640x400");
    CHECK(picturesIn(viewer.probe()) == 0);
    viewer.key("g");
    viewer.waitFor("pictures come", [](const Json& shown) { return picturesIn(shown) >= 4; });
    viewer.key("Escape");
    viewer.waitFor("its textures are freed", [](const Json& shown) { return picturesIn(shown) == 0; });
}

TEST_CASE("a render in the background ends with its standard input", "[app][render]") {
    const ScratchFolder scratch;
    // The program is started with an empty standard input.
    const ProgramResult result =
        runShoal({.arguments = {"render", "reef", "--background", "-o", "x.mkv", "--frames", "1000000"},
                  .folder = scratch.path(),
                  .home = scratch.path() / ".home"});
    CHECK(result.status == 128 + SIGTERM);
}

}  // namespace shoal::test
