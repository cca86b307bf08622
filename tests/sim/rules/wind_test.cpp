// The rule "wind": its air against a plain definition, and its effect on boids.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <shoal/detail/blocks.hpp>
#include <shoal/random.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "oracle/hunt_oracle.hpp"
#include "oracle/stream_oracle.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

struct Blow {
    double weight = 0.7;
    double speed = 3.0;
    double direction = 90.0;  ///< [°]
    double climb = 0.5;
    double gusts = 1.5;
    double size = 6.0;

    Scene scene() const {
        Scene result = sceneWith({"wind.enabled=on"});
        const Edit edits[] = {{"wind.weight", weight}, {"wind.speed", speed}, {"wind.direction", direction},
                              {"wind.climb", climb},   {"wind.gusts", gusts}, {"wind.size", size}};
        for (const Edit& edit : edits) {
            REQUIRE(result.apply(edit));
        }
        return result;
    }

    oracle::Air air(std::uint64_t seed, std::uint64_t step) const {
        const double angle = direction * std::numbers::pi / 180.0;
        return {oracle::ruleSeed(seed, "wind"),
                static_cast<double>(step) / kStepsPerSecond,
                {speed * std::sin(angle), climb, -speed * std::cos(angle)},
                gusts,
                size};
    }
};

/// Applies the rule itself, at any step.
Vec3f pushAt(const Blow& blow, const Vec3f& position, const Vec3f& velocity, const Surroundings& around) {
    Scene scene = blow.scene();
    FlockState state;
    Column3 steering;
    state.resize(1);
    steering.resize(1);
    state.position.put(0, position);
    state.velocity.put(0, velocity);
    Rule& rule = *scene.species[0].rules.find("wind");
    rule.prepare(kStepSeconds);
    rule.steerField({&state, 0, 1, &around, &steering}, bestIsa());
    return steering.at(0);
}

}  // namespace

TEST_CASE("wind pushes towards the air's velocity, which its formula gives", "[sim][rules][wind][oracle]") {
    const Blow blows[] = {{}, {2, 0, 0, 0, 4, 1}, {0.3, 20, 217, -3, 0.7, 50}, {1, 5, 45, 1, 0, 3}};
    const Layout places = uniformLayout(60, {40.0f, 20.0f, 40.0f}, 4);
    for (const Blow& blow : blows) {
        for (const std::uint64_t step : {0ULL, 77ULL, 100000ULL}) {
            for (const std::uint64_t seed : {1ULL, 0xfeedULL}) {
                INFO("size " << blow.size << ", step " << step << ", seed " << seed);
                Surroundings around;
                around.seed = seed;
                around.step = step;
                around.stepSeconds = kStepSeconds;
                double worst = 0.0;
                for (std::size_t k = 0; k < places.count(); ++k) {
                    const Vec3d air = oracle::airAt(asDouble(places.positions[k]), blow.air(seed, step));
                    const Vec3d wanted = (air - asDouble(places.velocities[k])) * blow.weight;
                    worst = std::max(
                        worst,
                        errorOf(pushAt(blow, places.positions[k], places.velocities[k], around), wanted));
                }
                // Floats resolve the displacement from the start of a wave to seven digits. There are six
                // waves, none steeper than 8 times its height.
                const double way = 60.0 + (blow.speed + std::abs(blow.climb) + blow.gusts) *
                                              static_cast<double>(step) / kStepsPerSecond;
                const double gust = 6.0 * 8.0 * 0.56 * blow.gusts * 3e-7 * way / blow.size;
                CHECK(worst < blow.weight * (2e-6 * (1.0 + blow.speed + blow.gusts) + gust));
            }
        }
    }
}

TEST_CASE("boids that only the wind moves take on its velocity, by the compass", "[sim][wind]") {
    struct Case {
        double direction;
        Vec3d way;
    };
    for (const Case& one :
         {Case{0, {0, 0, -1}}, Case{90, {1, 0, 0}}, Case{180, {0, 0, 1}}, Case{270, {-1, 0, 0}}}) {
        Blow blow;
        blow.direction = one.direction;
        blow.gusts = 0.0;
        blow.climb = -0.25;
        Simulation simulation = placed(blow.scene(), uniformLayout(20, {3.0f, 3.0f, 3.0f}, 2));
        for (int step = 0; step < 20 * kStepsPerSecond; ++step) {
            simulation.step();
        }
        for (const Vec3f& velocity : velocitiesById(simulation)) {
            CHECK(errorOf(velocity, one.way * 3.0 + Vec3d{0, -0.25, 0}) < 1e-4);
        }
    }
}

TEST_CASE("gusts have the stated strength, are smooth and free of divergence", "[sim][wind]") {
    Blow blow;
    blow.gusts = 2.0;
    blow.size = 5.0;
    RandomSequence random(9);
    double squares = 0.0;
    double maxDivergence = 0.0;
    double maxChange = 0.0;
    constexpr int kPlaces = 4000;
    for (int k = 0; k < kPlaces; ++k) {
        const Vec3f drawn = random.inCube() * 300.0f;
        const Vec3d at = asDouble(drawn);
        const auto step = static_cast<std::uint64_t>(k) * 97;
        const oracle::Air air = blow.air(3, step);
        const Vec3d gust = oracle::airAt(at, air) - air.mean;
        squares += lengthSq(gust) / kPlaces;
        maxChange =
            std::max(maxChange, lengthOf(oracle::airAt(at, blow.air(3, step + 1)) - oracle::airAt(at, air)));
        constexpr double kApart = 1e-3;
        const auto slope = [&](const Vec3d& axis) {
            return dot(oracle::airAt(at + axis * kApart, air) - oracle::airAt(at - axis * kApart, air),
                       axis) /
                   (2 * kApart);
        };
        maxDivergence =
            std::max(maxDivergence, std::abs(slope({1, 0, 0}) + slope({0, 1, 0}) + slope({0, 0, 1})));
    }
    CHECK(std::sqrt(squares) == approx(2.0).epsilon(0.05));
    CHECK(maxChange < 0.1 * blow.gusts);
    // Not zero, because the slope of a wave may have a kink between the two places compared.
    CHECK(maxDivergence < 1e-4);
}
