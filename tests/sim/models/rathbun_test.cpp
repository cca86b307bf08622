// The preset "rathbun" against its document: frame by frame, and in the behaviour that its figures show.

#include <algorithm>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include <shoal/measures.hpp>
#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "oracle/rathbun_oracle.hpp"
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

/// The document's units; one unit is a centimetre of the preset.
constexpr double kUnit = 0.01;       ///< [m]
constexpr double kAlert = 20.0;      ///< [units]
constexpr double kFlock = 60.0;      ///< [units]
constexpr double kHalfPlane = 1000;  ///< [units]

Scene rathbunScene() {
    auto scene = openPreset("rathbun");
    REQUIRE(scene);
    return *std::move(scene);
}

oracle::Rathbun documentModel() {
    return {0.01, 0.05, 0.001, kAlert * kUnit, kFlock * kUnit, {kHalfPlane * kUnit, 2.0, kHalfPlane * kUnit}};
}

/// Returns the boids with velocities in metres per frame.
oracle::Boids framed(const Simulation& simulation) {
    const std::vector<Vec3f> positions = positionsById(simulation);
    const std::vector<Vec3f> velocities = velocitiesById(simulation);
    oracle::Boids boids;
    for (std::size_t id = 0; id < positions.size(); ++id) {
        boids.push_back({asDouble(positions[id]), asDouble(velocities[id]) * (1.0 / kStepsPerSecond)});
    }
    return boids;
}

/// Largest deviation of the next steps from the document's frames, each from the same state.
struct Deviation {
    double position = 0.0;  ///< [m]
    double velocity = 0.0;  ///< [m/s]
    std::size_t ambiguous = 0;
    std::size_t bounced = 0;
};

Deviation deviationOver(Simulation& simulation, int steps) {
    const oracle::Rathbun model = documentModel();
    Deviation worst;
    for (int step = 0; step < steps; ++step) {
        const oracle::Boids before = framed(simulation);
        simulation.step();
        const std::vector<Vec3f> positions = positionsById(simulation);
        const std::vector<Vec3f> velocities = velocitiesById(simulation);
        for (std::size_t id = 0; id < before.size(); ++id) {
            const oracle::Framed after = oracle::rathbunFrame(before, id, model);
            if (after.isAmbiguous) {
                ++worst.ambiguous;
                continue;
            }
            const Vec3d flown = before[id].position + before[id].velocity;
            worst.bounced += lengthOf(after.boid.position - flown) > 0.0 ? 1 : 0;
            worst.position = std::max(worst.position, errorOf(positions[id], after.boid.position));
            worst.velocity =
                std::max(worst.velocity,
                         errorOf(velocities[id], after.boid.velocity * static_cast<double>(kStepsPerSecond)));
        }
    }
    return worst;
}

void run(Simulation& simulation, int steps) {
    for (int step = 0; step < steps; ++step) {
        simulation.step();
    }
}

Measures flocksOf(const Simulation& simulation) {
    const Flock& flock = simulation.flocks()[0];
    return measure(flock.now(), flock.count(), kFlock * kUnit);
}

/// Starts the preset with these changes and this seed.
Simulation started(std::uint64_t seed, const std::vector<Edit>& edits = {}) {
    Scene scene = rathbunScene();
    for (const Edit& edit : edits) {
        REQUIRE(scene.apply(edit));
    }
    scene.seed = seed;
    return *Simulation::create(scene);
}

/// As `started`, with every velocity multiplied by `factor`.
Simulation hurried(std::uint64_t seed, float factor) {
    Simulation simulation = started(seed);
    const std::vector<Vec3f> positions = positionsById(simulation);
    std::vector<Vec3f> velocities = velocitiesById(simulation);
    for (Vec3f& velocity : velocities) {
        velocity = velocity * factor;
    }
    REQUIRE(simulation.place(0, positions, velocities));
    return simulation;
}

}  // namespace

TEST_CASE("a step of rathbun matches a frame of its document", "[sim][rathbun][oracle]") {
    Simulation simulation = *Simulation::create(rathbunScene());
    std::size_t bounced = 0;
    // Sparse at first, later in dense flocks.
    for (const int skipped : {0, 250, 1000}) {
        run(simulation, skipped);
        INFO("from step " << simulation.stepCount());
        const Deviation worst = deviationOver(simulation, 100);
        CHECK(worst.position < 3e-6);
        CHECK(worst.velocity < 1e-5);
        CHECK(worst.ambiguous < simulation.flocks()[0].count());
        bounced += worst.bounced;
    }
    CHECK(bounced > 10);
}

TEST_CASE("rathbun starts in the document's field, in the plane", "[sim][rathbun]") {
    const Simulation simulation = started(3);
    for (const Vec3f& position : positionsById(simulation)) {
        CHECK(std::abs(position.x) <= 2.5f);
        CHECK(std::abs(position.z) <= 9.0f);
        CHECK(position.y == 0.0f);
    }
}

TEST_CASE("with balanced weights chaos turns into flocks, which merge", "[sim][rathbun]") {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        INFO("seed " << seed);
        Simulation simulation = started(seed);
        const Measures chaos = flocksOf(simulation);
        run(simulation, 500);
        const Measures several = flocksOf(simulation);
        run(simulation, 1900);
        const Measures merged = flocksOf(simulation);
        CHECK(several.clusters < chaos.clusters * 3 / 4);
        CHECK(several.clusters > 5);
        CHECK(merged.clusters < several.clusters * 3 / 4);
        CHECK(merged.clusters >= 1);
        // No flock collapses: its boids keep about the alert distance.
        CHECK(merged.nearestNeighbour > 0.8 * kAlert * kUnit);
        CHECK(merged.nearestNeighbour < 1.4 * kAlert * kUnit);
        for (const Vec3f& position : positionsById(simulation)) {
            REQUIRE(position.y == 0.0f);
        }
    }
}

TEST_CASE("cohesion far above separation collapses each flock to a point", "[sim][rathbun]") {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        INFO("seed " << seed);
        // δ = 0.01, α = 0.00001.
        Simulation simulation =
            started(seed, {{"inclusive_cohesion.weight", 36}, {"axis_separation.weight", 0.036}});
        run(simulation, 1200);
        const Measures measures = flocksOf(simulation);
        CHECK(measures.clusters < 40);
        CHECK(measures.nearestNeighbour < 0.4 * kAlert * kUnit);
    }
}

TEST_CASE("a tiny cohesion forms no flocks", "[sim][rathbun]") {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        INFO("seed " << seed);
        // δ = 0.000001.
        Simulation simulation = started(seed, {{"inclusive_cohesion.weight", 0.0036}});
        const Measures chaos = flocksOf(simulation);
        run(simulation, 1200);
        const Measures later = flocksOf(simulation);
        CHECK(later.nearestNeighbour > 0.85 * chaos.nearestNeighbour);
        Simulation balanced = started(seed);
        run(balanced, 1200);
        CHECK(later.nearestNeighbour > 1.2 * flocksOf(balanced).nearestNeighbour);
    }
}

TEST_CASE("too high an initial speed forms no flocks in the usual time", "[sim][rathbun]") {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        INFO("seed " << seed);
        Simulation simulation = hurried(seed, 75);  // 300 units per frame
        const Measures chaos = flocksOf(simulation);
        run(simulation, 500);
        const Measures later = flocksOf(simulation);
        CHECK(later.clusters > chaos.clusters);
        CHECK(later.nearestNeighbour > chaos.nearestNeighbour);
        CHECK(later.polarisation < 0.4);
    }
}

TEST_CASE("planar brings boids to its plane and keeps their motion within it", "[sim][rules]") {
    const Scene scene = sceneWith({"planar.enabled=on", "planar.height=-1.5"});
    const Layout layout{"two", {{1, 2, 3}, {-4, -1.5f, 0}}, {{3, 5, 6}, {-6, 0, 0}}};
    const Stepped stepped = stepOnce(scene, layout);
    CHECK(errorOf(stepped.positions[0], {1.05, -1.5, 3.1}) < 1e-6);
    CHECK(errorOf(stepped.positions[1], {-4.1, -1.5, 0}) < 1e-6);
    CHECK(stepped.velocities[0] == Vec3f{3, 0, 6});
    CHECK(stepped.velocities[1] == Vec3f{-6, 0, 0});
}

TEST_CASE("explicit_euler moves by the previous velocity", "[sim][rules]") {
    const Scene scene = sceneWith({"explicit_euler.enabled=on", "prefer_horizontal.enabled=on",
                                   "prefer_horizontal.weight=5", "wrap.enabled=on"});
    const Layout layout{"two", {{1, 2, 3}, {0, 9.95f, 0}}, {{0, 6, 0}, {0, 6, 0}}};
    const Stepped stepped = stepOnce(scene, layout);
    CHECK(errorOf(stepped.velocities[0], {0, 5.5, 0}) < 1e-6);
    CHECK(errorOf(stepped.positions[0], {1, 2.1, 3}) < 1e-6);
    // Walls act on the new position.
    CHECK(errorOf(stepped.positions[1], {0, -9.95, 0}) < 1e-5);
}
