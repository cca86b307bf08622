#include <limits>

#include "animation_oracle.hpp"
#include "picture.hpp"
#include "render/bodies/body_store.hpp"

namespace shoal {
namespace {

using test::approx;
using test::Body;

constexpr float kStep = 1.0f / 60.0f;
constexpr float kLength = 0.3f;

/// The animation of one body, read back from the card.
struct AnimatedBody {
    struct Pose {
        Vec3f forward;
        float azimuth = 0.0f;
        float pitch = 0.0f;
        float roll = 0.0f;
        float bend = 0.0f;
    };
    Pose before;
    Pose now;
    float phase = 0.0f;
    float advance = 0.0f;
    float beat = 0.0f;
};

AnimatedBody::Pose poseFrom(const float* angles) {
    const float level = std::cos(angles[1]);
    return {{std::sin(angles[0]) * level, std::sin(angles[1]), -std::cos(angles[0]) * level},
            angles[0],
            angles[1],
            angles[2],
            angles[3]};
}

std::vector<AnimatedBody> animatedBodies() {
    std::vector<AnimatedBody> bodies;
    for (const auto& state : test::renderer().bodies().states(0)) {
        bodies.push_back({.before = poseFrom(&state[4]),
                          .now = poseFrom(&state[0]),
                          .phase = state[8],
                          .advance = state[9],
                          .beat = state[10]});
    }
    return bodies;
}

/// Bodies, by default fish, whose velocities a test controls. They do not leave their places: what counts is
/// how far they have come in a step.
struct School {
    Flock flock;
    Species::Body body = Species::Body::fish;
    std::uint64_t now = 0;

    School(std::vector<Vec3f> velocities, Species::Body ofBody)
        : flock(test::makeFlock(std::vector<Body>(velocities.size()))), body(ofBody) {
        test::renderer().upload(World{}, {});  // so that they begin
        put(velocities, 0);
    }

    void put(const std::vector<Vec3f>& velocities, std::uint64_t step) {
        now = step;
        for (std::size_t slot = 0; slot < velocities.size(); ++slot) {
            flock.now().velocity.put(slot, velocities[slot]);
            flock.now().position.put(slot, velocities[slot] * kStep);
        }
        const BodyBatch batch{&flock, kLength, 0.0f, 0.0f, body};
        test::renderer().upload(World{}, {&batch, 1}, {.beginning = 1, .step = step, .stepSeconds = kStep});
    }
};

struct OneFish {
    School school;

    explicit OneFish(const Vec3f& velocity, Species::Body body = Species::Body::fish)
        : school({velocity}, body) {}

    AnimatedBody now() const { return animatedBodies()[0]; }

    AnimatedBody step(const Vec3f& velocity) {
        school.put({velocity}, school.now + 1);
        return now();
    }
};

float cycles(float difference) {
    return difference - std::round(difference);
}

/// Vertical component of the up vector that the vertex shader derives from a pose.
float upwards(const AnimatedBody::Pose& pose) {
    const float level = std::sqrt(1.0f - pose.forward.y * pose.forward.y);
    return level * std::cos(pose.roll);
}

TEST_CASE("the tail's phase is continuous when the speed jumps", "[render][animation]") {
    OneFish fish({1.0f, 0.0f, 0.0f});
    float last = fish.now().phase;
    float fastest = 0.0f;
    for (int step = 0; step < 240; ++step) {
        const float speed = step / 40 % 2 == 0 ? 0.3f : 3.0f;
        const AnimatedBody swimmer = fish.step({speed, 0.0f, 0.0f});
        // The phase at alpha 0 must equal the previous phase at alpha 1.
        CHECK(cycles(swimmer.phase - swimmer.advance - last) == approx(0.0).margin(1e-4));
        CHECK(swimmer.phase >= 0.0f);
        CHECK(swimmer.phase < 1.0f);
        CHECK(swimmer.advance > 0.0f);
        fastest = std::max(fastest, swimmer.advance);
        last = swimmer.phase;
    }
    // Less than a quarter beat per step; otherwise the wave would seem to run backwards.
    CHECK(fastest < 0.25f);
}

TEST_CASE("a fish beats one and a half to two times per body length swum", "[render][animation]") {
    for (const float lengthsPerSecond : {2.0f, 3.0f, 4.0f}) {
        OneFish fish({lengthsPerSecond * kLength, 0.0f, 0.0f});
        float beats = 0.0f;
        for (int step = 0; step < 120; ++step) {
            beats += fish.step({lengthsPerSecond * kLength, 0.0f, 0.0f}).advance;
        }
        CAPTURE(lengthsPerSecond);
        CHECK(beats / (2.0f * lengthsPerSecond) > 1.45f);
        CHECK(beats / (2.0f * lengthsPerSecond) < 2.1f);
    }
}

TEST_CASE("a fish at rest still moves its tail", "[render][animation]") {
    OneFish fish({0.0f, 0.0f, 0.0f});
    const AnimatedBody swimmer = fish.step({0.0f, 0.0f, 0.0f});
    CHECK(swimmer.advance > 0.005f);
    CHECK(swimmer.beat > 0.2f);
}

TEST_CASE("every fish has its own phase", "[render][animation]") {
    const School school(std::vector<Vec3f>(64), Species::Body::fish);
    const std::vector<AnimatedBody> bodies = animatedBodies();
    int close = 0;
    double mean = 0.0;
    for (std::size_t i = 0; i < 64; ++i) {
        mean += bodies[i].phase / 64.0;
        close += i > 0 && std::abs(cycles(bodies[i].phase - bodies[i - 1].phase)) < 0.02f ? 1 : 0;
    }
    CHECK(close < 12);
    CHECK(mean == approx(0.5).margin(0.15));
}

TEST_CASE("no motion turns a body belly up or pitches it past 45 degrees", "[render][animation]") {
    const auto kind =
        static_cast<Species::Body>(GENERATE(range(0, static_cast<int>(Species::bodies.size()))));
    CAPTURE(static_cast<int>(kind));
    // Largest roll: 35 degrees for a fish, less for larger ones, 61 for a bird, none for a body with legs,
    // and 45 for the others.
    const bool hasLegs = kind == Species::Body::beast || kind == Species::Body::cat;
    const bool isLarge = kind == Species::Body::tuna || kind == Species::Body::shark;
    const float maxRoll = isLarge                       ? 0.5001f
                          : kind == Species::Body::fish ? 0.611f
                          : kind == Species::Body::bird ? 1.065f
                          : hasLegs                     ? 0.0f
                                                        : 0.7855f;
    std::mt19937 random(20261121);
    std::normal_distribution<float> push;
    OneFish fish({1.0f, 0.0f, 0.0f}, kind);
    Vec3f velocity{1.0f, 0.0f, 0.0f};
    for (int step = 0; step < 5000; ++step) {
        velocity += Vec3f{push(random), push(random), push(random)};
        velocity = velocity * 0.9f;
        if (step % 97 == 0) {
            velocity = {0.0f, push(random) * 5.0f, 0.0f};  // straight up or down
        }
        if (step % 131 == 0) {
            velocity = velocity * -1.0f;
        }
        const AnimatedBody swimmer = fish.step(velocity);
        const Vec3f& forward = swimmer.now.forward;
        REQUIRE(lengthSq(forward) == approx(1.0).margin(1e-4));
        REQUIRE(std::abs(forward.y) <= 0.7072f);
        REQUIRE(std::abs(swimmer.now.roll) <= maxRoll);
        REQUIRE(upwards(swimmer.now) > 0.707f * std::cos(maxRoll) - 0.01f);
        // The drawn heading between two steps is a mix, which must not pass through zero.
        REQUIRE(lengthSq(forward + swimmer.before.forward) > 1.0f);
    }
}

/// Mean sweep and strokes per second of a body after two seconds of such motion.
struct Stroke {
    float beat = 0.0f;
    float rate = 0.0f;
};

Stroke strokeOf(Species::Body kind, const Vec3f& velocity, float turnRate = 0.0f) {
    OneFish bird(velocity, kind);
    Stroke stroke;
    constexpr int kSteps = 600;  // several bouts of flapping
    for (int step = 1; step <= 120 + kSteps; ++step) {
        const float angle = turnRate * kStep * static_cast<float>(step);
        const AnimatedBody swimmer =
            bird.step({velocity.x * std::cos(angle), velocity.y, velocity.x * std::sin(angle)});
        stroke.beat += step > 120 ? swimmer.beat / kSteps : 0.0f;
        stroke.rate += step > 120 ? swimmer.advance / kStep / kSteps : 0.0f;
    }
    return stroke;
}

TEST_CASE("a bird flaps harder and faster when climbing and turning, and glides when sinking",
          "[render][animation]") {
    constexpr auto kBird = Species::Body::bird;
    const Stroke level = strokeOf(kBird, {3.0f, 0.0f, 0.0f});
    const Stroke climbing = strokeOf(kBird, {3.0f, 1.2f, 0.0f});
    const Stroke turning = strokeOf(kBird, {3.0f, 0.0f, 0.0f}, 1.5f);
    const Stroke sinking = strokeOf(kBird, {3.0f, -1.5f, 0.0f});
    CHECK(climbing.beat > level.beat + 0.2f);
    CHECK(climbing.rate > level.rate * 1.15f);
    CHECK(turning.beat > level.beat + 0.1f);
    CHECK(turning.rate > level.rate * 1.05f);
    CHECK(sinking.beat < 0.05f);
    CHECK(sinking.rate < level.rate * 0.8f);
    // Less than a quarter of the frame rate; otherwise wings would seem to beat backwards.
    CHECK(climbing.rate < 15.0f);
}

TEST_CASE("a bird banks into its turn and steers with its tail", "[render][animation]") {
    for (const float side : {1.0f, -1.0f}) {
        OneFish bird({0.0f, 0.0f, -1.0f}, Species::Body::bird);
        for (int step = 1; step <= 60; ++step) {
            const float angle = side * 1.5f * kStep * static_cast<float>(step);
            bird.step({std::sin(angle), 0.0f, -std::cos(angle)});
        }
        CHECK(bird.now().now.roll * side > 0.4f);
        CHECK(bird.now().now.bend * side > 0.3f);
    }
}

TEST_CASE("a bird that stands folds its wings and levels its body, and spreads them to fly",
          "[render][animation]") {
    OneFish bird({1.0f, -1.0f, 0.0f}, Species::Body::bird);
    for (int step = 0; step < 120; ++step) {
        bird.step({});
    }
    CHECK(bird.now().beat < -0.95f);
    CHECK(std::abs(bird.now().now.forward.y) < 0.01f);
    CHECK(bird.now().now.forward.x > 0.99f);
    for (int step = 0; step < 120; ++step) {
        bird.step({1.0f, 1.0f, 0.0f});
    }
    CHECK(bird.now().beat > 0.5f);
}

TEST_CASE("a beast strides with its speed and stands still at rest, and a paper dart does neither",
          "[render][animation]") {
    constexpr auto kBeast = Species::Body::beast;
    const Stroke rest = strokeOf(kBeast, {});
    CHECK(rest.beat < 1e-3f);
    CHECK(rest.rate == 0.0f);
    const Stroke walk = strokeOf(kBeast, {0.3f, 0.0f, 0.0f});
    const Stroke gallop = strokeOf(kBeast, {1.5f, 0.0f, 0.0f});
    CHECK(walk.beat > 0.1f);
    CHECK(gallop.beat > walk.beat + 0.3f);
    // More than two lengths per stride.
    CHECK(gallop.rate > 0.3f * 1.5f / kLength);
    CHECK(gallop.rate < 0.5f * 1.5f / kLength);
    CHECK(strokeOf(Species::Body::dart, {1.5f, 0.3f, 0.0f}, 1.0f).beat == 0.0f);
    CHECK(strokeOf(Species::Body::dart, {1.5f, 0.3f, 0.0f}, 1.0f).rate == 0.0f);
}

TEST_CASE("a fish rolls and bends into its turn", "[render][animation]") {
    for (const float side : {1.0f, -1.0f}) {
        OneFish fish({0.0f, 0.0f, -1.0f});
        for (int step = 1; step <= 60; ++step) {
            // From −z towards +x is a turn to the right.
            const float angle = side * 2.0f * kStep * static_cast<float>(step);
            fish.step({std::sin(angle), 0.0f, -std::cos(angle)});
        }
        CHECK(fish.now().now.roll * side > 0.2f);
        CHECK(fish.now().now.bend * side > 0.2f);
    }
}

TEST_CASE("a fish heads where it swims", "[render][animation]") {
    OneFish fish({1.0f, 0.0f, 0.0f});
    for (int step = 0; step < 60; ++step) {
        fish.step({-0.6f, 0.3f, 0.5f});
    }
    const Vec3f forward = fish.now().now.forward;
    const float length = std::sqrt(0.36f + 0.09f + 0.25f);
    CHECK(forward.x == approx(-0.6 / length).margin(0.01));
    CHECK(forward.y == approx(0.3 / length).margin(0.01));
    CHECK(forward.z == approx(0.5 / length).margin(0.01));
}

TEST_CASE("a shark that dives steeply is drawn nearly level", "[render][animation]") {
    const auto pitchOf = [](Species::Body body) {
        const std::array bodies{Body{{}, {}, Vec3f{-kStep, 5.0f * kStep, 0.0f}}};
        const Flock flock = test::makeFlock(bodies);
        const BodyBatch batch{&flock, kLength, 0.0f, 0.0f, body};
        test::renderer().upload(World{}, {&batch, 1}, {.stepSeconds = kStep});
        return std::asin(animatedBodies()[0].now.forward.y);
    };
    CHECK(pitchOf(Species::Body::shark) == approx(-0.4).margin(0.01));
    CHECK(pitchOf(Species::Body::fish) == approx(-0.785).margin(0.01));
}

TEST_CASE("body animations follow a changed count, and other species' bodies keep theirs",
          "[render][animation]") {
    test::renderer().upload(World{}, {});
    const auto show = [](int count, std::uint64_t step) {
        const Flock first = test::makeFlock(std::vector<Body>(static_cast<std::size_t>(count),
                                                              Body{{0.0f, 0.0f, 2.0f * kStep}, {}, Vec3f{}}));
        const Flock second = test::makeFlock(std::vector<Body>(3, Body{{kStep, 0.0f, 0.0f}, {}, Vec3f{}}));
        const std::array batches{BodyBatch{&first, kLength}, BodyBatch{&second, kLength}};
        test::renderer().upload(World{}, batches, {.beginning = 1, .step = step, .stepSeconds = kStep});
    };
    show(5, 0);
    CHECK(animatedBodies().size() == 5);
    CHECK(animatedBodies()[4].now.forward.z == approx(1.0).margin(1e-4));
    show(5, 1);
    const AnimatedBody kept = animatedBodies()[1];
    const auto other = test::renderer().bodies().states(1)[2];
    for (const int count : {40, 2}) {
        show(count, 1);
        CHECK(animatedBodies().size() == static_cast<std::size_t>(count));
        CHECK(animatedBodies()[1].phase == kept.phase);
        CHECK(animatedBodies()[1].advance == kept.advance);
        CHECK(test::renderer().bodies().states(1)[2] == other);
    }
    show(2, 2);
    CHECK(cycles(animatedBodies()[1].phase - animatedBodies()[1].advance - kept.phase) ==
          approx(0.0).margin(1e-4));
}

TEST_CASE("the card animates bodies as plain double precision does", "[render][animation]") {
    constexpr std::size_t kCount = 300;
    constexpr int kSteps = 200;
    const auto kind =
        static_cast<Species::Body>(GENERATE(range(0, static_cast<int>(Species::bodies.size()))));
    CAPTURE(static_cast<int>(kind));
    std::mt19937 random(20261127);
    std::normal_distribution<float> push;
    std::vector<Vec3f> velocities(kCount);
    for (Vec3f& each : velocities) {
        each = {push(random), 0.3f * push(random), push(random)};
    }
    School school(velocities, kind);
    const std::vector<AnimatedBody> begun = animatedBodies();
    const bool isBird =
        kind == Species::Body::bird || kind == Species::Body::gull || kind == Species::Body::falcon;
    std::vector<test::AnimationOracle> oracles(kCount, {kind, kLength, kStep});
    for (std::size_t id = 0; id < kCount; ++id) {
        // A bird's round of flapping is no number of the card's: only its effects are.
        const double round = isBird ? test::roundOf(static_cast<std::uint32_t>(id)) : 0.0;
        const Vec3f& v = velocities[id];
        oracles[id].growth = test::growthOf(static_cast<std::uint32_t>(id));
        oracles[id].begin(static_cast<double>(begun[id].phase), round, v.x, v.y, v.z);
    }
    for (int step = 1; step <= kSteps; ++step) {
        for (std::size_t id = 0; id < kCount; ++id) {
            Vec3f& v = velocities[id];
            v = v * 0.97f + Vec3f{push(random), 0.3f * push(random), push(random)} * 0.15f;
            const Vec3f move = v * kStep;  // as rounded on its way to the card
            oracles[id].step(static_cast<double>(move.x) / static_cast<double>(kStep),
                             static_cast<double>(move.y) / static_cast<double>(kStep),
                             static_cast<double>(move.z) / static_cast<double>(kStep));
        }
        school.put(velocities, static_cast<std::uint64_t>(step));
    }
    const std::vector<AnimatedBody> bodies = animatedBodies();
    double worst = 0.0;
    std::size_t compared = 0;
    for (std::size_t id = 0; id < kCount; ++id) {
        const test::AnimationOracle& wanted = oracles[id];
        if (wanted.nearestToHalfTurn < 0.01) {
            continue;  // rounding decides which way such a body turns
        }
        ++compared;
        const AnimatedBody& body = bodies[id];
        const auto turn = [](double angle) { return std::remainder(angle, 6.283185307179586); };
        for (const double error : {turn(static_cast<double>(body.now.azimuth) - wanted.pose.azimuth),
                                   static_cast<double>(body.now.pitch) - wanted.pose.pitch,
                                   static_cast<double>(body.now.roll) - wanted.pose.roll,
                                   static_cast<double>(body.now.bend) - wanted.pose.bend,
                                   turn(static_cast<double>(body.before.azimuth) - wanted.before.azimuth),
                                   static_cast<double>(body.before.roll) - wanted.before.roll,
                                   static_cast<double>(body.beat) - wanted.effort,
                                   static_cast<double>(body.advance) - wanted.advance,
                                   std::remainder(static_cast<double>(body.phase) - wanted.phase, 1.0)}) {
            worst = std::max(worst, std::abs(error));
        }
    }
    CAPTURE(worst, compared);
    CHECK(compared > kCount / 2);
    CHECK(worst < 5e-5);
}

TEST_CASE("a state that is several steps later turns bodies as far as the steps would",
          "[render][animation]") {
    OneFish each({0.0f, 0.0f, -1.0f});
    for (int step = 0; step < 60; ++step) {
        each.step({1.0f, 0.0f, 0.0f});
    }
    const AnimatedBody slowly = each.now();
    OneFish once({0.0f, 0.0f, -1.0f});
    once.school.put({{1.0f, 0.0f, 0.0f}}, 60);
    const AnimatedBody quickly = once.now();
    CHECK(quickly.now.azimuth == approx(static_cast<double>(slowly.now.azimuth)).margin(0.01));
    CHECK(cycles(quickly.phase - slowly.phase) == approx(0.0).margin(0.01));
    // Between the last two steps it moves as far as in one step.
    CHECK(std::abs(quickly.now.azimuth - quickly.before.azimuth) < 0.03f);
}

TEST_CASE("invalid velocities leave a fish unchanged", "[render][animation]") {
    OneFish fish({1.0f, 0.0f, 0.0f});
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    for (const Vec3f velocity : {Vec3f{kNone, 0.0f, 0.0f}, Vec3f{kInfinite, kInfinite, 0.0f},
                                 Vec3f{1e30f, 0.0f, 1e30f}, Vec3f{0.0f, 0.0f, 0.0f}}) {
        const AnimatedBody swimmer = fish.step(velocity);
        CHECK(std::isfinite(swimmer.phase));
        CHECK(std::isfinite(swimmer.beat));
        CHECK(std::isfinite(swimmer.now.bend));
        CHECK(lengthSq(swimmer.now.forward) == approx(1.0).margin(1e-4));
    }
}

}  // namespace
}  // namespace shoal
