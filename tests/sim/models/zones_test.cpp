// The rule "zones" and its angular noise: by their formulas, and by the groups that Couzin et al. (2002)
// found by varying the radii.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <shoal/measures.hpp>
#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "oracle/zones_oracle.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

#ifdef NDEBUG
constexpr std::uint64_t kSeeds = 5;
#else
// Sanitizers make steps fifty times slower.
constexpr std::uint64_t kSeeds = 1;
#endif

oracle::Boids boidsOf(const Layout& layout) {
    oracle::Boids boids;
    for (std::size_t k = 0; k < layout.count(); ++k) {
        boids.push_back({asDouble(layout.positions[k]), asDouble(layout.velocities[k])});
    }
    return boids;
}

void checkZones(const Layout& layout, const oracle::ZoneRadii& radii, double blindDegrees) {
    constexpr double kSpeed = 1.7;
    constexpr double kWeight = 6.0;
    Scene scene = sceneWith({"zones.enabled=on", "zones.speed=1.7", "zones.weight=6", "perception.radius=3"});
    REQUIRE(scene.apply({"zones.repulsion", radii.repulsion}));
    REQUIRE(scene.apply({"zones.orientation", radii.orientation}));
    REQUIRE(scene.apply({"zones.attraction", radii.attraction}));
    REQUIRE(scene.apply({"perception.blind_angle", blindDegrees}));
    oracle::NeighbourQuery query;
    query.radius = 3;
    query.blindAngle = blindDegrees * 3.14159265358979 / 180.0;
    const Stepped stepped = stepOnce(scene, layout);
    const oracle::Boids boids = boidsOf(layout);
    double worst = 0.0;
    std::size_t checked = 0;
    for (std::size_t id = 0; id < boids.size(); ++id) {
        const oracle::Wanted wanted = oracle::zonesDirection(boids, id, query, radii);
        if (wanted.isAmbiguous) {
            continue;
        }
        ++checked;
        const bool hasDirection = lengthOf(wanted.direction) > 0.0;
        const Vec3d expected =
            hasDirection ? (wanted.direction * kSpeed - boids[id].velocity) * kWeight : Vec3d{};
        const double allowed = kWeight * (kSpeed * wanted.error + 1e-6 * lengthOf(boids[id].velocity));
        worst = std::max(worst, errorOf(stepped.steering[id], expected) / (allowed + 1e-6));
    }
    CHECK(worst < 1.0);
    CHECK(checked > layout.count() / 3);
}

struct Group {
    Measures measures;
    double shuffling = 0.0;  ///< [m] root mean square displacement of boids within the group in ten seconds
};

Vec3d centreOf(const std::vector<Vec3f>& positions) {
    Vec3d sum;
    for (const Vec3f& position : positions) {
        sum += asDouble(position);
    }
    return sum * (1.0 / static_cast<double>(positions.size()));
}

void run(Simulation& simulation, int seconds) {
    for (int step = 0; step < seconds * kStepsPerSecond; ++step) {
        simulation.step();
    }
}

/// Runs the preset "zones" in open water with these radii for a minute and a half, from random headings.
Group groupWith(const oracle::ZoneRadii& radii, std::uint64_t seed) {
    auto scene = openPreset("zones");
    REQUIRE(scene);
    REQUIRE(scene->apply({"contain.enabled", 0}));
    REQUIRE(scene->apply({"count", 100}));
    REQUIRE(scene->apply({"start.radius", 1.8}));
    REQUIRE(scene->apply({"start.flatness", 0}));
    REQUIRE(scene->apply({"start.swirl", 0}));
    REQUIRE(scene->apply({"zones.repulsion", radii.repulsion}));
    REQUIRE(scene->apply({"zones.orientation", radii.orientation}));
    REQUIRE(scene->apply({"zones.attraction", radii.attraction}));
    scene->seed = seed;
    Simulation simulation = *Simulation::create(*scene);
    run(simulation, 80);
    const std::vector<Vec3f> before = positionsById(simulation);
    run(simulation, 10);
    const std::vector<Vec3f> after = positionsById(simulation);
    const Vec3d drift = centreOf(after) - centreOf(before);
    double squares = 0.0;
    for (std::size_t id = 0; id < after.size(); ++id) {
        squares += lengthSq(asDouble(after[id]) - asDouble(before[id]) - drift);
    }
    const Flock& flock = simulation.flocks()[0];
    return {measure(flock.now(), flock.count(), radii.attraction),
            std::sqrt(squares / static_cast<double>(after.size()))};
}

}  // namespace

TEST_CASE("zones steers as its formula says", "[sim][rules][zones][oracle]") {
    for (const std::uint64_t seed : {1, 2}) {
        for (const std::size_t count : {2, 30, 300}) {
            INFO(count << " boids, seed " << seed);
            const Layout layout = uniformLayout(count, {1.5f, 1.5f, 1.5f}, seed);
            checkZones(layout, {0.3, 0.7, 1.9}, 0);
            checkZones(layout, {0.05, 1.1, 1.2}, 90);
            checkZones(layout, {0.2, 0.1, 2.5}, 0);    // no orientation zone
            checkZones(layout, {0.1, 2.0, 1.0}, 200);  // no attraction zone
        }
    }
}

TEST_CASE("one neighbour that is too near overrides all others", "[sim][zones]") {
    const Scene scene =
        sceneWith({"zones.enabled=on", "zones.repulsion=0.5", "zones.orientation=1", "zones.attraction=3",
                   "zones.speed=2", "zones.weight=1", "perception.radius=5"});
    // One boid ahead on x, and a hundred in the outer zones that all want +z.
    Layout layout{"crowd", {{0, 0, 0}, {0.25f, 0, 0}}, {{0, 0, 1}, {0, 0, 1}}};
    for (int k = 0; k < 100; ++k) {
        layout.positions.push_back({0, 0, 0.75f + 0.02f * static_cast<float>(k)});
        layout.velocities.push_back({0, 0, 1});
    }
    CHECK(errorOf(stepOnce(scene, layout).steering[0], {-2, 0, -1}) < 1e-5);
}

TEST_CASE("angular noise turns headings uniformly, by the stated angle per second", "[sim][rules]") {
    Scene scene = sceneWith({"angular_noise.enabled=on", "angular_noise.deviation=10"});
    Layout layout;
    for (int k = 0; k < 3000; ++k) {
        layout.positions.push_back({static_cast<float>(k), 0, 0});
        layout.velocities.push_back({0, 3, 0});
    }
    Simulation simulation = placed(scene, layout);
    for (int step = 0; step < kStepsPerSecond; ++step) {
        simulation.step();
    }
    Vec3d mean;
    Vec3d squares;
    const double share = 1.0 / static_cast<double>(layout.count());
    for (const Vec3f& velocity : velocitiesById(simulation)) {
        REQUIRE(lengthOf(velocity) == approx(3.0).epsilon(1e-5));
        const Vec3d heading = asDouble(velocity) * (1.0 / 3.0);
        mean += heading * share;
        squares += Vec3d{heading.x * heading.x, heading.y * heading.y, heading.z * heading.z} * share;
    }
    const double deviation = 10.0 * 3.14159265358979 / 180.0;
    CHECK(std::sqrt(squares.x) == approx(deviation).epsilon(0.06));
    CHECK(std::sqrt(squares.z) == approx(deviation).epsilon(0.06));
    CHECK(std::abs(mean.x) < 5.0 * deviation * std::sqrt(share));
    CHECK(std::abs(mean.z) < 5.0 * deviation * std::sqrt(share));
}

TEST_CASE("the radii alone make a swarm, a mill, a dynamic parallel and a highly parallel group",
          "[sim][zones]") {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        INFO("seed " << seed);
        const Group swarm = groupWith({0.4, 0.4, 6}, seed);
        CHECK(swarm.measures.polarisation < 0.35);
        CHECK(swarm.measures.milling < 0.35);
        const Group mill = groupWith({0.4, 1.4, 6}, seed);
        CHECK(mill.measures.milling > 0.7);
        CHECK(mill.measures.polarisation < 0.3);
        const Group dynamic = groupWith({0.8, 2.8, 12}, seed);
        CHECK(dynamic.measures.polarisation > 0.8);
        CHECK(dynamic.measures.polarisation < 0.95);
        CHECK(dynamic.measures.milling < 0.2);
        const Group parallel = groupWith({0.8, 10, 12}, seed);
        CHECK(parallel.measures.polarisation > 0.95);
        CHECK(parallel.measures.milling < 0.2);
        // In the first of the two polarised groups, boids still change places.
        CHECK(dynamic.shuffling > 3.0 * parallel.shuffling);
        for (const Group& group : {swarm, mill, dynamic, parallel}) {
            CHECK(group.measures.clusters == 1);
        }
    }
}
