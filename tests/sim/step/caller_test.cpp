// How the library answers mistakes of its callers, in every build.

#include <limits>
#include <new>
#include <utility>

#include <shoal/preset.hpp>
#include <shoal/state_view.hpp>

#include "death.hpp"
#include "sim/measures/measured_run.hpp"
#include "sim/scene/scene_trial.hpp"
#include "sim/step/checkpoint.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Scene sceneOfTwo() {
    Scene scene;
    scene.species.emplace_back().name = "fish";
    scene.species.emplace_back().name = "shark";
    for (Species& species : scene.species) {
        species.count = 10;
    }
    return scene;
}

Simulation simulationOfTwo() {
    return *Simulation::create(sceneOfTwo(), {.threads = 1, .isa = {}});
}

}  // namespace

TEST_CASE("a simulation is not created from a scene that fails its check", "[sim][caller]") {
    Scene scene = sceneOfTwo();
    scene.species[0].perception.radius = -1.0f;
    CHECK(problemOf(Simulation::create(scene)) ==
          "species.fish.perception.radius is -1, but must be a number from 0.05 to 200 m");
    scene.species[0].perception.radius = 0.0f;
    CHECK_FALSE(Simulation::create(scene));
    scene = sceneOfTwo();
    scene.species[0].perception.kind = Perception::Kind::nearest;
    scene.species[0].perception.count = -1;
    CHECK_FALSE(Simulation::create(scene));
    scene = sceneOfTwo();
    scene.world.width = kNan;
    CHECK_FALSE(Simulation::create(scene));
}

TEST_CASE("a simulation is not created with more threads than the limit", "[sim][caller]") {
    for (const int threads : {-1, kMaxThreads + 1, 20000}) {
        CHECK(problemOf(Simulation::create(sceneOfTwo(), {.threads = threads, .isa = {}})) ==
              "threads is " + std::to_string(threads) + ", but must be a whole number from 0 to 1024");
    }
    Simulation many = *Simulation::create(sceneOfTwo(), {.threads = kMaxThreads, .isa = {}});
    many.step();
    CHECK(many.threads() == kMaxThreads);
}

TEST_CASE("a scene that fails its check is not loaded", "[sim][caller]") {
    Simulation simulation = simulationOfTwo();
    simulation.step();
    const std::uint64_t before = simulation.hash();
    Scene scene = sceneOfTwo();
    scene.species[1].name = "fish";
    CHECK(problemOf(simulation.load(scene)) ==
          "species.fish is defined twice: give each species its own name");
    CHECK(simulation.hash() == before);
    CHECK(simulation.scene().species[1].name == "shark");
}

TEST_CASE("boids are placed only where a simulation can have them", "[sim][caller]") {
    Simulation simulation = simulationOfTwo();
    const std::uint64_t before = simulation.hash();
    const std::vector<Vec3f> three(3);
    const std::vector<Vec3f> two(2);
    CHECK(problemOf(simulation.place(7, three, three)) == "there is no species 7: the scene has 2");
    CHECK(problemOf(simulation.place(1, three, two)) == "there are 3 positions, but 2 velocities");
    std::vector<Vec3f> wrong = three;
    wrong[1].y = kNan;
    CHECK(problemOf(simulation.place(1, wrong, three)) ==
          "position 1 is 0, nan, 0, but must be numbers from -1000000 to 1000000");
    CHECK(problemOf(simulation.place(1, three, wrong)) ==
          "velocity 1 is 0, nan, 0, but must be numbers from -10000 to 10000");
    const std::vector<Vec3f> many(kMaxBoids + 1);
    CHECK(problemOf(simulation.place(0, many, many)) ==
          "4000001 boids of species.fish would make 4000011 in total, but a scene may have at most 4000000");
    CHECK(simulation.hash() == before);
    CHECK(simulation.place(0, three, three));
    CHECK(simulation.scene().species[0].count == 3);
}

TEST_CASE("reading the value of a Result that holds a problem ends the program with the problem's text",
          "[sim][caller]") {
    CHECK_THAT(
        lastWordsOf([] { const Scene scene = *openPreset("rief"); }),
        startsWith("shoal: read the value of a Result that holds a problem: rief: neither a file nor a "
                   "built-in preset (did you mean \"reef\"?)"));
    CHECK_THAT(lastWordsOf([] { openPreset("rief")->seed = 3; }), contains("did you mean \"reef\"?"));
    CHECK(lastWordsOf([] {
              const Result<int> right(3);
              std::string text = right.problem().text;
          }) == "shoal: read the problem of a Result that holds a value\n");
}

TEST_CASE("using a moved-from Simulation ends the program with a message", "[sim][caller]") {
    const auto useAfterMove = [](const auto& use) {
        return lastWordsOf([&] {
            Simulation simulation = simulationOfTwo();
            const Simulation other = std::move(simulation);
            use(simulation);  // NOLINT(bugprone-use-after-move)
        });
    };
    const std::string expected = "shoal: used a Simulation that was moved from\n";
    CHECK(useAfterMove([](Simulation& simulation) { simulation.step(); }) == expected);
    CHECK(useAfterMove([](Simulation& simulation) { simulation.restart(1); }) == expected);
    CHECK(useAfterMove([](Simulation& simulation) { (void)simulation.hash(); }) == expected);
    CHECK(useAfterMove([](Simulation& simulation) { (void)simulation.flocks(); }) == expected);
    CHECK(useAfterMove([](Simulation& simulation) { simulation = simulationOfTwo(); }) == "alive");
}

TEST_CASE("asking about a species that does not exist ends the program with a message", "[sim][caller]") {
    const std::string expected = "shoal: there is no species 9: the scene has 2\n";
    CHECK(lastWordsOf([] { (void)StateView(simulationOfTwo()).best(9); }) == expected);
    CHECK(lastWordsOf([] { (void)simulationOfTwo().neighboursPerBoid(9); }) == expected);
    CHECK(lastWordsOf([] { (void)simulationOfTwo().neighbourCounts(9); }) == expected);
    CHECK(lastWordsOf([] { (void)simulationOfTwo().inspect(9, 0); }) == expected);
    CHECK(lastWordsOf([] { (void)measureValues(simulationOfTwo(), 9); }) == expected);
    CHECK(lastWordsOf([] { (void)measureSpace(sceneOfTwo(), 9); }) == expected);
    CHECK(lastWordsOf([] { (void)MeasuredInstant(simulationOfTwo(), 9); }) == expected);
    CHECK(lastWordsOf([] { (void)MeasuredInstant(simulationOfTwo()).value(measureColumns().size()); }) ==
          "shoal: there is no measure with this index\n");
}

TEST_CASE("measuring boids that a state does not hold ends the program with a message", "[sim][caller]") {
    const auto measured = [](std::size_t boids, std::uint32_t firstId, std::size_t count) {
        return lastWordsOf([&] {
            FlockState state;
            state.resize(boids);
            for (std::size_t slot = 0; slot < boids; ++slot) {
                state.id[slot] = firstId + static_cast<std::uint32_t>(slot);
            }
            (void)measureMotion(state, count);
            (void)measure(state, count, 1.0);
        });
    };
    CHECK(measured(10, 0, 10) == "alive");
    CHECK(measured(10, 0, 100'000) == "shoal: measured more boids than the state has\n");
    CHECK(measured(10, 1, 10) == "shoal: measured boids whose ids are not 0 .. count - 1\n");
    CHECK(measured(10, 0, 9) == "alive");
    CHECK(lastWordsOf([] {
              FlockState state;
              state.resize(10);
              state.velocity.z.resize(9);
              (void)measureMotion(state, 10);
          }) == "shoal: measured more boids than the state has\n");
}

TEST_CASE("reading a flock's state by ids that it does not have ends the program with a message",
          "[sim][caller]") {
    FlockState state;
    state.resize(3);
    const auto words = [&] { return lastWordsOf([&] { (void)state.byId(state.position); }); };
    CHECK(words() == "alive");
    state.id[2] = 3;
    CHECK(words() == "shoal: the ids of a flock's state are not 0 .. count - 1\n");
    state.id[2] = 2;
    state.position.y.resize(2);
    CHECK(words() == "shoal: a column has fewer values than the flock has boids\n");
}

TEST_CASE("reading or setting a tunable by an index that there is not ends the program with a message",
          "[sim][caller]") {
    World world;
    const Tunables tunables{&world, World::parameters};
    const std::string expected = "shoal: there is no tunable with this index\n";
    CHECK(lastWordsOf([&] { (void)tunables.get(World::parameters.size()); }) == expected);
    CHECK(lastWordsOf([&] { tunables.set(World::parameters.size(), 1.0); }) == expected);
    CHECK(tunables.get(World::parameters.size() - 1) == approx(world.depth));
}

TEST_CASE("an array too long for any memory is refused before it is asked for", "[sim][caller]") {
    for (const unsigned shift : {0u, 1u, 2u}) {
        const std::size_t count = std::numeric_limits<std::size_t>::max() >> shift;
        CHECK_THROWS_AS(AlignedArray<float>(count), std::bad_alloc);
        CHECK_THROWS_AS(AlignedArray<std::uint64_t>(count), std::bad_alloc);
    }
}
