#include "sim/step/checkpoint.hpp"

#include <utility>

#include <shoal/preset.hpp>
#include <shoal/random.hpp>

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

        const auto read = Checkpoint::fromBytes(checkpoint.toBytes());
        INFO((read ? "" : read.problem().text));
        REQUIRE(read);
        CHECK(read->scene().name == preset.name);
        CHECK(presetText(read->scene()) == presetText(checkpoint.scene()));
        REQUIRE(other.resume(*read));
        CHECK(other.hash() == then);
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
    std::function<void(SimulationState&)> act;
};

/// Returns what can be wrong with a checkpoint of two species.
std::vector<Damage> everyDamage() {
    std::vector<Damage> all;
    const auto add = [&](std::string name, std::function<void(SimulationState&)> act) {
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
                add(name + " of " + std::to_string(size), [pick = pick, axis, size](SimulationState& state) {
                    (pick(state.flocks[0]).*axis).resize(size);
                });
            }
            for (const float wrong : {kNan, kInfinity, -kInfinity}) {
                add(name + " " + std::to_string(wrong), [pick = pick, axis, wrong](SimulationState& state) {
                    (pick(state.flocks[0]).*axis)[7] = wrong;
                });
            }
        }
    }
    using PickState = FlockState& (*)(Flock&);
    for (const PickState pick : {PickState([](Flock& flock) -> FlockState& { return flock.now(); }),
                                 PickState([](Flock& flock) -> FlockState& { return flock.before(); })}) {
        for (const std::uint32_t wrong : {40U, 1000U, 0xffffffffU}) {
            add("id " + std::to_string(wrong),
                [pick, wrong](SimulationState& state) { pick(state.flocks[0]).id[3] = wrong; });
        }
        add("an id twice", [pick](SimulationState& state) {
            AlignedArray<std::uint32_t>& ids = pick(state.flocks[0]).id;
            ids[3] = ids[4];
        });
        add("two ids exchanged in one state", [pick](SimulationState& state) {
            AlignedArray<std::uint32_t>& ids = pick(state.flocks[0]).id;
            std::swap(ids[3], ids[4]);
        });
        add("ids cut short", [pick](SimulationState& state) { pick(state.flocks[0]).id.resize(39); });
    }
    add("far away", [](SimulationState& state) { state.flocks[0].now().position.x[0] = 2e6f; });
    add("too fast", [](SimulationState& state) { state.flocks[1].now().velocity.x[0] = 2e4f; });
    add("memory of no rule", [](SimulationState& state) { state.flocks[0].memories()[0].rule = "none"; });
    add("a memory twice", [](SimulationState& state) {
        state.flocks[0].remember(std::vector<std::string_view>{"direction_memory", "perch"});
        state.flocks[0].memories()[1].rule = "direction_memory";
    });
    add("an empty flock", [](SimulationState& state) { state.flocks[0] = {}; });
    add("a flock moved away", [](SimulationState& state) { const Flock taken = std::move(state.flocks[1]); });
    add("no flocks", [](SimulationState& state) { state.flocks.clear(); });
    add("flocks exchanged", [](SimulationState& state) { std::swap(state.flocks[0], state.flocks[1]); });
    add("a species more", [](SimulationState& state) { state.scene.species.emplace_back(); });
    add("a boid more", [](SimulationState& state) { ++state.scene.species[0].count; });
    add("a scene out of range", [](SimulationState& state) { state.scene.world.depth = 0.0f; });
    for (const std::uint64_t step : {kMaxSteps + 1, ~std::uint64_t{0}}) {
        add("step " + std::to_string(step), [step](SimulationState& state) { state.stepCount = step; });
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
        SimulationState state = whole.state();
        damage.act(state);
        const Outcome outcome = simulation.resume(Checkpoint(std::move(state)));
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

namespace {

/// A small flock with a memory, as bytes.
std::string smallCheckpoint() {
    Scene scene = sceneWith({"count=12", "separation.enabled=on", "direction_memory.enabled=on"});
    scene.name = "mine";
    Simulation simulation = *Simulation::create(scene, {.threads = 1, .isa = {}});
    runSteps(simulation, 3);
    return simulation.checkpoint().toBytes();
}

/// Reads bytes that may be damaged: either they are refused in one line, or a simulation steps on from them.
void tryBytes(const std::string& bytes) {
    const auto read = Checkpoint::fromBytes(bytes);
    if (!read) {
        const std::string& text = read.problem().text;
        REQUIRE(text.starts_with("the checkpoint"));
        REQUIRE(text.find('\n') == std::string::npos);
        return;
    }
    Simulation simulation = *Simulation::create(Scene{}, {.threads = 1, .isa = {}});
    REQUIRE(simulation.resume(*read));
    simulation.step();
}

}  // namespace

TEST_CASE("a checkpoint that is cut short or goes on after its end is refused", "[sim][checkpoint]") {
    const std::string whole = smallCheckpoint();
    REQUIRE(Checkpoint::fromBytes(whole));
    for (std::size_t size = 0; size < whole.size(); size += 1 + size / 64) {
        CAPTURE(size);
        CHECK_FALSE(Checkpoint::fromBytes(whole.substr(0, size)));
        tryBytes(whole.substr(0, size));
    }
    CHECK_FALSE(Checkpoint::fromBytes(whole + "x"));
}

TEST_CASE("a checkpoint with altered bytes is refused in one line or is another legal state",
          "[sim][checkpoint]") {
    const std::string whole = smallCheckpoint();
    RandomSequence random(1);
    for (int trial = 0; trial < 3000; ++trial) {
        std::string bytes = whole;
        const std::uint64_t altered = 1 + random.bits() % 3;
        for (std::uint64_t each = 0; each < altered; ++each) {
            bytes[random.bits() % bytes.size()] = static_cast<char>(random.bits());
        }
        CAPTURE(trial);
        tryBytes(bytes);
    }
}

TEST_CASE("a checkpoint is refused with what does not fit", "[sim][checkpoint]") {
    const std::string whole = smallCheckpoint();
    const auto problem = [](const std::string& bytes) {
        const auto read = Checkpoint::fromBytes(bytes);
        return read ? std::string() : read.problem().text;
    };
    CHECK_THAT(problem("\x80\x04"), contains("another version of Shoal"));
    std::string unknown = whole;
    unknown.replace(unknown.find("direction_memory]"), 9, "direktion");
    CHECK_THAT(problem(unknown), contains("direktion_memory") && contains("plugin"));
}
