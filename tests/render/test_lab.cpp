#include <numbers>

#include "picture.hpp"

namespace shoal {
namespace {

using test::approx;

constexpr int kLabWidth = 480;
constexpr int kLabHeight = 360;
constexpr float kPi = std::numbers::pi_v<float>;

/// From straight above; 10 m of the plane fill the picture's height.
Frame labFrame(bool isPaper = false) {
    Frame frame = test::frameOf(kLabWidth, kLabHeight,
                                {.fieldOfView = 2.0f * std::atan(0.5f),
                                 .distance = 10.0f,
                                 .azimuth = 0.0f,
                                 .elevation = kPi / 2.0f,
                                 .projection = CameraSettings::Projection::orthographic});
    frame.look.place = LookSettings::Place::lab;
    frame.look.isPaper = isPaper;
    frame.look.shadow = 0.0f;
    return frame;
}

/// A plane of 8 m × 8 m with walls, or wrapped.
Scene planeScene(const char* edge) {
    Scene scene;
    scene.world = {.width = 8.0f, .height = 8.0f, .depth = 8.0f};
    Species species;
    species.name = "mark";
    species.count = 1;
    species.body = Species::Body::dart;
    species.bodyLength = 0.2f;
    species.rules.find("planar")->isEnabled = true;
    species.rules.find(edge)->isEnabled = true;
    scene.species.push_back(std::move(species));
    return scene;
}

double linearOf(std::uint8_t encoded) {
    const double c = encoded / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// Lightness in OKLab of a pixel, after Ottosson's matrices.
double lightness(const Image& image, int x, int y) {
    const std::uint8_t* at = image.at(x, y);
    const double r = linearOf(at[0]);
    const double g = linearOf(at[1]);
    const double b = linearOf(at[2]);
    return 0.2104542553 * std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) +
           0.7936177850 * std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) -
           0.0040720468 * std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
}

/// Mean brightness of a column of the picture within these rows.
float columnBrightness(const Image& image, float x, float top, float bottom) {
    float sum = 0.0f;
    int count = 0;
    for (int y = static_cast<int>(top); y < static_cast<int>(bottom); ++y, ++count) {
        sum += test::brightness(image, static_cast<int>(x), y);
    }
    return sum / static_cast<float>(count);
}

TEST_CASE("an orthographic picture shows equal lengths equally long at any depth", "[render][lab]") {
    const Frame frame = labFrame();
    const auto widthAt = [&](float height) {
        return test::project(frame, {1.0f, height, 0.5f}).x - test::project(frame, {0.0f, height, 0.5f}).x;
    };
    CHECK(widthAt(0.0f) == approx(kLabHeight / 10.0).margin(0.01));
    CHECK(widthAt(5.0f) == approx(static_cast<double>(widthAt(0.0f))).margin(0.01));
    // x to the right, z downwards.
    CHECK(test::project(frame, {0.0f, 0.0f, 2.0f}).y == approx(kLabHeight * 0.7).margin(0.1));
}

TEST_CASE("a lab has a grid within the world, and a bright edge round it", "[render][lab]") {
    for (const bool isPaper : {false, true}) {
        const Frame frame = labFrame(isPaper);
        const Image image = test::drawScene(planeScene("bounce"), {3.7f, 0.0f, 3.7f}, frame);
        REQUIRE(test::renderer().lastFrame());
        // Between two lines along z; the spacing is 0.5 m.
        const float top = test::project(frame, {0.0f, 0.0f, -1.9f}).y;
        const float bottom = test::project(frame, {0.0f, 0.0f, -1.6f}).y;
        const auto at = [&](float x) {
            const float pixel = test::project(frame, {x, 0.0f, 0.0f}).x;
            // A line lies between two pixels or on one.
            float strongest = columnBrightness(image, pixel, top, bottom);
            for (const float aside : {-1.0f, 1.0f}) {
                const float other = columnBrightness(image, pixel + aside, top, bottom);
                strongest = isPaper ? std::min(strongest, other) : std::max(strongest, other);
            }
            return isPaper ? 255.0f - strongest : strongest;
        };
        CAPTURE(isPaper);
        const float between = at(1.25f);
        CHECK(at(0.5f) > between + 3.0f);   // a fine line
        CHECK(at(0.0f) > at(0.5f) + 3.0f);  // one with a number
        CHECK(at(4.0f) > between + 60.0f);  // the edge
        CHECK(at(-4.0f) > between + 60.0f);
        CHECK(at(4.75f) < between + 12.0f);  // nothing beyond it
        CHECK(isPaper == (test::brightness(image, 20, 20) > 200.0f));
    }
}

TEST_CASE("a wall is one line, and a wrapped edge is dashed", "[render][lab]") {
    const Frame frame = labFrame();
    const auto gapsIn = [&](const char* rule) {
        const Image image = test::drawScene(planeScene(rule), {0.0f, 0.0f, 0.0f}, frame);
        const auto x = static_cast<int>(test::project(frame, {4.0f, 0.0f, 0.0f}).x);
        int gaps = 0;
        bool wasBright = true;
        for (int y = 60; y < kLabHeight - 60; ++y) {
            const bool isBright =
                std::max(test::brightness(image, x, y), test::brightness(image, x - 1, y)) > 90.0f;
            gaps += wasBright && !isBright ? 1 : 0;
            wasBright = isBright;
        }
        return gaps;
    };
    CHECK(gapsIn("bounce") == 0);
    CHECK(gapsIn("wrap") > 8);
}

TEST_CASE("a mark in the lab has exactly its colour, so that all headings are equally light",
          "[render][lab]") {
    // Colours of equal lightness, as palettes.cpp makes them, computed apart.
    const auto colourOf = [](double hue) {
        const double a = 0.125 * std::cos(hue);
        const double b = 0.125 * std::sin(hue);
        const double l = std::pow(0.74 + 0.3963377774 * a + 0.2158037573 * b, 3.0);
        const double m = std::pow(0.74 - 0.1055613458 * a - 0.0638541728 * b, 3.0);
        const double s = std::pow(0.74 - 0.0894841775 * a - 1.2914855480 * b, 3.0);
        const auto byte = [](double light) {
            const double shown =
                light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1.0 / 2.4) - 0.055;
            return static_cast<std::uint32_t>(std::lround(255.0 * std::clamp(shown, 0.0, 1.0)));
        };
        return byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) |
               byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) << 8u |
               byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s) << 16u | 0xff000000u;
    };
    constexpr int kHues = 12;
    std::vector<test::Body> marks;
    std::vector<std::uint32_t> colours;
    for (int index = 0; index < kHues; ++index) {
        const float turn = 2.0f * kPi * static_cast<float>(index) / kHues;
        marks.push_back({.position = {3.0f * std::cos(turn), 0.0f, 3.0f * std::sin(turn)},
                         .velocity = {std::cos(turn), 0.0f, std::sin(turn)},
                         .id = static_cast<std::uint32_t>(index)});
        colours.push_back(colourOf(static_cast<double>(turn)));
    }
    const Flock flock = test::makeFlock(marks);
    const BodyBatch batch{
        .flock = &flock, .bodyLength = 1.0f, .body = Species::Body::dart, .colours = colours};
    const Frame frame = labFrame();
    const Image image = test::draw({&batch, 1}, frame, 4, {.width = 9.0f, .height = 9.0f, .depth = 9.0f});
    for (int index = 0; index < kHues; ++index) {
        // Ahead of its middle, where the arrowhead has no notch.
        const test::Body& mark = marks[static_cast<std::size_t>(index)];
        const test::Pixel at = test::project(frame, mark.position + mark.velocity * 0.05f);
        CAPTURE(index, at.x, at.y);
        CHECK(lightness(image, static_cast<int>(at.x), static_cast<int>(at.y)) == approx(0.74).margin(0.02));
    }
}

TEST_CASE("a mark in the lab never becomes too small to read its heading", "[render][lab]") {
    const std::vector<test::Body> mark{{.position = {0.25f, 0.0f, 0.25f}}};
    const Frame frame = labFrame();
    const auto covered = [&](float length) {
        const Flock flock = test::makeFlock(mark);
        const BodyBatch batch{.flock = &flock, .bodyLength = length, .body = Species::Body::dart};
        const Image with = test::draw({&batch, 1}, frame, 4);
        return test::countDifferent(with, test::draw({}, frame, 4), 20);
    };
    CHECK(covered(0.01f) > 12);
    CHECK(covered(0.01f) < 60);
    CHECK(covered(1.0f) > 300);
}

TEST_CASE("tiles of an orthographic picture join without a seam", "[render][lab]") {
    Frame frame = labFrame();
    const Scene scene = planeScene("wrap");
    const Image whole = test::drawScene(scene, {0.3f, 0.0f, 0.4f}, frame);
    frame.tile = Tile{kLabWidth / 2, kLabHeight / 2, kLabWidth / 2, kLabHeight / 2};
    Frame part = frame;
    const Result<Offscreen> target = Offscreen::create(kLabWidth / 2, kLabHeight / 2);
    REQUIRE(target);
    part.framebuffer = target->framebuffer();
    test::renderer().draw(part);
    const Image tile = target->read();
    int different = 0;
    for (int y = 0; y < kLabHeight / 2; ++y) {
        for (int x = 0; x < kLabWidth / 2; ++x) {
            const auto a = test::brightness(tile, x, y);
            const auto b = test::brightness(whole, x + kLabWidth / 2, y);
            different += std::abs(a - b) > 1.5f ? 1 : 0;
        }
    }
    CHECK(different == 0);
}

TEST_CASE("a transparent picture of the lab holds only its bodies", "[render][lab]") {
    Frame frame = labFrame();
    frame.isTransparent = true;
    const Image image = test::drawScene(planeScene("wrap"), {0.0f, 0.0f, 0.0f}, frame);
    CHECK(image.at(0, 0)[3] == 0);
    CHECK(image.at(kLabWidth / 2, kLabHeight / 2)[3] > 200);
}

}  // namespace
}  // namespace shoal
