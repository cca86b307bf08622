// Presets with their own time step: films and takes count in real time.

#include "capture/film/captured_scene.hpp"
#include "capture/take/take.hpp"
#include "png_file.hpp"
#include "program/program_run.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {

namespace {

/// 20 steps of 0.1 s in a second of real time.
constexpr const char* kPreset = R"(base = "reef"

[time]
step = 0.1
speed = 2

[species.sardine]
count = 40
)";

Image render(const ScratchFolder& scratch, std::vector<std::string> arguments, const std::string& picture) {
    arguments.insert(arguments.begin(), "render");
    arguments.insert(arguments.end(), {"--size", "64x36"});
    const ProgramResult result =
        runShoal({.arguments = std::move(arguments), .folder = scratch.path(), .home = {}});
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    const auto image = readPng(scratch.path() / picture);
    REQUIRE(image);
    return *image;
}

Take takeIn(const ScratchFolder& scratch, const std::string& picture) {
    const auto text = readCapturedScene(scratch.path() / picture);
    REQUIRE(text);
    auto take = parseTake(*text, picture);
    REQUIRE(take);
    return std::move(*take);
}

}  // namespace

TEST_CASE("a film of a preset with its own time step shows real time", "[app][time]") {
    const ScratchFolder scratch;
    std::ofstream(scratch.path() / "slow.toml") << kPreset;
    const std::string picture = "film/frame_00005.png";
    const Image image = render(
        scratch, {"slow.toml", "-o", "film/", "--fps", "10", "--seconds", "1", "--warmup", "1"}, picture);

    const Take take = takeIn(scratch, picture);
    CHECK(take.from.step == 30);  // 1 s of warm-up and half a second of film, 20 steps each second
    CHECK(take.scene.time.stepsPerSecond() == 20);

    render(scratch, {picture, "-o", "again.png"}, "again.png");
    CHECK(readPng(scratch.path() / "again.png")->rgba == image.rgba);
}

}  // namespace shoal::test
