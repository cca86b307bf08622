// Bodies whose colour shows a value, and lines among them.

#include <cstdlib>

#include "picture.hpp"

namespace shoal {
namespace {

using test::Body;

constexpr int kColourWidth = 240;
constexpr int kColourHeight = 180;
constexpr CameraSettings kAside{.distance = 2.4f, .azimuth = 0.0f, .elevation = 0.0f};

constexpr std::uint32_t kOrange = 0xff009fe6u;  // opacity, blue, green, red
constexpr std::uint32_t kBlue = 0xffb27200u;

Image drawnBody(Species::Body body, std::span<const std::uint32_t> colours,
                LookSettings::Place place = LookSettings::Place::water, float distance = 2.4f) {
    CameraSettings camera = kAside;
    camera.distance = distance;
    Frame frame = test::frameOf(kColourWidth, kColourHeight, camera);
    frame.look.place = place;
    frame.look.turbidity = 0.0f;
    const Flock flock = test::makeFlock(std::vector<Body>{{{}, {1.0f, 0.0f, 0.0f}}});
    const BodyBatch school{.flock = &flock, .bodyLength = 1.0f, .body = body, .colours = colours};
    return test::draw({&school, 1}, frame);
}

/// Mean colour of the pixels that differ from another picture, sRGB 0 .. 255.
std::array<double, 3> meanWhereChanged(const Image& picture, const Image& other) {
    std::array<double, 3> sum{};
    int count = 0;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            if (test::difference(picture, other, x, y) > 6) {
                for (std::size_t channel = 0; channel < 3; ++channel) {
                    sum[channel] += picture.at(x, y)[channel];
                }
                ++count;
            }
        }
    }
    REQUIRE(count > 3);
    for (double& channel : sum) {
        channel /= count;
    }
    return sum;
}

TEST_CASE("a body takes on the colour of its value in every place and at every size", "[render][colour]") {
    for (std::size_t body = 0; body < Species::bodies.size(); ++body) {
        for (const float distance : {2.4f, 6.0f, 15.0f}) {
            const auto kind = static_cast<Species::Body>(body);
            const auto place = static_cast<LookSettings::Place>(body % LookSettings::places.size());
            const Image plain = drawnBody(kind, {}, place, distance);
            const auto orange = meanWhereChanged(drawnBody(kind, {{kOrange}}, place, distance), plain);
            const auto blue = meanWhereChanged(drawnBody(kind, {{kBlue}}, place, distance), plain);
            CAPTURE(Species::bodies[body], distance);
            CHECK(orange[0] > orange[1]);
            CHECK(orange[1] > orange[2]);
            CHECK(blue[2] > blue[1]);
            CHECK(blue[1] > blue[0]);
            CHECK(orange[0] > blue[0] + 40.0);
        }
    }
}

TEST_CASE("a colour without strength leaves the picture as it is, bit for bit", "[render][colour]") {
    for (std::size_t body = 0; body < Species::bodies.size(); ++body) {
        const auto kind = static_cast<Species::Body>(body);
        CHECK(drawnBody(kind, {{0x00ffffffu}}).rgba == drawnBody(kind, {}).rgba);
    }
}

TEST_CASE("a coloured fish still has a light flank, a dark back and a dark eye", "[render][colour]") {
    constexpr float kNear = 1.2f;
    const Image picture = drawnBody(Species::Body::fish, {{kOrange}}, LookSettings::Place::water, kNear);
    CameraSettings camera = kAside;
    camera.distance = kNear;
    const Frame frame = test::frameOf(kColourWidth, kColourHeight, camera);
    const auto brightnessAt = [&](float x, float y) {
        const test::Pixel at = test::project(frame, {x, y, 0.0f});
        return test::brightness(picture, static_cast<int>(at.x), static_cast<int>(at.y));
    };
    const float flank = brightnessAt(0.1f, -0.01f);
    CHECK(flank > 1.15f * brightnessAt(0.1f, 0.07f));
    // The eye is in the foremost quarter, above the middle.
    float darkest = 255.0f;
    for (float x = 0.25f; x < 0.40f; x += 0.001f) {
        for (float y = 0.0f; y < 0.05f; y += 0.001f) {
            darkest = std::min(darkest, brightnessAt(x, y));
        }
    }
    CHECK(darkest < 0.75f * flank);
}

TEST_CASE("colours are assigned by id, and a body without one keeps its own", "[render][colour]") {
    const std::vector<Body> bodies{{{-0.8f, 0.0f, 0.0f}}, {{0.8f, 0.0f, 0.0f}}};
    Flock flock = test::makeFlock(bodies);
    std::swap(flock.now().id[0], flock.now().id[1]);
    const Frame frame = test::frameOf(kColourWidth, kColourHeight, kAside);
    const auto drawn = [&](std::span<const std::uint32_t> colours) {
        const BodyBatch school{.flock = &flock, .bodyLength = 0.6f, .colours = colours};
        return test::draw({&school, 1}, frame);
    };
    // Id 0 is in slot 1, on the right.
    const Image coloured = drawn({{kOrange, 0u}});
    const Image plain = drawn({});
    CHECK(test::countDifferent(coloured, plain, 0, {.right = kColourWidth / 2}) == 0);
    CHECK(test::countDifferent(coloured, plain, 20, {.left = kColourWidth / 2}) > 100);
}

Image drawnLines(std::span<const LinePoint> lines, float alongZ = 0.0f,
                 LookSettings::Place place = LookSettings::Place::water, float turbidity = 0.2f) {
    Frame frame =
        test::frameOf(kColourWidth, kColourHeight, {.distance = 6.0f, .azimuth = 0.0f, .elevation = 0.0f});
    frame.look.turbidity = turbidity;
    frame.look.place = place;
    frame.lines = lines;
    const Flock flock = test::makeFlock(std::vector<Body>{{{0.0f, 0.0f, alongZ}, {1.0f, 0.0f, 0.0f}}});
    const BodyBatch school{&flock, 2.0f};
    return test::draw({&school, 1}, frame);
}

TEST_CASE("a line is drawn from point to point and ends where its opacity does", "[render][lines]") {
    const Frame frame =
        test::frameOf(kColourWidth, kColourHeight, {.distance = 6.0f, .azimuth = 0.0f, .elevation = 0.0f});
    const std::vector<LinePoint> lines{{{-2.0f, 1.0f, 0.0f}, 0.06f, kOrange},
                                       {{-0.5f, 1.0f, 0.0f}, 0.06f, 0},
                                       {{0.5f, 1.0f, 0.0f}, 0.06f, kOrange},
                                       {{2.0f, 1.0f, 0.0f}, 0.06f, kOrange}};
    const Image with = drawnLines(lines);
    const Image without = drawnLines({});
    const auto changeAt = [&](float x, float y) {
        const test::Pixel at = test::project(frame, {x, y, 0.0f});
        return test::difference(with, without, static_cast<int>(at.x), static_cast<int>(at.y));
    };
    CHECK(changeAt(-1.9f, 1.0f) > 60);
    CHECK(changeAt(-0.8f, 1.0f) < changeAt(-1.9f, 1.0f));  // it fades
    CHECK(changeAt(0.0f, 1.0f) == 0);
    CHECK(changeAt(1.2f, 1.0f) > 60);
    CHECK(changeAt(1.2f, 1.15f) == 0);
}

TEST_CASE("in clear air and water a line shows the very colour that it was given", "[render][lines]") {
    const Frame frame =
        test::frameOf(kColourWidth, kColourHeight, {.distance = 6.0f, .azimuth = 0.0f, .elevation = 0.0f});
    const test::Pixel at = test::project(frame, {0.0f, 1.0f, 0.0f});
    std::vector<std::uint32_t> colours{kOrange};
    // A brighter value would glow, and is toned down.
    for (std::uint32_t value = 2; value < 235; value += 12) {
        colours.push_back(0xff000000u + value * 0x010101u);
        colours.push_back(0xff000000u + value * 0x010000u + (234 - value) * 0x000100u + value / 2);
    }
    for (std::size_t place = 0; place < LookSettings::places.size(); ++place) {
        for (const std::uint32_t colour : colours) {
            const std::vector<LinePoint> line{{{-1.0f, 1.0f, 0.0f}, 0.4f, colour},
                                              {{1.0f, 1.0f, 0.0f}, 0.4f, colour}};
            const Image drawn = drawnLines(line, 0.0f, static_cast<LookSettings::Place>(place), 0.0f);
            CAPTURE(place, colour);
            for (std::size_t channel = 0; channel < 3; ++channel) {
                const int wanted = static_cast<int>((colour >> (8 * channel)) & 0xffu);
                CHECK(std::abs(drawn.at(static_cast<int>(at.x), static_cast<int>(at.y))[channel] - wanted) <=
                      1);
            }
        }
    }
}

TEST_CASE("bodies hide the lines behind them, and not those in front", "[render][lines]") {
    const std::vector<LinePoint> line{{{-0.4f, 0.0f, 0.0f}, 0.04f, kOrange},
                                      {{0.4f, 0.0f, 0.0f}, 0.04f, kOrange}};
    CHECK(test::countDifferent(drawnLines(line, 1.0f), drawnLines({}, 1.0f), 8) == 0);
    CHECK(test::countDifferent(drawnLines(line, -1.0f), drawnLines({}, -1.0f), 8) > 20);
}

TEST_CASE("a translucent line is as dense in its bends as between them", "[render][lines]") {
    const std::vector<LinePoint> line{{{-1.6f, 0.9f, 0.0f}, 0.3f, 0x80ffffffu},
                                      {{-0.5f, 1.3f, 0.0f}, 0.3f, 0x80ffffffu},
                                      {{0.5f, 0.8f, 0.0f}, 0.3f, 0x80ffffffu},
                                      {{1.6f, 1.2f, 0.0f}, 0.3f, 0x80ffffffu}};
    const Image with = drawnLines(line);
    const Image without = drawnLines({});
    const Frame frame =
        test::frameOf(kColourWidth, kColourHeight, {.distance = 6.0f, .azimuth = 0.0f, .elevation = 0.0f});
    const auto changeAt = [&](float x, float y) {
        const test::Pixel at = test::project(frame, {x, y, 0.0f});
        return test::difference(with, without, static_cast<int>(at.x), static_cast<int>(at.y));
    };
    const int between = changeAt(0.0f, 1.05f);
    REQUIRE(between > 60);
    for (const LinePoint& bend : {line[1], line[2]}) {
        for (float x = -0.2f; x <= 0.2f; x += 0.05f) {
            for (float y = -0.05f; y <= 0.05f; y += 0.05f) {
                CAPTURE(bend.place.x, x, y);
                CHECK(std::abs(changeAt(bend.place.x + x, bend.place.y + y) - between) < 12);
            }
        }
    }
}

TEST_CASE("a line thinner than a pixel is faint, not broken", "[render][lines]") {
    const std::vector<LinePoint> line{{{-2.0f, 1.0f, 0.0f}, 0.006f, kOrange},
                                      {{2.0f, 1.31f, 0.0f}, 0.006f, kOrange}};
    const Image with = drawnLines(line);
    const Image without = drawnLines({});
    const Frame frame =
        test::frameOf(kColourWidth, kColourHeight, {.distance = 6.0f, .azimuth = 0.0f, .elevation = 0.0f});
    const auto first = static_cast<int>(test::project(frame, {-1.9f, 1.0f, 0.0f}).x);
    const auto last = static_cast<int>(test::project(frame, {1.9f, 1.0f, 0.0f}).x);
    for (int x = first; x < last; ++x) {
        CAPTURE(x);
        CHECK(test::countDifferent(with, without, 1, {.left = x, .right = x + 1}) >= 1);
    }
}

}  // namespace
}  // namespace shoal
