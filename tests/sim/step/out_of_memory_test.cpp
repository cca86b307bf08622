// Every allocation of every call fails in turn: the simulation is then as it was before the call.

#include <new>
#include <stdexcept>

#include <shoal/preset.hpp>

#include "fault_points.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Scene busyScene() {
    Scene scene = sceneWith({"count=40", "decision_rate=10", "separation.enabled=on", "perch.enabled=on",
                             "direction_memory.enabled=on", "attractor.lure.present=1"});
    Species other = scene.species[0];
    other.name = "other";
    other.count = 25;
    other.sees.emplace_back().observed = "boid";
    scene.species.push_back(other);
    return scene;
}

Simulation running(std::uint64_t seed) {
    Scene scene = busyScene();
    scene.seed = seed;
    Simulation simulation = *Simulation::create(scene, {.threads = 1, .isa = {}});
    runSteps(simulation, 7);
    return simulation;
}

/// Whether the n-th allocation of `act` was reached and failed. Sets `hasThrown` if `act` threw.
bool fails(int number, const std::function<void()>& act, bool& hasThrown) {
    hasThrown = false;
    armFault(Fault::memory, number);
    try {
        act();
    } catch (const std::bad_alloc&) {
        hasThrown = true;
    }
    return disarmFault();
}

/// Not a REQUIRE, which would take std::bad_alloc for a failure of the test.
void need(bool isTrue) {
    if (!isTrue) {
        throw std::logic_error("the call was refused");
    }
}

struct Call {
    const char* name;
    std::function<void(Simulation&)> act;
    int least;  ///< allocations
};

}  // namespace

TEST_CASE("a call that runs out of memory leaves the simulation as it was", "[sim][memory][fault]") {
    const std::vector<Vec3f> five(5);
    const Checkpoint checkpoint = running(2).checkpoint();
    const Scene scene = presetScene("reef", {"count=60"});
    const auto apply = [](const char* key, double value) {
        return [=](Simulation& simulation) { need(static_cast<bool>(simulation.apply({key, value}))); };
    };
    const std::vector<Call> calls{
        {"apply, more boids", apply("species.boid.count", 90), 20},
        {"apply, fewer boids", apply("species.other.count", 3), 20},
        {"apply, a rule", apply("species.boid.wander.enabled", 1), 1},
        {"apply, a value", apply("species.other.sees.boid.flee.radius", 3), 1},
        {"apply, a new object", apply("obstacle.a-rock-with-a-long-name.present", 1), 2},
        {"apply, an object less", apply("attractor.lure.present", 0), 1},
        {"apply, a problem",
         [](Simulation& simulation) {
             need(!simulation.apply({"species.boid.count", -1}));
         },
         1},
        {"apply, fixed time",
         [](Simulation& simulation) {
             need(!simulation.apply({"time.step", 0.5}));
         },
         1},
        {"place", [&](Simulation& simulation) { need(static_cast<bool>(simulation.place(1, five, five))); },
         15},
        {"load", [&](Simulation& simulation) { need(static_cast<bool>(simulation.load(scene))); }, 60},
        {"resume", [&](Simulation& simulation) { need(static_cast<bool>(simulation.resume(checkpoint))); },
         60},
        {"restart", [](Simulation& simulation) { simulation.restart(5); }, 0},
        {"checkpoint", [](Simulation& simulation) { simulation.checkpoint(); }, 60},
        {"copy",
         [](Simulation& simulation) { *Simulation::create(simulation.scene(), {.threads = 1, .isa = {}}); },
         60},
        {"inspect", [](Simulation& simulation) { simulation.inspect(0, 3); }, 60},
        {"neighbourCounts", [](Simulation& simulation) { simulation.neighbourCounts(0); }, 10},
        {"faults", [](Simulation& simulation) { simulation.faults(); }, 0},
    };
    for (const Call& call : calls) {
        CAPTURE(call.name);
        Simulation simulation = running(1);
        const std::uint64_t hash = simulation.hash();
        const std::string text = presetText(simulation.scene());
        int number = 1;
        bool hasThrown = false;
        while (fails(
            number, [&] { call.act(simulation); }, hasThrown)) {
            CAPTURE(number);
            REQUIRE(hasThrown);
            REQUIRE(simulation.hash() == hash);
            REQUIRE(presetText(simulation.scene()) == text);
            if (number % 7 == 0) {  // its own state is still one that it accepts
                REQUIRE(simulation.resume(simulation.checkpoint()));
                REQUIRE(simulation.apply({"species.boid.separation.weight", 1.0}));
            }
            ++number;
        }
        CHECK_FALSE(hasThrown);  // now it has succeeded
        CHECK(number > call.least);
        runSteps(simulation, 3);
    }
}

TEST_CASE("an edit of a scene that runs out of memory leaves the scene as it was", "[sim][memory][fault]") {
    for (const char* edit : {"species.boid.count=90", "obstacle.a-rock-with-a-long-name.present=1",
                             "attractor.lure.present=0", "species.boid.perch.enabled=off", "nonsense=3"}) {
        CAPTURE(edit);
        Scene scene = busyScene();
        const std::string text = presetText(scene);
        int number = 1;
        bool hasThrown = false;
        while (fails(
            number, [&] { [[maybe_unused]] const auto done = scene.applyText(edit); }, hasThrown)) {
            CAPTURE(number);
            REQUIRE(hasThrown);
            REQUIRE(presetText(scene) == text);
            ++number;
        }
        CHECK(number > 1);
    }
}

TEST_CASE("after a step that runs out of memory, a checkpoint resumes and a restart begins anew",
          "[sim][memory][fault]") {
    Simulation undisturbed = running(1);
    const Checkpoint checkpoint = undisturbed.checkpoint();
    runSteps(undisturbed, 4);
    Simulation anew = running(3);
    int number = 1;
    bool hasThrown = false;
    for (;; ++number) {
        CAPTURE(number);
        Simulation simulation = running(2);
        REQUIRE(simulation.resume(checkpoint));
        REQUIRE(simulation.apply({"species.boid.wander.enabled", 1}));
        REQUIRE(simulation.apply({"species.boid.own_speed.enabled", 1}));
        REQUIRE(simulation.apply({"species.boid.perception.radius", 3}));
        if (!fails(
                number, [&] { simulation.step(); }, hasThrown)) {
            break;
        }
        REQUIRE(hasThrown);
        REQUIRE(simulation.resume(checkpoint));
        runSteps(simulation, 4);
        REQUIRE(simulation.hash() == undisturbed.hash());
        REQUIRE_FALSE(fails(
            1, [&] { simulation.restart(3); }, hasThrown));
        runSteps(simulation, 7);
        REQUIRE(simulation.hash() == anew.hash());
    }
    CHECK(number > 5);
}

TEST_CASE("a reader that runs out of memory throws, whatever allocation fails", "[sim][memory][fault]") {
    // Tables, inline ones too, lists, long texts and keys, numbers and dates; and a mistake of each kind.
    const std::string text =
        "title = \"A title that is too long for a small string\"\n"
        "[species.a-species-with-a-long-name]\ncount = 30\nbody_length = 1.25e-1\n"
        "perception = { radius = 3.5, kind = \"nearest\" }\n"
        "[species.a-species-with-a-long-name.separation]\nweight = 0.75\n"
        "[source]\ntitle = \"\"\"\nA text of several lines,\nso that it is long.\"\"\"\n";
    const std::string checkpoint = running(1).checkpoint().toBytes();
    const auto preset = [](const std::string& toml) {
        return [toml] { return parsePreset(toml, "a-file-of-a-long-name.toml"); };
    };
    CHECK(unreportedAllocations(preset(text)).empty());
    CHECK(unreportedAllocations(preset("base = \"reef\"\n" + text), 97).empty());
    CHECK(unreportedAllocations(preset(text + "key = = 1\n")).empty());
    CHECK(unreportedAllocations(preset(text + "ttile = 2021-02-03T04:05:06Z\n")).empty());
    CHECK(unreportedAllocations([] { return openPreset("reef"); }, 23).empty());
    CHECK(unreportedAllocations([] { return openPreset("a-name-of-no-preset"); }).empty());
    CHECK(unreportedAllocations([&] { return Checkpoint::fromBytes(checkpoint); }, 23).empty());
}
