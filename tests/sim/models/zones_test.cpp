// The rule "zones" and its angular noise: by their formulas, and by the groups that Couzin et al. (2002)
// found by varying the radii.

#include <numbers>

#include <fmt/format.h>

#include <shoal/measures.hpp>
#include <shoal/preset.hpp>
#include <shoal/rules/limit/angular_noise.hpp>
#include <shoal/rules/limit/limit_turn.hpp>

#include "optimised.hpp"
#include "oracle/physics_oracle.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr std::uint64_t kZonesSeeds = kIsOptimised ? 8 : 1;

struct ZonesTrial {
    oracle::ZoneRadii radii;
    oracle::ZoneReading reading;
    double blindDegrees = 0.0;  ///< of the perception, for all three zones
};

void checkZones(const Layout& layout, const ZonesTrial& trial, float step) {
    constexpr double kSpeed = 1.7;
    constexpr double kWeight = 6.0;
    constexpr double kDegrees = 180.0 / std::numbers::pi;
    Scene scene = sceneWith({"zones.enabled=on", "zones.speed=1.7", "zones.weight=6", "perception.radius=3"});
    const auto set = [&scene](const char* key, double value) { REQUIRE(scene.apply({key, value})); };
    set("zones.repulsion", trial.radii.repulsion);
    set("zones.orientation", trial.radii.orientation);
    set("zones.attraction", trial.radii.attraction);
    set("zones.combine", trial.reading.isByMeans ? 1.0 : 0.0);
    set("zones.blind_angle", trial.reading.blindAngle * kDegrees);
    set("perception.blind_angle", trial.blindDegrees);
    oracle::NeighbourQuery query;
    query.radius = 3;
    query.blindAngle = trial.blindDegrees / kDegrees;
    scene.time.step = step;
    const Stepped stepped = stepOnce(scene, layout);
    const oracle::Boids boids = boidsOf(layout);
    double worst = 0.0;
    std::size_t checked = 0;
    for (std::size_t id = 0; id < boids.size(); ++id) {
        const oracle::Wanted wanted = oracle::zonesDirection(boids, id, query, trial.radii, trial.reading);
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

/// Behaviour of a group, averaged over some time.
struct Group {
    double polarisation = 0.0;
    double milling = 0.0;
    double shuffling = 0.0;  ///< [m] root mean square displacement of fish within the group over that time
    std::size_t clusters = 0;
};

Vec3d centreOf(const std::vector<Vec3f>& positions) {
    Vec3d sum;
    for (const Vec3f& position : positions) {
        sum += asDouble(position);
    }
    return sum * (1.0 / static_cast<double>(positions.size()));
}

/// Runs `settling` steps, then `watching` steps that count.
Group watched(Simulation& simulation, int settling, int watching) {
    for (int step = 0; step < settling; ++step) {
        simulation.step();
    }
    const Flock& flock = simulation.flocks()[0];
    const std::vector<Vec3f> before = positionsById(simulation);
    Group group;
    constexpr int kEvery = 10;
    for (int step = 0; step < watching; step += kEvery) {
        for (int k = 0; k < kEvery; ++k) {
            simulation.step();
        }
        const Measures measures = measureMotion(flock.now(), flock.count());
        group.polarisation += measures.polarisation * kEvery / watching;
        group.milling += measures.milling * kEvery / watching;
    }
    const std::vector<Vec3f> after = positionsById(simulation);
    const Vec3d drift = centreOf(after) - centreOf(before);
    double squares = 0.0;
    for (std::size_t id = 0; id < after.size(); ++id) {
        squares += lengthSq(asDouble(after[id]) - asDouble(before[id]) - drift);
    }
    group.shuffling = std::sqrt(squares / static_cast<double>(after.size()));
    const auto reach = static_cast<double>(simulation.scene().species[0].rules.find("zones")->reach());
    group.clusters = measure(flock.now(), flock.count(), reach).clusters;
    return group;
}

/// Lists the order parameters of all seeds.
class Table {
public:
    void add(const Group& group) {
        m_text += fmt::format(" {:.3f}/{:.3f}", group.polarisation, group.milling);
    }
    const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

/// Widths of the orientation and the attraction zone, the paper's Δr_o and Δr_a [m].
void setWidths(Simulation& simulation, double orientation, double attraction) {
    REQUIRE(simulation.apply({"zones.orientation", 1.0 + orientation}));
    REQUIRE(simulation.apply({"zones.attraction", 1.0 + orientation + attraction}));
}

}  // namespace

TEST_CASE("zones steers as its formula says", "[sim][rules][zones][oracle]") {
    for (const std::uint64_t seed : {1, 2}) {
        for (const std::size_t count : {2, 30, 300}) {
            for (const bool isByMeans : {false, true}) {
                INFO(count << " boids, seed " << seed << (isByMeans ? ", means" : ", sums"));
                const Layout layout = uniformLayout(count, {1.5f, 1.5f, 1.5f}, seed);
                const oracle::ZoneReading open{isByMeans, 0.0};
                const oracle::ZoneReading blind{isByMeans, 1.5};
                const oracle::ZoneReading narrow{isByMeans, 4.0};
                for (const float step : {kStepSeconds, presetScene("zones").time.step}) {
                    checkZones(layout, {{0.3, 0.7, 1.9}, open, 0}, step);
                    checkZones(layout, {{0.05, 1.1, 1.2}, open, 90}, step);
                    checkZones(layout, {{0.2, 0.1, 2.5}, open, 0}, step);    // no orientation zone
                    checkZones(layout, {{0.1, 2.0, 1.0}, open, 200}, step);  // no attraction zone
                    checkZones(layout, {{0.2, 0.9, 1.9}, blind, 0}, step);
                    checkZones(layout, {{0.05, 1.1, 1.5}, narrow, 0}, step);
                    // The smaller cone changes nothing.
                    checkZones(layout, {{0.05, 0.8, 1.5}, blind, 30}, step);
                }
            }
        }
    }
}

TEST_CASE("a preset that states only the first five keys of zones keeps its state hash",
          "[sim][zones][determinism]") {
    auto scene = parsePreset(R"(
seed = 7
[world]
shape = "sphere"
width = 60
[species.fish]
count = 300
[species.fish.perception]
radius = 15
blind_angle = 90
[species.fish.start]
radius = 3.2
flatness = 0.7
speed = 2.4
swirl = 0.9
[species.fish.zones]
repulsion = 0.3
orientation = 1.4
attraction = 6
speed = 2.4
weight = 60
[species.fish.angular_noise]
deviation = 13
[species.fish.contain]
weight = 8
margin = 8
look_ahead = 0.5
[species.fish.limit_turn]
rate = 80
)",
                             "old.toml");
    REQUIRE(scene);
    Simulation simulation = *Simulation::create(*scene);
    for (int step = 0; step < 600; ++step) {
        simulation.step();
    }
    // Keys that the text lacks keep it as it is.
    CHECK(hashText(simulation.hash()) == "13bfb0fdcab46797");
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

TEST_CASE("from random headings the radii alone make the four groups of the paper", "[sim][zones]") {
    Table swarms;
    Table tori;
    Table dynamics;
    Table parallels;
    for (std::uint64_t seed = 1; seed <= kZonesSeeds; ++seed) {
        INFO("seed " << seed);
        Simulation atParallel = started("zones-highly-parallel", seed);
        const Group parallel = watched(atParallel, 1500, 500);
        parallels.add(parallel);
        CHECK(parallel.polarisation > 0.99);
        CHECK(parallel.milling < 0.1);
        CHECK(parallel.clusters == 1);
        if constexpr (!kIsOptimised) {
            return;
        }
        Simulation atSwarm = started("zones-swarm", seed);
        const Group swarm = watched(atSwarm, 1000, 1000);
        swarms.add(swarm);
        CHECK(swarm.polarisation < 0.4);
        CHECK(swarm.milling < 0.4);
        CHECK(swarm.clusters == 1);
        Simulation atTorus = started("zones-torus", seed);
        const Group torus = watched(atTorus, 1500, 1000);
        tori.add(torus);
        CHECK(torus.milling >= 0.8);
        CHECK(torus.polarisation <= 0.2);
        CHECK(torus.clusters == 1);
        Simulation atDynamic = started("zones-dynamic-parallel", seed);
        const Group dynamic = watched(atDynamic, 1000, 500);
        dynamics.add(dynamic);
        CHECK(dynamic.polarisation > 0.85);
        CHECK(dynamic.polarisation < 0.95);
        CHECK(dynamic.milling < 0.1);
        CHECK(dynamic.clusters == 1);
        // In the first of the two polarised groups, fish still change places.
        CHECK(dynamic.shuffling > 3.0 * parallel.shuffling);
    }
    WARN("polarisation/milling by seed: swarm" << swarms.text() << "; torus" << tori.text()
                                               << "; dynamic parallel" << dynamics.text()
                                               << "; highly parallel" << parallels.text());
}

TEST_CASE("at one radius the behaviour of a group depends on its history", "[sim][zones]") {
    Table rising;
    Table falling;
    double polarisation = 0.0;
    for (std::uint64_t seed = 1; seed <= (kIsOptimised ? kZonesSeeds : 0); ++seed) {
        INFO("seed " << seed);
        Simulation simulation = started("zones", seed);
        setWidths(simulation, 1.25, 14);
        CHECK(watched(simulation, 500, 200).milling > 0.8);
        // The mill is metastable here: three of eight broke up within 5000 steps.
        setWidths(simulation, 2.5, 14);
        const Group up = watched(simulation, 300, 500);
        setWidths(simulation, 4, 14);
        CHECK(watched(simulation, 1500, 200).polarisation > 0.85);
        setWidths(simulation, 2.5, 14);
        const Group down = watched(simulation, 1000, 500);
        rising.add(up);
        falling.add(down);
        CHECK(up.milling > 0.8);
        CHECK(up.polarisation < 0.25);
        polarisation += up.polarisation / static_cast<double>(kZonesSeeds);
        CHECK(down.polarisation > 0.85);
        CHECK(down.milling < 0.1);
    }
    CHECK(polarisation < 0.15);
    WARN("polarisation/milling by seed at an orientation zone of 2.5: rising" << rising.text() << "; falling"
                                                                              << falling.text());
}
