// Rule memory of each boid: it follows the boid, not its slot, and starts at zero.

#include <cstddef>

#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

// Sums up steering of about 1 m/s² in a flock whose slots change all the time.
Scene rememberingScene() {
    return sceneWith({"count=300", "world.width=12", "world.height=12", "world.depth=12", "start.radius=5",
                      "start.speed=3", "perception.radius=1", "separation.enabled=on",
                      "direction_memory.enabled=on", "wander.enabled=on", "contain.enabled=on"});
}

std::vector<Vec3f> directionMemoriesById(const Simulation& simulation) {
    const Flock& flock = simulation.flocks()[0];
    REQUIRE(flock.memories().size() == 1);
    CHECK(flock.memories()[0].rule == "direction_memory");
    std::vector<Vec3f> result(flock.count());
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        result.at(flock.now().id[slot]) = flock.memories()[0].values.at(slot);
    }
    return result;
}

// Adds the steering of each step to `sums`, by id, as the rule does to its memory.
void addSteering(Simulation& simulation, std::vector<Vec3f>& sums) {
    const std::vector<Vec3f> steering = steeringById(simulation);
    for (std::size_t id = 0; id < sums.size(); ++id) {
        sums[id] += steering[id] * kStepSeconds;
    }
}

}  // namespace

TEST_CASE("a memory follows its boid through every sort", "[sim][memory]") {
    for (const char* rate : {"60", "12"}) {
        INFO("decision rate " << rate);
        Scene scene = rememberingScene();
        REQUIRE(scene.applyText(std::string("decision_rate=") + rate));
        Simulation simulation = *Simulation::create(scene);
        std::vector<Vec3f> sums(300);
        std::size_t moved = 0;
        for (int step = 0; step < 120; ++step) {
            const AlignedArray<std::uint32_t>& ids = simulation.flocks()[0].now().id;
            const std::vector<std::uint32_t> before(ids.data(), ids.data() + ids.size());
            simulation.step();
            moved += std::ranges::equal(before, ids.span()) ? 0 : 1;
            addSteering(simulation, sums);
        }
        CHECK(moved > 60);
        CHECK(directionMemoriesById(simulation) == sums);
    }
}

TEST_CASE("a change of count keeps the memories of the remaining boids and starts others at zero",
          "[sim][memory]") {
    Simulation simulation = *Simulation::create(rememberingScene());
    runSteps(simulation, 30);
    const std::vector<Vec3f> before = directionMemoriesById(simulation);
    CHECK(std::ranges::count(before, Vec3f{}) == 0);
    REQUIRE(simulation.apply({"count", 350}));
    std::vector<Vec3f> after = directionMemoriesById(simulation);
    REQUIRE(after.size() == 350);
    CHECK(std::equal(before.begin(), before.end(), after.begin()));
    CHECK(std::all_of(after.begin() + 300, after.end(), [](const Vec3f& a) { return a == Vec3f{}; }));
    runSteps(simulation, 1);
    after = directionMemoriesById(simulation);
    REQUIRE(simulation.apply({"count", 200}));
    after.resize(200);
    CHECK(directionMemoriesById(simulation) == after);
}

TEST_CASE("memory is held only while a rule that keeps one is enabled", "[sim][memory]") {
    Scene scene = rememberingScene();
    REQUIRE(scene.applyText("direction_memory.enabled=off"));
    Simulation simulation = *Simulation::create(scene);
    runSteps(simulation, 10);
    CHECK(simulation.flocks()[0].memories().empty());
    const std::size_t without = simulation.bytes();
    REQUIRE(simulation.apply({"direction_memory.enabled", 1}));
    runSteps(simulation, 10);
    CHECK(directionMemoriesById(simulation).size() == 300);
    CHECK(simulation.bytes() > without + 300 * sizeof(Vec3f));
    REQUIRE(simulation.apply({"direction_memory.enabled", 0}));
    runSteps(simulation, 1);
    CHECK(simulation.flocks()[0].memories().empty());
    REQUIRE(simulation.apply({"direction_memory.enabled", 1}));
    runSteps(simulation, 1);
    std::vector<Vec3f> sums(300);
    addSteering(simulation, sums);
    CHECK(directionMemoriesById(simulation) == sums);
}

TEST_CASE("before anything has steered the old heading stays", "[sim][memory]") {
    const Scene scene = sceneWith(
        {"direction_memory.enabled=on", "own_speed.enabled=on", "own_speed.min=3", "own_speed.max=3"});
    const Stepped stepped = stepOnce(scene, {"two", {{0, 0, 0}, {9, 0, 0}}, {{0, 1, 0}, {}}});
    CHECK(errorOf(stepped.velocities[0], {0, 3, 0}) < 1e-6);
    CHECK(stepped.velocities[1] == Vec3f{});  // a boid at rest has no heading
    const Scene alone = sceneWith({"direction_memory.enabled=on"});
    const Stepped unsteered = stepOnce(alone, {"one", {{0, 0, 0}}, {{0, 1.5f, 2}}});
    CHECK(errorOf(unsteered.velocities[0], {0, 1.5, 2}) < 1e-6);
}
