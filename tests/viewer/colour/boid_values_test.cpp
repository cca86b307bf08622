#include "viewer/colour/boid_values.hpp"

#include <limits>

#include <shoal/preset.hpp>

namespace shoal::test {

namespace {

using ColourBy = LookSettings::ColourBy;

/// Two species after a few steps, so that slots are no longer in the order of ids.
Simulation steppedFlocks() {
    const auto scene = parsePreset(R"(
[species.fish]
count = 150
[species.fish.perception]
radius = 1.5
[species.fish.alignment]
weight = 1
[species.fish.cohesion]
weight = 1
[species.shark]
count = 3
[species.shark.wander]
weight = 2
)",
                                   "colours.toml");
    REQUIRE(scene);
    Simulation simulation = *Simulation::create(*scene);
    for (int step = 0; step < 40; ++step) {
        simulation.step();
    }
    return simulation;
}

std::vector<Vec3f> byId(const Flock& flock, const Column3& column) {
    std::vector<Vec3f> values(flock.count());
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        values[flock.now().id[slot]] = column.at(slot);
    }
    return values;
}

double lengthOf(const Vec3f& a) {
    return std::sqrt(static_cast<double>(lengthSq(a)));
}

void checkAgainst(const std::vector<float>& values, const auto& expected) {
    for (std::size_t id = 0; id < values.size(); ++id) {
        CAPTURE(id);
        CHECK(static_cast<double>(values[id]) == approx(expected(id)).epsilon(1e-5));
    }
}

Simulation placedFish(const std::vector<Vec3f>& positions, const std::vector<Vec3f>& velocities) {
    Scene scene;
    scene.species.emplace_back();
    scene.species[0].count = 0;
    scene.species[0].perception.radius = 1.0f;
    Simulation simulation = *Simulation::create(scene);
    REQUIRE(simulation.place(0, positions, velocities));
    return simulation;
}

}  // namespace

TEST_CASE("speed, height and steering are each boid's own", "[app][colour]") {
    const Simulation simulation = steppedFlocks();
    const BoidValues speeds = boidValues(simulation, ColourBy::speed);
    const BoidValues heights = boidValues(simulation, ColourBy::height);
    const BoidValues steering = boidValues(simulation, ColourBy::steering);
    REQUIRE(speeds.size() == 2);
    for (std::size_t species = 0; species < 2; ++species) {
        const Flock& flock = simulation.flocks()[species];
        REQUIRE(speeds[species].size() == flock.count());
        const std::vector<Vec3f> velocities = byId(flock, flock.now().velocity);
        const std::vector<Vec3f> positions = byId(flock, flock.now().position);
        const std::vector<Vec3f> steers = byId(flock, flock.steering());
        checkAgainst(speeds[species], [&](std::size_t id) { return lengthOf(velocities[id]); });
        checkAgainst(heights[species], [&](std::size_t id) { return static_cast<double>(positions[id].y); });
        checkAgainst(steering[species], [&](std::size_t id) { return lengthOf(steers[id]); });
    }
}

TEST_CASE("neighbours and nearest agree with all pairs", "[app][colour]") {
    const Simulation simulation = steppedFlocks();
    const Flock& fish = simulation.flocks()[0];
    const std::vector<Vec3f> positions = byId(fish, fish.now().position);
    const auto distance = [&](std::size_t a, std::size_t b) { return lengthOf(positions[a] - positions[b]); };
    checkAgainst(boidValues(simulation, ColourBy::nearest)[0], [&](std::size_t id) {
        double nearest = std::numeric_limits<double>::infinity();
        for (std::size_t other = 0; other < positions.size(); ++other) {
            nearest = other == id ? nearest : std::min(nearest, distance(id, other));
        }
        return nearest;
    });
    checkAgainst(boidValues(simulation, ColourBy::neighbours)[0], [&](std::size_t id) {
        double count = 0.0;
        for (std::size_t other = 0; other < positions.size(); ++other) {
            count += other != id && distance(id, other) < 1.5 ? 1.0 : 0.0;
        }
        return count;
    });
}

TEST_CASE("headings are compass bearings, as fractions of a turn", "[app][colour]") {
    const Simulation simulation =
        placedFish(std::vector<Vec3f>(6), {{0, 0, -2}, {3, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, 1, 0}, {}});
    const std::vector<float> headings = boidValues(simulation, ColourBy::heading)[0];
    for (std::size_t quarter = 0; quarter < 4; ++quarter) {
        CHECK(headings[quarter] == approx(0.25 * static_cast<double>(quarter)).margin(1e-6));
    }
    CHECK(std::isnan(headings[4]));
    CHECK(std::isnan(headings[5]));
}

TEST_CASE("empty species and natural colours have no values", "[app][colour]") {
    const Simulation simulation = placedFish({}, {});
    for (std::size_t quantity = 1; quantity < LookSettings::coloursBy.size(); ++quantity) {
        CAPTURE(quantity);
        CHECK(boidValues(simulation, static_cast<ColourBy>(quantity)) == BoidValues(1));
    }
    CHECK(boidValues(simulation, ColourBy::species).empty());
}

}  // namespace shoal::test
