#include "app/colour/boid_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <shoal/preset.hpp>

#include "catch.hpp"

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

TEST_CASE("flocks are ranked by size, and a lone boid has none", "[app][colour]") {
    // 0 and 1; 2, 3 and 4 as a chain; 5 alone.
    const std::vector<Vec3f> positions{{0, 0, 0},    {0.5f, 0, 0}, {5, 0, 0},
                                       {5.9f, 0, 0}, {6.8f, 0, 0}, {9, 9, 9}};
    Simulation simulation = placedFish(positions, std::vector<Vec3f>(6));
    const std::vector<float> ranks = boidValues(simulation, ColourBy::flock)[0];
    CHECK(std::vector(ranks.begin(), ranks.begin() + 5) == std::vector{1.0f, 1.0f, 0.0f, 0.0f, 0.0f});
    CHECK(std::isnan(ranks[5]));
    // The chain's links are 0.9 m long.
    REQUIRE(simulation.apply({"species.fish.linking_distance", 0.6}));
    const std::vector<float> tighter = boidValues(simulation, ColourBy::flock)[0];
    CHECK(tighter[0] == 0.0f);
    CHECK(std::isnan(tighter[2]));
}

TEST_CASE("flocks of several species share one ranking", "[app][colour]") {
    Simulation simulation = steppedFlocks();
    const std::vector<Vec3f> three{{0, 0, 0}, {0.1f, 0, 0}, {0.2f, 0, 0}};
    const std::vector<Vec3f> two{{5, 0, 0}, {5.1f, 0, 0}};
    REQUIRE(simulation.place(0, two, two));
    REQUIRE(simulation.place(1, three, three));
    const BoidValues ranks = boidValues(simulation, ColourBy::flock);
    CHECK(ranks[0] == std::vector{1.0f, 1.0f});
    CHECK(ranks[1] == std::vector{0.0f, 0.0f, 0.0f});
}

TEST_CASE("the strongest rule of a boid is the one whose push the inspector shows as the longest",
          "[app][colour]") {
    const Simulation simulation = steppedFlocks();
    const StrongestRules strongest = strongestRules(simulation);
    CHECK(strongest.titles == std::vector<std::string>{"Alignment", "Cohesion", "Wander"});
    REQUIRE(strongest.indices.size() == 2);
    for (std::size_t species = 0; species < 2; ++species) {
        for (std::uint32_t id = 0; id < simulation.flocks()[species].count(); ++id) {
            const Inspection inspection = *simulation.inspect(species, id);
            std::string longest;
            double length = 0.0;
            for (const Inspection::Push& push : inspection.pushes) {
                if (lengthOf(push.steering) > length) {
                    length = lengthOf(push.steering);
                    longest = push.rule;
                }
            }
            const float index = strongest.indices[species][id];
            const std::string title =
                std::isnan(index) ? "" : strongest.titles[static_cast<std::size_t>(index)];
            CAPTURE(species, id, longest, title);
            CHECK((longest == "alignment"  ? "Alignment"
                   : longest == "cohesion" ? "Cohesion"
                   : longest == "wander"   ? "Wander"
                                           : "") == title);
        }
    }
}

TEST_CASE("colours by push show the pushes of the coloured rules, added up", "[app][colour]") {
    Simulation simulation = steppedFlocks();
    const std::string first = "species." + simulation.scene().species[0].name;
    const BoidValues none = boidValues(simulation, ColourBy::push);
    CHECK(std::ranges::all_of(none[0], [](float value) { return std::isnan(value); }));
    REQUIRE(simulation.apply({first + ".alignment.coloured", 1.0}));
    REQUIRE(simulation.apply({first + ".cohesion.coloured", 1.0}));
    const BoidValues values = boidValues(simulation, ColourBy::push);
    checkAgainst(values[0], [&](std::size_t id) {
        Vec3f sum;
        const Inspection inspection = *simulation.inspect(0, static_cast<std::uint32_t>(id));
        for (const Inspection::Push& push : inspection.pushes) {
            sum += push.rule == "alignment" || push.rule == "cohesion" ? push.steering : Vec3f{};
        }
        return lengthOf(sum);
    });
    CHECK(std::ranges::all_of(values[1], [](float value) { return std::isnan(value); }));
}

TEST_CASE("the title of a rule that responds to another species names the species", "[app][colour]") {
    const Simulation simulation = *Simulation::create(*openPreset("bait-ball"));
    const StrongestRules strongest = strongestRules(simulation);
    CHECK(std::ranges::any_of(strongest.titles, [](const std::string& title) {
        return title.find(" (shark)") != std::string::npos;
    }));
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
