#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

TEST_CASE("every preset continues from a checkpoint bit for bit, in the same or another simulation",
          "[sim][checkpoint]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        CAPTURE(std::string(preset.name));
        const auto scene = parsePreset(preset.toml, std::string(preset.name));
        REQUIRE(scene);
        Simulation simulation = *Simulation::create(*scene, {.threads = 1, .isa = {}});
        runSteps(simulation, 67);
        const Checkpoint checkpoint = simulation.checkpoint();
        const std::uint64_t then = simulation.hash();
        runSteps(simulation, 45);
        const std::uint64_t later = simulation.hash();
        REQUIRE(later != then);

        REQUIRE(simulation.resume(checkpoint));
        CHECK(simulation.stepCount() == 67);
        CHECK(simulation.hash() == then);
        runSteps(simulation, 45);
        CHECK(simulation.hash() == later);

        Simulation other = *Simulation::create(Scene{}, {.threads = 3, .isa = {}});
        REQUIRE(other.resume(checkpoint));
        runSteps(other, 45);
        CHECK(other.hash() == later);
    }
}

TEST_CASE("a checkpoint restores counts and tunables changed since", "[sim][checkpoint]") {
    const auto scene = openPreset("reef");
    REQUIRE(scene);
    Simulation simulation = *Simulation::create(*scene);
    runSteps(simulation, 10);
    const Checkpoint checkpoint = simulation.checkpoint();
    runSteps(simulation, 20);
    const std::uint64_t later = simulation.hash();

    REQUIRE(simulation.resume(checkpoint));
    REQUIRE(simulation.apply({"count", 17.0}));
    REQUIRE(simulation.apply({"alignment.weight", 0.0}));
    REQUIRE(simulation.apply({"attractor.lure.present", 1.0}));
    runSteps(simulation, 20);
    REQUIRE(simulation.hash() != later);

    REQUIRE(simulation.resume(checkpoint));
    CHECK(simulation.scene().attractors.empty());
    CHECK(simulation.flocks()[0].count() == static_cast<std::size_t>(scene->species[0].count));
    runSteps(simulation, 20);
    CHECK(simulation.hash() == later);
    CHECK(checkpoint.bytes() > 3000 * 24);
}

namespace {

struct Damage {
    std::string name;
    std::function<void(Checkpoint&)> act;
};

/// Returns what can be wrong with a checkpoint of two species.
std::vector<Damage> everyDamage() {
    std::vector<Damage> all;
    const auto add = [&](std::string name, std::function<void(Checkpoint&)> act) {
        all.push_back({std::move(name), std::move(act)});
    };
    using Pick = Column3& (*)(Flock&);
    const std::vector<std::pair<std::string, Pick>> columns{
        {"position", [](Flock& flock) -> Column3& { return flock.now().position; }},
        {"velocity", [](Flock& flock) -> Column3& { return flock.now().velocity; }},
        {"earlier position", [](Flock& flock) -> Column3& { return flock.before().position; }},
        {"earlier velocity", [](Flock& flock) -> Column3& { return flock.before().velocity; }},
        {"steering", [](Flock& flock) -> Column3& { return flock.steering(); }},
        {"memory", [](Flock& flock) -> Column3& { return flock.memories()[0].values; }},
    };
    for (const auto& [name, pick] : columns) {
        for (AlignedArray<float> Column3::*axis : {&Column3::x, &Column3::y, &Column3::z}) {
            for (const std::size_t size : {std::size_t{0}, std::size_t{39}, std::size_t{41}}) {
                add(name + " of " + std::to_string(size), [pick = pick, axis, size](Checkpoint& checkpoint) {
                    (pick(checkpoint.flocks[0]).*axis).resize(size);
                });
            }
            for (const float wrong : {kNan, kInfinity, -kInfinity}) {
                add(name + " " + std::to_string(wrong), [pick = pick, axis, wrong](Checkpoint& checkpoint) {
                    (pick(checkpoint.flocks[0]).*axis)[7] = wrong;
                });
            }
        }
    }
    using PickState = FlockState& (*)(Flock&);
    for (const PickState pick : {PickState([](Flock& flock) -> FlockState& { return flock.now(); }),
                                 PickState([](Flock& flock) -> FlockState& { return flock.before(); })}) {
        for (const std::uint32_t wrong : {40U, 1000U, 0xffffffffU}) {
            add("id " + std::to_string(wrong),
                [pick, wrong](Checkpoint& checkpoint) { pick(checkpoint.flocks[0]).id[3] = wrong; });
        }
        add("an id twice", [pick](Checkpoint& checkpoint) {
            AlignedArray<std::uint32_t>& ids = pick(checkpoint.flocks[0]).id;
            ids[3] = ids[4];
        });
        add("two ids exchanged in one state", [pick](Checkpoint& checkpoint) {
            AlignedArray<std::uint32_t>& ids = pick(checkpoint.flocks[0]).id;
            std::swap(ids[3], ids[4]);
        });
        add("ids cut short", [pick](Checkpoint& checkpoint) { pick(checkpoint.flocks[0]).id.resize(39); });
    }
    add("far away", [](Checkpoint& checkpoint) { checkpoint.flocks[0].now().position.x[0] = 2e6f; });
    add("too fast", [](Checkpoint& checkpoint) { checkpoint.flocks[1].now().velocity.x[0] = 2e4f; });
    add("memory of no rule",
        [](Checkpoint& checkpoint) { checkpoint.flocks[0].memories()[0].rule = "none"; });
    add("a memory twice", [](Checkpoint& checkpoint) {
        checkpoint.flocks[0].remember(std::vector<std::string_view>{"direction_memory", "perch"});
        checkpoint.flocks[0].memories()[1].rule = "direction_memory";
    });
    add("an empty flock", [](Checkpoint& checkpoint) { checkpoint.flocks[0] = {}; });
    add("a flock moved away",
        [](Checkpoint& checkpoint) { const Flock taken = std::move(checkpoint.flocks[1]); });
    add("no flocks", [](Checkpoint& checkpoint) { checkpoint.flocks.clear(); });
    add("flocks exchanged",
        [](Checkpoint& checkpoint) { std::swap(checkpoint.flocks[0], checkpoint.flocks[1]); });
    add("a species more", [](Checkpoint& checkpoint) { checkpoint.scene.species.emplace_back(); });
    add("a boid more", [](Checkpoint& checkpoint) { ++checkpoint.scene.species[0].count; });
    add("a scene out of range", [](Checkpoint& checkpoint) { checkpoint.scene.world.depth = 0.0f; });
    for (const std::uint64_t step : {kMaxSteps + 1, ~std::uint64_t{0}}) {
        add("step " + std::to_string(step), [step](Checkpoint& checkpoint) { checkpoint.stepCount = step; });
    }
    return all;
}

}  // namespace

TEST_CASE("a checkpoint with any damage is refused with a reason, and the simulation goes on as before",
          "[sim][checkpoint]") {
    Scene scene = sceneWith({"count=40", "decision_rate=10", "separation.enabled=on",
                             "direction_memory.enabled=on", "world.width=40"});
    Species other = scene.species[0];
    other.name = "other";
    other.count = 25;
    other.decisionRate = kStepsPerSecond;
    scene.species.push_back(other);
    const auto begin = [&] {
        Simulation simulation = *Simulation::create(scene, {.threads = 1, .isa = {}});
        runSteps(simulation, 7);
        return simulation;
    };
    Simulation simulation = begin();
    Simulation undisturbed = begin();
    const Checkpoint whole = simulation.checkpoint();
    const std::vector<Damage> damages = everyDamage();
    for (const Damage& damage : damages) {
        CAPTURE(damage.name);
        Checkpoint checkpoint = whole;
        damage.act(checkpoint);
        const Outcome outcome = simulation.resume(checkpoint);
        REQUIRE_FALSE(outcome);
        CHECK_FALSE(outcome.problem().text.empty());
        CHECK(simulation.hash() == undisturbed.hash());
    }
    CHECK(damages.size() > 130);
    runSteps(simulation, 5);
    runSteps(undisturbed, 5);
    CHECK(simulation.hash() == undisturbed.hash());
    REQUIRE(simulation.resume(whole));
}
