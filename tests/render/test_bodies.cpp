#include <utility>

#include "picture.hpp"
#include "render/scene/body_pass.hpp"

namespace shoal {
namespace {

using Kind = Species::Body;
using test::Body;
using test::kHeight;
using test::kWidth;

/// All kinds but the sardine, which has its tests elsewhere.
constexpr std::array kOthers{Kind::bird,  Kind::beast,  Kind::cat,  Kind::dart,  Kind::tuna,
                             Kind::shark, Kind::damsel, Kind::gull, Kind::falcon};

constexpr CameraSettings kBodyCamera{.distance = 4.0f, .azimuth = 0.0f, .elevation = 0.0f};

/// One body in still, clear air, so that nothing else changes.
struct BodyPortrait {
    Kind kind = Kind::bird;
    Vec3f velocity{1.0f, 0.0f, 0.0f};
    Frame frame = [] {
        Frame air = test::frameOf(kWidth, kHeight, kBodyCamera);
        air.look.place = LookSettings::Place::plain;
        air.look.turbidity = 0.0f;
        return air;
    }();

    Image draw(float bodyLength, int steps = 0, Drawing drawing = Drawing::asSeen) const {
        const Flock flock = test::makeFlock(std::vector<Body>{{{}, velocity}});
        const BodyBatch school{&flock, bodyLength, 0.0f, 0.0f, kind};
        Frame asked = frame;
        asked.drawing = drawing;
        test::renderer().upload(World{}, {});
        for (int step = 0; step < steps; ++step) {
            test::renderer().upload(World{}, {&school, 1},
                                    {.beginning = 1, .step = static_cast<unsigned>(step)});
        }
        return test::draw({&school, 1}, asked, 4, {}, {.beginning = 1, .step = static_cast<unsigned>(steps)});
    }

    Image empty() const { return test::draw({}, frame, 4); }
};

/// The pixels that differ from the picture without the body.
struct Silhouette {
    int left = kWidth;
    int right = 0;
    int top = kHeight;
    int bottom = 0;
    int area = 0;
    double light = 0.0;  ///< mean brightness
};

Silhouette silhouette(const Image& picture, const Image& empty) {
    Silhouette found;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            if (test::difference(picture, empty, x, y) > 10) {
                found.left = std::min(found.left, x);
                found.right = std::max(found.right, x);
                found.top = std::min(found.top, y);
                found.bottom = std::max(found.bottom, y);
                found.light += static_cast<double>(test::brightness(picture, x, y));
                ++found.area;
            }
        }
    }
    found.light /= std::max(found.area, 1);
    return found;
}

TEST_CASE("wings beat while a bird climbs, and lie still while it sinks", "[render][body]") {
    for (const bool isClimbing : {true, false}) {
        BodyPortrait bird{.velocity = {0.2f, isClimbing ? 0.4f : -1.0f, 2.0f}};
        const Image empty = bird.empty();
        int lowest = 0;
        int highest = kHeight;
        int minLow = kHeight;
        int minHigh = 0;
        for (int step = 90; step < 150; step += 3) {
            const Silhouette seen = silhouette(bird.draw(1.0f, step), empty);
            REQUIRE(seen.area > 100);
            lowest = std::max(lowest, seen.bottom);
            minLow = std::min(minLow, seen.bottom);
            highest = std::min(highest, seen.top);
            minHigh = std::max(minHigh, seen.top);
        }
        const int beat = (minHigh - highest) + (lowest - minLow);
        CAPTURE(isClimbing, beat);
        CHECK((isClimbing ? beat > 25 : beat < 8));
    }
}

/// Middles of the places along a row of pixels where a picture differs from the one without the body.
std::vector<float> contacts(const Image& picture, const Image& empty, int y) {
    std::vector<float> found;
    int first = -1;
    for (int x = 0; x <= kWidth; ++x) {
        const bool isThere = x < kWidth && test::difference(picture, empty, x, y) > 10;
        if (isThere && first < 0) {
            first = x;
        } else if (!isThere && first >= 0) {
            found.push_back(0.5f * static_cast<float>(first + x));
            first = -1;
        }
    }
    return found;
}

TEST_CASE("the feet of a running beast stay where they stand", "[render][body]") {
    const float speed = GENERATE(1.3f, 2.5f, 4.5f);
    const auto kind = GENERATE(Kind::beast, Kind::cat);
    BodyPortrait beast{.kind = kind, .velocity = {speed, 0.0f, 0.0f}};
    CameraSettings near = kBodyCamera;
    near.distance = 1.7f;
    near.projection = CameraSettings::Projection::orthographic;
    const LookSettings look = beast.frame.look;
    beast.frame = test::frameOf(kWidth, kHeight, near);
    beast.frame.look = look;
    const Image empty = beast.empty();
    const auto row = static_cast<int>(test::project(beast.frame, {}).y) - 2;
    // The portrait goes along with the body: a foot that stands moves back as fast as the body runs.
    const float back =
        test::project(beast.frame, {speed / 60.0f, 0.0f, 0.0f}).x - test::project(beast.frame, {}).x;
    struct Standing {
        float from = 0.0f;
        float at = 0.0f;
        int steps = 0;
    };
    std::vector<Standing> standing;
    int stances = 0;
    for (int step = 60; step < 130; ++step) {
        std::vector<Standing> now;
        for (const float x : contacts(beast.draw(1.0f, step), empty, row)) {
            const auto before = std::ranges::find_if(standing, [&](const Standing& each) {
                return std::abs(each.at - back - x) < 0.15f * back + 0.5f;
            });
            // From the second picture on: in the first the foot may still be landing.
            now.push_back(before == standing.end() ? Standing{x, x, -1}
                          : before->steps < 0      ? Standing{x, x, 0}
                                                   : Standing{before->from, x, before->steps + 1});
            if (now.back().steps == 4) {
                ++stances;
                const float slid = now.back().from - x - 4.0f * back;
                CAPTURE(speed, step, slid, back);
                CHECK(std::abs(slid) < 0.02f * 4.0f * back + 0.5f);  // half a pixel is the picture's own
            }
        }
        standing = std::move(now);
    }
    CAPTURE(speed, back);
    CHECK(stances >= 4);
}

TEST_CASE("a beast stands on its place and its legs move as it runs", "[render][body]") {
    const BodyPortrait beast{.kind = Kind::beast, .velocity = {4.0f, 0.0f, 0.0f}};
    const Image empty = beast.empty();
    const float ground = test::project(beast.frame, {}).y;
    int moved = 0;
    for (int step = 60; step < 100; step += 4) {
        const Image now = beast.draw(1.0f, step);
        const Silhouette seen = silhouette(now, empty);
        // The hooves are at its place or swung up from it, the body above.
        CHECK(static_cast<float>(seen.bottom) < ground + 6.0f);
        CHECK(static_cast<float>(seen.bottom) > ground - 16.0f);
        CHECK(seen.right - seen.left > seen.bottom - seen.top);
        const auto half = static_cast<int>(ground) - 20;
        moved += test::countDifferent(now, beast.draw(1.0f, step + 4), 20, {0, half, kWidth, kHeight});
    }
    CHECK(moved > 400);
    const BodyPortrait still{.kind = Kind::beast, .velocity = {0.0f, 0.0f, 0.0f}};
    CHECK(test::countDifferent(still.draw(1.0f, 60), still.draw(1.0f, 75), 4) == 0);
}

TEST_CASE("no body is drawn upside down in any direction of motion", "[render][body]") {
    // Right side up, a beast and a cat stand above their place, and the keel of a dart hangs below it.
    for (const Kind kind : {Kind::beast, Kind::cat, Kind::dart}) {
        for (const Vec3f& velocity :
             {Vec3f{1.0f, 0.0f, 0.0f}, Vec3f{-1.0f, 0.0f, 0.0f}, Vec3f{0.7f, 0.0f, 0.7f},
              Vec3f{-0.7f, 0.0f, -0.7f}, Vec3f{0.5f, -0.3f, -0.6f}}) {
            const BodyPortrait one{.kind = kind, .velocity = velocity};
            const Silhouette seen = silhouette(one.draw(1.0f, 30), one.empty());
            const float middle = test::project(one.frame, {}).y;
            CAPTURE(static_cast<int>(kind), velocity.x, velocity.y, velocity.z, middle, seen.top,
                    seen.bottom);
            const float above = middle - static_cast<float>(seen.top);
            const float below = static_cast<float>(seen.bottom) - middle;
            CHECK((kind != Kind::dart ? above > 4.0f * below : below > above - 12.0f));
        }
    }
}

TEST_CASE("bodies of every kind look alike on both sides of a change of detail", "[render][body]") {
    for (const Kind kind : kOthers) {
        for (const float limit : kDetailLimits) {
            for (const Vec3f& velocity : {Vec3f{1.0f, 0.0f, 0.2f}, Vec3f{0.3f, 0.1f, 1.0f}}) {
                const BodyPortrait one{.kind = kind, .velocity = velocity};
                const Image empty = one.empty();
                const float perPixel =
                    kBodyCamera.distance / (0.5f * kHeight * one.frame.view.projection[1][1]);
                // Size variation shifts the limit of a single body. Compares it half way into the morph with
                // full detail, over a stride.
                constexpr int kPhases = 6;
                Silhouette a;
                Silhouette b;
                for (int phase = 0; phase < kPhases; ++phase) {
                    const int steps = 20 + 6 * phase;
                    const Silhouette coarse = silhouette(one.draw(limit * perPixel * 0.99f, steps), empty);
                    const Silhouette fine =
                        silhouette(one.draw(limit * perPixel * 0.99f, steps, Drawing::fullDetail), empty);
                    a.area += coarse.area / kPhases;
                    b.area += fine.area / kPhases;
                    a.light += coarse.light / kPhases;
                    b.light += fine.light / kPhases;
                }
                CAPTURE(static_cast<int>(kind), limit, velocity.z, a.area, b.area, a.light, b.light);
                REQUIRE(b.area > 10);
                CHECK(a.area == test::approx(b.area).epsilon(0.25).margin(8));
                CHECK(a.light == test::approx(b.light).margin(25.0));
            }
        }
    }
}

TEST_CASE("a body that reaches into the picture from outside is drawn", "[render][body]") {
    for (const Kind kind : kOthers) {
        for (const float side : {-1.0f, 1.0f}) {
            Frame frame = test::frameOf(kWidth, kHeight, kBodyCamera);
            const float edge = 4.0f / frame.view.projection[0][0];
            for (const Vec3f& velocity : {Vec3f{1.0f, 0.0f, 0.0f}, Vec3f{0.0f, 0.1f, 1.0f}}) {
                for (const float out : {0.1f, 0.5f, 0.8f, 1.0f}) {
                    const Flock flock =
                        test::makeFlock(std::vector<Body>{{{side * (edge + out), 0.0f, 0.0f}, velocity}});
                    const BodyBatch school{&flock, 1.0f, 0.0f, 0.0f, kind};
                    frame.drawing = Drawing::everything;
                    const Image all = test::draw({&school, 1}, frame);
                    frame.drawing = Drawing::fullDetail;
                    CHECK(test::draw({&school, 1}, frame).rgba == all.rgba);
                }
            }
        }
    }
}

TEST_CASE("nothing between the eye and its subject is drawn, and all else is", "[render][body]") {
    Frame frame = test::frameOf(kWidth, kHeight, kBodyCamera);  // from z = 4
    frame.look.shadow = 0.0f;                                   // that of a body that is not drawn stays
    const Body subject{{0.0f, 0.0f, 0.0f}};
    const Body before{{0.1f, 0.05f, 2.0f}};
    const Body beside{{0.6f, 0.5f, 1.0f}};
    const Body behind{{0.2f, 0.3f, -2.0f}};
    for (const int samples : {1, 4}) {
        frame.samples = samples;
        const auto drawn = [&](const std::vector<Body>& bodies, std::optional<Vec3f> asked) {
            frame.subject = asked;
            return test::drawBodies(bodies, frame, 0.3f);
        };
        const Image alone = drawn({subject, beside, behind}, std::nullopt);
        CHECK(test::countDifferent(drawn({subject, beside, behind, before}, std::nullopt), alone, 8) > 100);
        CHECK(test::countDifferent(drawn({subject, beside, behind, before}, subject.position), alone, 8) ==
              0);
        CHECK(test::countDifferent(drawn({subject, beside, behind}, subject.position), alone, 0) == 0);
    }
}

TEST_CASE("a body at the lens is not drawn, unless it is the subject", "[render][body]") {
    Frame frame = test::frameOf(kWidth, kHeight, kBodyCamera);  // from z = 4
    for (const int samples : {1, 4}) {
        frame.samples = samples;
        const auto changed = [&](float away, std::optional<Vec3f> subject) {
            frame.subject = subject;
            const std::vector<Body> bodies{{{0.0f, 0.0f, 4.0f - away}}};
            return test::countDifferent(test::drawBodies(bodies, frame, 1.0f), test::drawBodies({}, frame),
                                        8);
        };
        CAPTURE(samples);
        CHECK(changed(0.5f, std::nullopt) == 0);
        CHECK(changed(1.6f, std::nullopt) > 1000);
        CHECK(changed(0.5f, Vec3f{0.0f, 0.0f, 3.5f}) > 1000);
    }
}

TEST_CASE("with one sample a pixel, a body before the subject is drawn as elsewhere or not at all",
          "[render][body]") {
    Frame frame = test::frameOf(kWidth, kHeight, kBodyCamera);
    frame.look.shadow = 0.0f;
    frame.samples = 1;
    const Body subject{{0.0f, 0.0f, 0.0f}};
    const Body behind{{0.3f, 0.0f, -1.0f}};
    for (float aside = 0.40f; aside < 0.85f; aside += 0.02f) {
        const std::vector<Body> with{subject, behind, {{aside * 0.5f, 0.0f, 2.0f}}};
        const auto drawn = [&](std::span<const Body> bodies, std::optional<Vec3f> asked) {
            frame.subject = asked;
            return test::drawBodies(bodies, frame, 0.5f);
        };
        const Image faded = drawn(with, subject.position);
        const int ofWhole = test::countDifferent(faded, drawn(with, std::nullopt), 2);
        const int ofNone = test::countDifferent(faded, drawn(std::span(with).first(2), std::nullopt), 2);
        CAPTURE(aside, ofWhole, ofNone);
        CHECK(std::min(ofWhole, ofNone) == 0);
    }
}

TEST_CASE("an opaque fin seen from below, against the light, is darker than the water", "[render][body]") {
    Frame frame = test::frameOf(kWidth, kHeight, {.distance = 2.0f, .azimuth = 0.0f, .elevation = -1.3f});
    frame.samples = 4;
    const Flock flock = test::makeFlock(std::vector<Body>{{{}, {1.0f, 0.0f, 0.0f}}});
    const BodyBatch shark{&flock, 1.0f, 0.0f, 0.0f, Kind::shark};
    const Image empty = test::draw({}, frame, 4);
    const Image picture = test::draw({&shark, 1}, frame, 4);
    double fins = 0.0;
    double water = 0.0;
    int count = 0;
    // Beside the trunk, where only the paired fins are.
    const float trunk = std::abs(test::project(frame, {0.0f, 0.0f, 0.11f}).y - test::project(frame, {}).y);
    const auto middle = test::project(frame, {}).y;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            if (std::abs(static_cast<float>(y) - middle) > trunk &&
                test::difference(picture, empty, x, y) > 6) {
                fins += static_cast<double>(test::brightness(picture, x, y));
                water += static_cast<double>(test::brightness(empty, x, y));
                ++count;
            }
        }
    }
    CAPTURE(count, fins / count, water / count);
    CHECK(count > 200);
    CHECK(fins < water);
}

TEST_CASE("sardines side by side mirror as a mosaic, some twice as bright as others", "[render][body]") {
    Frame frame = test::frameOf(kWidth, kHeight, {.distance = 6.0f, .azimuth = 0.0f, .elevation = 0.0f});
    frame.look.turbidity = 0.0f;
    std::vector<Body> school;
    for (int row = -4; row <= 4; ++row) {
        for (int column = -4; column <= 4; ++column) {
            school.push_back({{0.6f * static_cast<float>(column), 0.45f * static_cast<float>(row), 0.0f}});
        }
    }
    const Image picture = test::drawBodies(school, frame, 0.5f);
    std::vector<float> flanks;
    for (const Body& fish : school) {
        const test::Pixel at = test::project(frame, fish.position);
        flanks.push_back(test::linear(static_cast<std::uint8_t>(
            test::brightness(picture, static_cast<int>(at.x), static_cast<int>(at.y)))));
    }
    std::ranges::sort(flanks);
    const float dim = flanks[flanks.size() / 10];
    const float bright = flanks[flanks.size() * 9 / 10];
    CAPTURE(dim, bright);
    CHECK(bright > 2.0f * dim);
}

TEST_CASE("every kind of body takes the colour of its hue", "[render][body]") {
    constexpr float kThird = 2.094395102f;
    for (const Kind kind : kOthers) {
        const BodyPortrait one{.kind = kind, .velocity = {1.0f, 0.0f, 0.5f}};
        const Image empty = one.empty();
        const Flock flock = test::makeFlock(std::vector<Body>{{{}, one.velocity}});
        const auto lightOf = [&](float hue, float tint) {
            const BodyBatch school{&flock, 1.0f, hue, tint, kind};
            const Image picture = test::draw({&school, 1}, one.frame, 4);
            std::array<double, 3> sum{};
            for (int y = 0; y < kHeight; ++y) {
                for (int x = 0; x < kWidth; ++x) {
                    for (std::size_t i = 0; i < 3 && test::difference(picture, empty, x, y) > 30; ++i) {
                        sum[i] += picture.at(x, y)[i];
                    }
                }
            }
            return sum;
        };
        // Each channel has its largest share in the body of its own hue, whatever the colour of the sun.
        std::array<std::array<double, 3>, 3> shares{};
        for (std::size_t hue = 0; hue < 3; ++hue) {
            shares[hue] = lightOf(kThird * static_cast<float>(hue), 1.0f);
            const double whole = shares[hue][0] + shares[hue][1] + shares[hue][2];
            for (double& share : shares[hue]) {
                share /= whole;
            }
        }
        for (std::size_t channel = 0; channel < 3; ++channel) {
            CAPTURE(static_cast<int>(kind), channel);
            CHECK(shares[channel][channel] > 1.2 * shares[(channel + 1) % 3][channel]);
            CHECK(shares[channel][channel] > 1.2 * shares[(channel + 2) % 3][channel]);
        }
    }
}

}  // namespace
}  // namespace shoal
