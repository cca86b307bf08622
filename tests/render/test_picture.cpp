#include "picture.hpp"
#include "render/bodies/body_store.hpp"

namespace shoal {
namespace {

using test::Body;
using test::Box;
using test::kAhead;
using test::kHeight;
using test::kWidth;
using test::Pixel;

constexpr CameraSettings kFromAbove{.distance = 1.6f, .azimuth = 0.0f, .elevation = 1.45f};
constexpr CameraSettings kFromAside{.distance = 1.6f, .azimuth = 0.0f, .elevation = 0.0f};

Image emptyWater(const Frame& frame) {
    return test::drawBodies({}, frame);
}

Box around(const Pixel& pixel, float reach) {
    return {static_cast<int>(pixel.x - reach), static_cast<int>(pixel.y - reach),
            static_cast<int>(pixel.x + reach) + 1, static_cast<int>(pixel.y + reach) + 1};
}

TEST_CASE("fish appear where the simulation says they are and nowhere else", "[render][picture]") {
    Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    frame.look.shadow = 0.0f;  // on what drifts in the water
    const std::vector<Body> bodies{{{-1.5f, 1.2f, 0.0f}, {1.0f, 0.0f, 0.0f}},
                                   {{1.6f, 0.9f, 0.5f}, {-1.0f, 0.2f, 0.1f}},
                                   {{0.2f, -0.8f, 1.0f}, {0.0f, 0.0f, 1.0f}},
                                   {{-1.2f, -1.3f, -3.0f}, {0.3f, -0.5f, -1.0f}},
                                   {{2.4f, -1.5f, -1.0f}, {0.0f, -1.0f, 0.0f}}};
    const Image empty = emptyWater(frame);
    const Image picture = test::drawBodies(bodies, frame, 0.5f);
    std::vector<Box> boxes;
    int within = 0;
    for (const Body& body : bodies) {
        const Pixel at = test::project(frame, body.position);
        CAPTURE(at.x, at.y);
        CHECK(test::countDifferent(picture, empty, 6, around(at, 4.0f)) > 12);
        const Pixel above = test::project(frame, body.position + Vec3f{0.0f, 0.5f, 0.0f});
        boxes.push_back(around(at, std::abs(at.y - above.y) * 0.9f));
    }
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const bool isNear = std::any_of(boxes.begin(), boxes.end(), [&](const Box& box) {
                return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
            });
            within += isNear || test::difference(picture, empty, x, y) == 0 ? 0 : 1;
        }
    }
    CHECK(within == 0);
    CHECK(test::renderer().drawnBodies() == bodies.size());
}

TEST_CASE("an empty flock and no flock at all draw the same water", "[render][picture]") {
    const Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    const Image none = test::draw({}, frame);
    CHECK(none.rgba == emptyWater(frame).rgba);
    // Brighter above than below, blue-green, neither grey nor black.
    CHECK(test::brightness(none, 160, 5) > test::brightness(none, 160, 120) + 10.0f);
    CHECK(test::brightness(none, 160, 120) > test::brightness(none, 160, 234) + 10.0f);
    for (const int y : {5, 120, 234}) {
        CHECK(none.at(160, y)[2] > none.at(160, y)[0] + 20);
    }
}

TEST_CASE("the same frame drawn twice is identical bit for bit", "[render][picture]") {
    const Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    const std::vector<Body> bodies{{{0.5f, 0.2f, 0.0f}}, {{-0.5f, 0.0f, 1.0f}}};
    CHECK(test::drawBodies(bodies, frame).rgba == test::drawBodies(bodies, frame).rgba);
}

TEST_CASE("beams of light do not depend on a larger picture drawn before", "[render][picture]") {
    Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    frame.airScale = 16;
    frame.look.brightness = 4.0f;
    const auto drawnAfter = [&](std::span<const Body> bodies) {
        Frame larger = frame;
        larger.size.width += kWidth / 2;
        test::drawBodies(bodies, larger, 4.0f);
        return test::drawBodies({}, frame);
    };
    // A body in the larger picture, beyond the edge of the other.
    const std::vector<Body> bodies{{{1.5f, 0.0f, 0.0f}}};
    CHECK(test::countDifferent(drawnAfter({}), drawnAfter(bodies), 0) == 0);
}

/// Returns the mean distance from the top of the pixels around column `x` that differ from the empty picture;
/// none if nothing differs.
std::optional<float> middleAt(const Image& picture, const Image& empty, float x) {
    float sum = 0.0f;
    int count = 0;
    for (int column = static_cast<int>(x) - 1; column <= static_cast<int>(x) + 1; ++column) {
        for (int y = 0; y < picture.height; ++y) {
            if (test::difference(picture, empty, column, y) > 8) {
                sum += static_cast<float>(y) + 0.5f;
                ++count;
            }
        }
    }
    return count > 0 ? std::optional(sum / static_cast<float>(count)) : std::nullopt;
}

TEST_CASE("the tail swings while the head stays still", "[render][picture]") {
    const Frame frame = test::frameOf(kWidth, kHeight, kFromAbove);
    const Image empty = emptyWater(frame);
    const Flock flock = test::makeFlock(std::vector<Body>{{{0.0f, 0.0f, 0.0f}, {3.0f, 0.0f, 0.0f}}});
    const BodyBatch school{&flock, 1.0f};
    // The centre of a body is 0.45 of its length from the snout, which points to +x.
    const float headAt = test::project(frame, {0.36f, 0.0f, 0.0f}).x;
    const float tailAt = test::project(frame, {-0.48f, 0.0f, 0.0f}).x;
    const float length =
        test::project(frame, {0.5f, 0.0f, 0.0f}).x - test::project(frame, {-0.5f, 0.0f, 0.0f}).x;
    struct Sweep {
        float smallest = 1e9f;
        float largest = -1e9f;
        void add(std::optional<float> middle) {
            REQUIRE(middle);
            smallest = std::min(smallest, *middle);
            largest = std::max(largest, *middle);
        }
        float width() const { return largest - smallest; }
    };
    Sweep head;
    Sweep tail;
    for (unsigned step = 1; step <= 60; ++step) {
        test::renderer().upload(World{}, {&school, 1}, {.beginning = 1, .step = step});
        if (step % 2 == 0) {
            const Image picture = test::draw({&school, 1}, frame, 0, {}, {.beginning = 1, .step = step});
            head.add(middleAt(picture, empty, headAt));
            tail.add(middleAt(picture, empty, tailAt));
        }
    }
    CAPTURE(length, head.width(), tail.width());
    CHECK(head.width() < 0.02f * length);
    // About a tenth of the body's length to either side at full beat, and never more.
    CHECK(tail.width() > 0.08f * length);
    CHECK(tail.width() < 0.24f * length);
}

TEST_CASE("a species has the colour of its hue, as far as it is tinted", "[render][picture]") {
    const Frame frame = test::frameOf(kWidth, kHeight, kFromAside);
    const Flock flock = test::makeFlock(std::vector<Body>{{{}, {1.0f, 0.0f, 0.0f}}});
    const auto drawn = [&](float hue, float tint) {
        const BodyBatch school{&flock, 1.0f, hue, tint};
        return test::draw({&school, 1}, frame);
    };
    // Gain of each channel over the untinted body, summed over the middle of the flank.
    const Image plain = drawn(0.0f, 0.0f);
    const auto gains = [&](const Image& picture) {
        std::array<int, 3> sum{};
        for (int y = kHeight / 2 - 6; y < kHeight / 2 + 6; ++y) {
            for (int x = kWidth / 2 - 20; x < kWidth / 2 + 20; ++x) {
                for (std::size_t channel = 0; channel < 3; ++channel) {
                    sum[channel] += picture.at(x, y)[channel] - plain.at(x, y)[channel];
                }
            }
        }
        return sum;
    };
    CHECK(drawn(2.0f, 0.0f).rgba == plain.rgba);
    constexpr float kThird = 2.094395102f;
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const auto gained = gains(drawn(kThird * static_cast<float>(channel), 1.0f));
        INFO("hue of channel " << channel);
        CHECK(gained[channel] > gained[(channel + 1) % 3] + 1000);
        CHECK(gained[channel] > gained[(channel + 2) % 3] + 1000);
    }
    // Yellow is red and green.
    const auto yellow = gains(drawn(0.5f * kThird, 1.0f));
    CHECK(yellow[0] > yellow[2] + 1000);
    CHECK(yellow[1] > yellow[2] + 1000);
}

TEST_CASE("a fish's mouth is as red as its species asks, and the rest of it keeps its colour",
          "[render][picture]") {
    const Frame frame = test::frameOf(kWidth, kHeight, kFromAside);
    const Flock flock = test::makeFlock(std::vector<Body>{{{}, {1.0f, 0.0f, 0.0f}}});
    const auto kind = GENERATE(Species::Body::fish, Species::Body::tuna, Species::Body::damsel);
    const auto drawn = [&](float mouth) {
        const BodyBatch school{.flock = &flock, .bodyLength = 1.0f, .body = kind, .mouth = mouth};
        return test::draw({&school, 1}, frame);
    };
    const Image plain = drawn(0.0f);
    const Image red = drawn(1.0f);
    int reddened = 0;
    int changed = 0;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const auto before = plain.at(x, y);
            const auto after = red.at(x, y);
            changed += before[0] != after[0] || before[1] != after[1] || before[2] != after[2] ? 1 : 0;
            reddened += after[0] - after[1] > before[0] - before[1] + 20 ? 1 : 0;
        }
    }
    CHECK(reddened > 10);
    CHECK(changed < 4 * reddened);
    CHECK(changed < kWidth * kHeight / 200);
}

TEST_CASE("the back is up and the belly down however a fish swims", "[render][picture]") {
    const Frame frame = test::frameOf(kWidth, kHeight, kFromAside);
    for (const Vec3f& velocity :
         {Vec3f{1.0f, 0.0f, 0.0f}, Vec3f{-1.0f, 0.0f, 0.0f}, Vec3f{0.5f, 5.0f, 0.0f},
          Vec3f{-0.5f, -5.0f, 0.0f}, Vec3f{0.7f, 0.7f, 0.2f}, Vec3f{-0.7f, -0.3f, -0.3f}}) {
        const Flock flock = test::makeFlock(std::vector<Body>{{{}, velocity}});
        const BodyBatch school{&flock, 1.0f};
        const Image picture = test::draw({&school, 1}, frame);
        // Two points on the flank behind the gills, above and below its middle in the direction of world up.
        const auto heading = test::renderer().bodies().states(0)[0];
        const Vec3f forward{std::sin(heading[0]) * std::cos(heading[1]), std::sin(heading[1]),
                            -std::cos(heading[0]) * std::cos(heading[1])};
        const float level = std::sqrt(1.0f - forward.y * forward.y);
        const Vec3f up{-forward.x * forward.y / level, level, -forward.z * forward.y / level};
        const auto brightnessAt = [&](float height) {
            const Pixel at = test::project(frame, forward * 0.16f + up * height);
            float sum = 0.0f;
            for (int dy = -1; dy <= 1; ++dy) {
                for (int dx = -1; dx <= 1; ++dx) {
                    sum +=
                        test::brightness(picture, static_cast<int>(at.x) + dx, static_cast<int>(at.y) + dy) /
                        9.0f;
                }
            }
            return sum;
        };
        CAPTURE(velocity.x, velocity.y, velocity.z);
        CHECK(brightnessAt(-0.04f) > brightnessAt(0.07f) + 15.0f);
    }
}

TEST_CASE("a picture between two steps shows the fish between its two places", "[render][picture]") {
    Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    const Image empty = emptyWater(frame);
    const Body moving{{1.5f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, Vec3f{-1.5f, 0.0f, 0.0f}};
    for (const float alpha : {0.0f, 0.25f, 0.5f, 1.0f}) {
        frame.alpha = alpha;
        const Image picture = test::drawBodies(std::vector<Body>{moving}, frame, 0.4f);
        const Pixel expected = test::project(frame, {-1.5f + 3.0f * alpha, 0.0f, 0.0f});
        double sum = 0.0;
        int count = 0;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                if (test::difference(picture, empty, x, y) > 6) {
                    sum += x + 0.5;
                    ++count;
                }
            }
        }
        CAPTURE(alpha);
        REQUIRE(count > 0);
        CHECK(sum / count == test::approx(expected.x).margin(3.0));
    }
}

TEST_CASE("near, mid and far bodies look alike where one replaces the other", "[render][picture]") {
    // The same fish just inside and just outside each detail limit: its mean colour and its area must agree.
    struct Look {
        double area = 0.0;
        double light = 0.0;
    };
    const auto lookAt = [](float bodyPixels) {
        Frame frame = test::frameOf(kWidth, kHeight, {.distance = 4.0f, .azimuth = 0.0f, .elevation = 0.0f});
        frame.look.turbidity = 0.0f;
        const float bodyLength = bodyPixels / (0.5f * kHeight * frame.view.projection[1][1]) * 4.0f;
        const Image picture =
            test::drawBodies(std::vector<Body>{{{}, {1.0f, 0.0f, 0.0f}}}, frame, bodyLength);
        const Image empty = test::drawBodies({}, frame);
        Look look;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                if (test::difference(picture, empty, x, y) > 8) {
                    look.area += 1.0 / (bodyPixels * bodyPixels);
                    look.light += test::brightness(picture, x, y);
                }
            }
        }
        look.light /= std::max(1.0, look.area * bodyPixels * bodyPixels);
        return look;
    };
    for (const float limit : {44.0f, 15.0f}) {
        const Look finer = lookAt(limit + 0.5f);
        const Look coarser = lookAt(limit - 0.5f);
        CAPTURE(limit, finer.area, coarser.area, finer.light, coarser.light);
        CHECK(coarser.area == test::approx(finer.area).epsilon(0.25));
        CHECK(coarser.light == test::approx(finer.light).margin(25.0));
    }
}

TEST_CASE("far fish dissolve into the water", "[render][picture]") {
    const Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    const Image empty = emptyWater(frame);
    int last = 256;
    for (const float away : {0.0f, 15.0f, 40.0f, 200.0f}) {
        // The same size in the picture at any distance, so that only the water differs.
        const float bodyLength = 0.12f * (6.0f + away);
        const Image picture = test::drawBodies(std::vector<Body>{{{0.0f, 0.0f, -away}}}, frame, bodyLength);
        int largest = 0;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                largest = std::max(largest, test::difference(picture, empty, x, y));
            }
        }
        CAPTURE(away, largest, last);
        CHECK(largest < last);
        last = largest;
    }
    CHECK(last <= 1);
}

TEST_CASE("a body shows through the tail fin before it, but not through the trunk", "[render][picture]") {
    const Frame frame = test::frameOf(kWidth, kHeight, kFromAside);
    const std::vector<Body> front{{{0.0f, 0.0f, 0.4f}, {1.0f, 0.0f, 0.0f}}};
    const std::vector<Body> behind{{{-0.9f, 0.0f, -2.4f}, {1.0f, 0.0f, 0.0f}}};
    const Flock near = test::makeFlock(front);
    const Flock far = test::makeFlock(behind);
    const BodyBatch fish{&near, 1.0f};
    // Red, to stand out from the water.
    const std::array both{fish, BodyBatch{&far, 3.0f, 0.0f, 1.0f}};
    for (const int samples : {0, 4}) {
        const Image alone = test::draw({&fish, 1}, frame, samples);
        const Image picture = test::draw(both, frame, samples);
        const auto changeAt = [&](float x) {
            const Pixel at = test::project(frame, {x, 0.0f, 0.4f});
            return test::countDifferent(alone, picture, 6, around(at, 3.0f));
        };
        CAPTURE(samples);
        CHECK(changeAt(0.1f) == 0);
        // With one sample a fin blends with the background instead.
        CHECK((changeAt(-0.46f) > 10) == (samples == 4));
    }
}

TEST_CASE("the highlighted boid stands out and a ring surrounds it", "[render][picture]") {
    Frame frame = test::frameOf(kWidth, kHeight, kAhead);
    const std::vector<Body> bodies{{{-1.0f, 0.0f, 0.0f}}, {{1.0f, 0.0f, 0.0f}}};
    const Image plain = test::drawBodies(bodies, frame);
    frame.highlighted = BoidName{0, 1};
    const Image lit = test::drawBodies(bodies, frame);
    CHECK(test::countDifferent(lit, plain, 20, {160, 0, kWidth, kHeight}) > 20);
    CHECK(test::countDifferent(lit, plain, 0, {0, 0, 160, kHeight}) == 0);

    frame.highlighted.reset();
    const std::vector<Ring> rings{{{1.0f, 0.0f, 0.0f}, 0.8f}};
    frame.rings = rings;
    const Image ringed = test::drawBodies(bodies, frame);
    const Pixel top = test::project(frame, {1.0f, 0.78f, 0.0f});
    CHECK(test::countDifferent(ringed, plain, 8, around(top, 3.0f)) > 5);
    CHECK(test::countDifferent(ringed, plain, 0, {0, 0, 100, kHeight}) == 0);
}

}  // namespace
}  // namespace shoal
