#include "capture/film/y4m_sink.hpp"
#include "capture/film_tools.hpp"
#include "scratch_folder.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using namespace test;

constexpr int kPatch = 48;
using Colour = std::array<std::uint8_t, 3>;

// Colours that video handles worst: full blue and red, and the darks and mild tones of a sea.
constexpr std::array<Colour, 15> kColours{Colour{0, 0, 0},      Colour{255, 255, 255}, Colour{128, 128, 128},
                                          Colour{255, 0, 0},    Colour{0, 255, 0},     Colour{0, 0, 255},
                                          Colour{255, 255, 0},  Colour{0, 255, 255},   Colour{255, 0, 255},
                                          Colour{8, 30, 54},    Colour{13, 110, 145},  Colour{211, 233, 240},
                                          Colour{250, 128, 64}, Colour{64, 32, 16},    Colour{90, 200, 120}};
constexpr int kWidth = kPatch * 5;
constexpr int kHeight = kPatch * 3;

const Colour& colourAt(int x, int y) {
    return kColours[static_cast<std::size_t>(y / kPatch * 5 + x / kPatch)];
}

Image patches() {
    Image image(kWidth, kHeight);
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const Colour& colour = colourAt(x, y);
            std::copy(colour.begin(), colour.end(), image.at(x, y));
            image.at(x, y)[3] = 255;
        }
    }
    return image;
}

/// Returns the largest error of a channel over the inner halves of all patches.
int maxOff(const Image& image) {
    int largest = 0;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const auto isInner = [](int at) { return std::abs(at % kPatch - kPatch / 2) < kPatch / 4; };
            for (std::size_t channel = 0; channel < 3 && isInner(x) && isInner(y); ++channel) {
                largest = std::max(largest, std::abs(image.at(x, y)[channel] - colourAt(x, y)[channel]));
            }
        }
    }
    return largest;
}

TEST_CASE("a film's colours come back within two levels, by the tags that it carries", "[capture][colour]") {
    const ScratchFolder folder;
    for (const std::string ending : {"mp4", "mkv", "webm", "gif"}) {
        CAPTURE(ending);
        const fs::path file = folder.path() / ("film." + ending);
        const auto sink = opened(file, {.film = {.size = {kWidth, kHeight}, .rate = {25, 1}, .frames = 6}});
        for (int frame = 0; frame < 6; ++frame) {
            REQUIRE(sink->write(patches()));
        }
        REQUIRE(sink->finish());
        for (const Image& image : decoded(file, kWidth, kHeight)) {
            CHECK(maxOff(image) <= 2);
        }
        if (ending != "gif") {
            CHECK(probe(file, "color_range,color_space,color_transfer,color_primaries") ==
                  "tv,bt709,bt709,bt709");
        }
    }
}

TEST_CASE("a transparent webm carries the same colours", "[capture][colour]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "film.webm";
    const auto sink = opened(file, {.film = {.size = {kWidth, kHeight}, .frames = 2, .isTransparent = true}});
    REQUIRE(sink->write(patches()));
    REQUIRE(sink->write(patches()));
    REQUIRE(sink->finish());
    const auto images = decoded(file, kWidth, kHeight, "-c:v libvpx-vp9");
    REQUIRE(images.size() == 2);
    CHECK(maxOff(images[1]) <= 2);
}

TEST_CASE("frames for another program carry the same colours", "[capture][colour]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "film.y4m";
    auto sink = openY4m(file, {.film = {.size = {kWidth, kHeight}, .rate = {25, 1}, .frames = 2}});
    REQUIRE(sink);
    REQUIRE((*sink)->write(patches()));
    REQUIRE((*sink)->write(patches()));
    REQUIRE((*sink)->finish());
    const auto images = decoded(file, kWidth, kHeight);
    REQUIRE(images.size() == 2);
    CHECK(maxOff(images[1]) <= 2);
    const std::string stream = *readWholeFile(file, std::size_t{1} << 24);
    const std::size_t bytes = y4mFrameBytes({kWidth, kHeight});
    CHECK(stream.size() == y4mHeader({kWidth, kHeight}, {25, 1}).size() + 2 * bytes);
    CHECK(maxOff(imageFromY4m(stream.substr(stream.size() - bytes), {kWidth, kHeight})) <= 2);
}

TEST_CASE("an apng's colours are exact", "[capture][colour]") {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "film.apng";
    record(file, {.film = {.size = {61, 33}, .frames = 4}});
    const auto images = decoded(file, 61, 33);
    REQUIRE(images.size() == 4);
    for (int frame = 0; frame < 4; ++frame) {
        CHECK(images[static_cast<std::size_t>(frame)].rgba == gradient(61, 33, frame, true).rgba);
    }
}

}  // namespace
}  // namespace shoal
