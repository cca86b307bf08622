// Scenes grow with the number of boids.

#include "sim/scene/population.hpp"

#include <cstddef>
#include <utility>

#include <shoal/measures.hpp>
#include <shoal/preset.hpp>

#include "optimised.hpp"
#include "sim/trial.hpp"

namespace shoal::test {

namespace {

Scene opened(const std::string& preset) {
    auto scene = openPreset(preset);
    REQUIRE(scene);
    return *scene;
}

/// Applies an edit as the viewer does: the scene grows with the boids that it adds.
void apply(const Scene& reference, Scene& scene, const Edit& edit) {
    for (const Edit& room : worldGrowthFor(reference, scene, edit)) {
        REQUIRE(scene.apply(room));
    }
    REQUIRE(scene.apply(edit));
}

/// [m] mean distance to the nearest neighbour.
double spacingOf(const Simulation& simulation) {
    const Flock& flock = simulation.flocks()[0];
    return measure(flock.now(), flock.count(), 1.0).nearestNeighbour;
}

}  // namespace

TEST_CASE("eight times as many boids start and swim in eight times the volume", "[sim][population]") {
    const Scene reef = opened("reef");
    Scene scene = reef;
    apply(reef, scene, {"species.sardine.count", 24000.0});
    CHECK(scene.species[0].count == 24000);
    CHECK(scene.species[0].start.radius == approx(8.0));
    CHECK(scene.world.width == approx(92.0));
    CHECK(scene.world.height == approx(40.0));
    CHECK(scene.world.depth == approx(92.0));
    // 0.15 weaker upwards than sideways: half of it at twice the size.
    CHECK(*scene.value("sardine.separation.vertical") == approx(0.925));
    CHECK(*scene.value("sardine.roost.radius") == approx(14.0));
    CHECK(*scene.value("sardine.roost.weight") == approx(0.3));
}

TEST_CASE("four times as many boids in a plane get twice its sides", "[sim][population]") {
    const Scene rathbun = opened("rathbun");
    Scene scene = rathbun;
    apply(rathbun, scene, {"species.boid.count", 800.0});
    CHECK(scene.species[0].start.width == approx(2.0 * static_cast<double>(rathbun.species[0].start.width)));
    CHECK(scene.species[0].start.height == 0.0f);
    CHECK(scene.world.width == approx(2.0 * static_cast<double>(rathbun.world.width)));
    CHECK(scene.world.height == rathbun.world.height);
}

TEST_CASE("fewer boids start in a smaller region of the same world", "[sim][population]") {
    const Scene reef = opened("reef");
    Scene scene = reef;
    apply(reef, scene, {"species.sardine.count", 375.0});
    CHECK(scene.species[0].start.radius == approx(2.0));
    CHECK(scene.world.width == reef.world.width);
    // No flocks: all over the world, on a shell, a lone predator.
    for (const auto& [preset, key] :
         {std::pair{"vicsek", "species.particle.count"}, std::pair{"flagtails", "species.fish.count"},
          std::pair{"catching-fishes", "species.fish.count"},
          std::pair{"starlings", "species.falcon.count"}}) {
        CAPTURE(preset);
        const Scene fixed = opened(preset);
        CHECK(worldGrowthFor(fixed, fixed, {key, 0.0}).empty());
    }
}

TEST_CASE("a reef of three hundred stays one school", "[sim][population]") {
    for (std::uint64_t seed = 1; seed <= (kIsOptimised ? 6 : 1); ++seed) {
        CAPTURE(seed);
        Scene scene = opened("reef");
        populate(300, scene);
        scene.seed = seed;
        Simulation simulation = *Simulation::create(scene);
        runSeconds(simulation, 30);
        const Flock& flock = simulation.flocks()[0];
        CHECK(measure(flock.now(), flock.count(), 0.85).clusters == 1);
    }
}

TEST_CASE("a reef of ten thousand is no flatter than the preset's", "[sim][population][slow]") {
    const auto columns = measureColumns();
    const auto middle = static_cast<std::size_t>(
        std::ranges::find(columns, "middle_axis", &MeasureColumn::key) - columns.begin());
    for (std::uint64_t seed = 1; seed <= (kIsOptimised ? 3 : 0); ++seed) {
        std::vector<double> proportions;
        for (const int count : {3000, 10000}) {
            Scene scene = opened("reef");
            populate(count, scene);
            scene.seed = seed;
            // With nothing to turn it, a school soon has the shape that the rules among fish give it.
            for (const char* far : {"roost.enabled=off", "world.width=1000", "world.depth=1000"}) {
                REQUIRE(scene.applyText(far));
            }
            Simulation simulation = *Simulation::create(scene);
            runSeconds(simulation, 25);
            proportions.push_back(measureValues(simulation)[middle]);
        }
        CAPTURE(seed, proportions);
        CHECK(proportions[1] < 1.25 * proportions[0]);  // 1.5 with the preset's own push upwards
    }
}

TEST_CASE("a scene regains the preset's sizes after added boids have left", "[sim][population]") {
    const Scene reef = opened("reef");
    Scene scene = reef;
    for (const double count : {5000.0, 100000.0, 77.0, 20000.0, 3000.0}) {
        apply(reef, scene, {"species.sardine.count", count});
    }
    CHECK(scene.species[0].start.radius == reef.species[0].start.radius);
    CHECK(scene.world.width == reef.world.width);
    CHECK(scene.world.height == reef.world.height);
}

TEST_CASE("sizes that the user has set do not grow, nor does the square of a search surface",
          "[sim][population]") {
    const Scene reef = opened("reef");
    Scene scene = reef;
    scene.world.width = 30.0f;
    apply(reef, scene, {"species.sardine.count", 24000.0});
    CHECK(scene.world.width == 30.0f);
    CHECK(scene.world.depth == approx(92.0));
    const Scene swarm = opened("particle-swarm");
    scene = swarm;
    apply(swarm, scene, {"species.particle.count", 80.0});
    CHECK(scene.world.width == swarm.world.width);
    CHECK(worldGrowthFor(reef, reef, {"species.sardine.alignment.weight", 1.0}).empty());
    CHECK(worldGrowthFor(reef, reef, {"species.tuna.count", 100.0}).empty());
}

TEST_CASE("a running flock that grows fivefold soon regains its distances", "[sim][population]") {
    constexpr int kSteps = 120;
    const Scene reef = opened("reef");
    Simulation simulation = *Simulation::create(reef);
    const double start = spacingOf(simulation);
    runSteps(simulation, kSteps);
    const double before = spacingOf(simulation);
    const Edit edit{"species.sardine.count", 15000.0};
    for (const Edit& room : worldGrowthFor(reef, simulation.scene(), edit)) {
        REQUIRE(simulation.apply(room));
    }
    REQUIRE(simulation.apply(edit));
    const double added = spacingOf(simulation);
    runSteps(simulation, kSteps);
    const double after = spacingOf(simulation);
    WARN("mean distance to the nearest neighbour: " << start << " m at the start, " << before << " m later, "
                                                    << added << " m with the added boids, " << after
                                                    << " m later");
    // The added boids join the school without a crush.
    CHECK(added > 0.9 * start);
    CHECK(after > 0.85 * before);
}

TEST_CASE("boids added to a flock that has left its start join it", "[sim][population]") {
    const Scene reef = opened("reef");
    Simulation simulation = *Simulation::create(reef);
    runSteps(simulation, 60);
    REQUIRE(simulation.apply({"species.sardine.count", 500.0}));
    std::vector<Vec3f> places;
    std::vector<Vec3f> velocities;
    for (const Vec3f& place : positionsById(simulation)) {
        places.push_back(place + Vec3f{12.0f, 0.0f, -9.0f});
        velocities.push_back({0.0f, 0.0f, 1.0f});
    }
    REQUIRE(simulation.place(0, places, velocities));
    REQUIRE(simulation.apply({"species.sardine.count", 3000.0}));
    const std::vector<Vec3f> now = positionsById(simulation);
    for (std::size_t id = 500; id < now.size(); ++id) {
        REQUIRE(lengthOf(now[id] - Vec3f{12.0f, 0.0f, -9.0f}) < 9.0f);
        REQUIRE(simulation.flocks()[0].now().byId(simulation.flocks()[0].now().velocity)[id] ==
                velocities[0]);
    }
}

TEST_CASE("boids added by a slow drag, up to a hundred thousand, soon swim as far apart as the preset's",
          "[sim][population][slow]") {
    const Scene reef = opened("reef");
    Simulation simulation = *Simulation::create(reef);
    runSteps(simulation, 120);
    const double before = spacingOf(simulation);
    constexpr int kStages = 30;
    constexpr double kCount = kIsOptimised ? 100000.0 : 6000.0;
    const double first = reef.species[0].count;
    for (int stage = 1; stage <= kStages; ++stage) {
        const double part = static_cast<double>(stage) / kStages;
        const Edit edit{"species.sardine.count", std::round(first * std::pow(kCount / first, part))};
        for (const Edit& room : worldGrowthFor(reef, simulation.scene(), edit)) {
            REQUIRE(simulation.apply(room));
        }
        REQUIRE(simulation.apply(edit));
        runSteps(simulation, 5);
    }
    CHECK(spacingOf(simulation) > 0.5 * before);  // 0.3 if all had started in the first volume
    runSteps(simulation, 150);
    const double after = spacingOf(simulation);
    CHECK(after > 0.8 * before);
    CHECK(after < 1.2 * before);
}

}  // namespace shoal::test
