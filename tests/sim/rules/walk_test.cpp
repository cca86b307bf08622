// Walking: on the ground at every step, along the slope, within the bounds.

#include <cstddef>

#include <shoal/preset.hpp>

#include "oracle/swarm_oracle.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// Hills as steep as a roof in places.
Scene hillScene(std::initializer_list<std::string_view> more) {
    Scene scene = sceneWith({"count=200", "world.width=60", "world.height=30", "world.depth=60",
                             "start.radius=20", "start.speed=4", "start.level=on", "ground.form=hills",
                             "ground.level=-4", "ground.relief=6", "ground.size=25", "walk.enabled=on"});
    for (const std::string_view assignment : more) {
        REQUIRE(scene.applyText(assignment));
    }
    return scene;
}

/// Returns the slope of the ground along x and along z, by the plain formula.
std::pair<double, double> slopeAt(const Ground& ground, const Vec3d& at) {
    constexpr double kAside = 1e-4;
    return {(oracle::groundHeight(ground, at.x + kAside, at.z) -
             oracle::groundHeight(ground, at.x - kAside, at.z)) /
                (2.0 * kAside),
            (oracle::groundHeight(ground, at.x, at.z + kAside) -
             oracle::groundHeight(ground, at.x, at.z - kAside)) /
                (2.0 * kAside)};
}

double levelSpeed(const Vec3f& velocity) {
    return lengthOf(Vec3d{static_cast<double>(velocity.x), 0.0, static_cast<double>(velocity.z)});
}

}  // namespace

TEST_CASE("walkers are on the ground after every step and head along it", "[sim][walk][oracle]") {
    const Scene scene = hillScene({"walk.clearance=0.5", "wander.enabled=on", "wander.weight=3"});
    Simulation simulation = *Simulation::create(scene);
    double steepest = 0.0;
    for (int step = 0; step < 300; ++step) {
        simulation.step();
        const std::vector<Vec3f> positions = positionsById(simulation);
        const std::vector<Vec3f> velocities = velocitiesById(simulation);
        for (std::size_t id = 0; id < positions.size(); ++id) {
            const Vec3f& at = positions[id];
            REQUIRE(at.y == scene.ground.heightAt(at.x, at.z) + 0.5f);
            const auto [toX, toZ] = slopeAt(scene.ground, asDouble(at));
            const Vec3d velocity = asDouble(velocities[id]);
            const double climb = toX * velocity.x + toZ * velocity.z;
            REQUIRE(std::abs(velocity.y - climb) < 2e-3 * (1.0 + lengthOf(velocity)));
            steepest = std::max(steepest, std::abs(climb) / lengthOf(velocity));
        }
    }
    CHECK(steepest > 0.5);
}

TEST_CASE("a slope keeps the requested speed", "[sim][walk]") {
    for (const char* pace : {"slope", "map"}) {
        INFO("pace " << pace);
        Scene scene = hillScene({});
        REQUIRE(scene.applyText(std::string("walk.pace=") + pace));
        Simulation simulation = *Simulation::create(scene);
        const std::vector<Vec3f> start = velocitiesById(simulation);
        double largest = 0.0;
        for (int step = 0; step < 400; ++step) {
            simulation.step();
            const std::vector<Vec3f> now = velocitiesById(simulation);
            for (std::size_t id = 0; id < now.size(); ++id) {
                const double along = lengthOf(asDouble(now[id]));
                largest = std::max(largest, along);
                if (std::string(pace) == "slope") {
                    REQUIRE(along == approx(4.0).epsilon(1e-4));
                } else {
                    REQUIRE(now[id].x == start[id].x);
                    REQUIRE(now[id].z == start[id].z);
                    REQUIRE(levelSpeed(now[id]) == approx(4.0).epsilon(1e-6));
                }
            }
        }
        CHECK((largest > 4.2) == (std::string(pace) == "map"));
    }
}

TEST_CASE("with gravity a walker's speed is that of a rolling ball", "[sim][walk]") {
    const Scene scene = hillScene({"walk.pull=9.81", "start.speed=11"});
    Simulation simulation = *Simulation::create(scene);
    simulation.step();
    const auto energies = [&] {
        const std::vector<Vec3f> positions = positionsById(simulation);
        const std::vector<Vec3f> velocities = velocitiesById(simulation);
        std::vector<double> result;
        for (std::size_t id = 0; id < positions.size(); ++id) {
            const double speed = lengthOf(asDouble(velocities[id]));
            result.push_back(0.5 * speed * speed + 9.81 * (static_cast<double>(positions[id].y) + 4.0));
        }
        return result;
    };
    const std::vector<double> start = energies();
    double slowest = 1e9;
    for (int step = 0; step < 400; ++step) {
        simulation.step();
        const std::vector<double> now = energies();
        for (std::size_t id = 0; id < now.size(); ++id) {
            // A step of 1/60 s uses the slope at its end for the whole step.
            REQUIRE(now[id] == approx(start[id]).epsilon(0.05));
        }
        for (const Vec3f& velocity : velocitiesById(simulation)) {
            slowest = std::min(slowest, lengthOf(asDouble(velocity)));
        }
    }
    CHECK(slowest < 9.0);
}

TEST_CASE("walls and wrapping keep walkers where they keep other boids", "[sim][walk]") {
    for (const char* bound : {"contain.enabled=on", "bounce.enabled=on", "wrap.enabled=on"}) {
        INFO(bound);
        const Scene scene = hillScene({bound, "start.speed=15", "wander.enabled=on", "wander.weight=10"});
        Simulation simulation = *Simulation::create(scene);
        double farthest = 0.0;
        for (int step = 0; step < 600; ++step) {
            simulation.step();
            for (const Vec3f& at : positionsById(simulation)) {
                REQUIRE(std::abs(at.x) <= 30.0f);
                REQUIRE(std::abs(at.z) <= 30.0f);
                REQUIRE(at.y == scene.ground.heightAt(at.x, at.z));
                farthest = std::max(farthest, static_cast<double>(std::abs(at.x)));
            }
        }
        CHECK(farthest > 29.0);
    }
}

TEST_CASE("without ground walkers keep to a plane, and one that only falls stands still", "[sim][walk]") {
    Scene scene = sceneWith({"walk.enabled=on", "walk.clearance=1", "ground.level=2"});
    const Stepped stepped = stepOnce(scene, {"two", {{0, 9, 0}, {5, -3, 1}}, {{3, 4, 0}, {0, -2, 0}}});
    CHECK(stepped.positions[0].y == 3.0f);
    CHECK(stepped.positions[1].y == 3.0f);
    CHECK(errorOf(stepped.velocities[0], {5, 0, 0}) < 1e-6);
    CHECK(stepped.velocities[1] == Vec3f{});
}
