#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <shoal/detail/require.hpp>
#include <shoal/state_view.hpp>

#include "sim/neighbours/count_seen.hpp"
#include "sim/scene/scene_check.hpp"
#include "sim/scene/start_state.hpp"
#include "sim/step/simulation_checks.hpp"
#include "sim/step/simulation_core.hpp"

namespace shoal {

namespace {

/// Returns where boids join the first `count` by id when the flock grows by this factor.
Joining joiningOf(const FlockState& state, std::size_t count, float growth, const Species& species) {
    Vec3d centre{};
    for (std::size_t id = 0; id < count; ++id) {
        const Vec3f at = state.position.at(id);
        centre += Vec3d{at.x, at.y, at.z} * (1.0 / static_cast<double>(count));
    }
    // The power 3/8: a little more than the cube root, and square roots have the same bits everywhere.
    return {{static_cast<float>(centre.x), static_cast<float>(centre.y), static_cast<float>(centre.z)},
            std::sqrt(std::sqrt(growth * std::sqrt(growth))),
            0.5f * species.clusterDistance()};
}

/// Puts the boids from this id on in the slots equal to their ids: at their start or, with `joins`, beside
/// the boids before them. In a wrapped world they are at their start, too: a flock there may have no centre.
void fill(Flock& flock, const Scene& scene, std::size_t speciesIndex, std::size_t firstId, bool joins) {
    const Species& species = scene.species[speciesIndex];
    joins = joins && firstId > 0 && firstId < flock.count() && !species.wrapsWorld();
    const float growth =
        static_cast<float>(flock.count()) / static_cast<float>(std::max<std::size_t>(1, firstId));
    const Joining joining = joins ? joiningOf(flock.now(), firstId, growth, species) : Joining{};
    const auto beginning = [&](const BoidKey& key) {
        if (!joins || key.id < species.placed.size()) {
            return startOf(key, species, scene.world);
        }
        const std::size_t other = key.id % firstId;
        return startBeside({flock.now().position.at(other), flock.now().velocity.at(other)}, joining, key,
                           species, scene.world);
    };
    for (std::size_t id = firstId; id < flock.count(); ++id) {
        const BoidKey key{scene.seed, speciesIndex, static_cast<std::uint32_t>(id)};
        const BoidStart start = beginning(key);
        for (FlockState* state : {&flock.now(), &flock.before()}) {
            state->position.put(id, start.position);
            state->velocity.put(id, start.velocity);
            state->id[id] = key.id;
        }
        flock.steering().put(id, {});
    }
}

void forgetFaults(Species& species) {
    for (auto& rule : species.rules) {
        rule->forgetFaults();
    }
    for (Interaction& interaction : species.sees) {
        for (auto& rule : interaction.rules) {
            rule->forgetFaults();
        }
    }
}

/// Returns a scene at step 0.
SimulationState atStart(Scene scene) {
    SimulationState start{std::move(scene), {}, 0};
    const std::size_t count = start.scene.species.size();
    start.flocks.resize(count);
    for (std::size_t s = 0; s < count; ++s) {
        forgetFaults(start.scene.species[s]);
        start.flocks[s].resize(static_cast<std::size_t>(start.scene.species[s].count));
        fill(start.flocks[s], start.scene, s, 0, false);
    }
    return start;
}

/// Returns a flock with another number of boids; the caller fills in new ones. Each boid moves to the slot of
/// its id: new boids get the remaining ids, and the arrays have no gaps.
Flock resized(const Flock& flock, std::size_t count) {
    Flock result;
    result.resize(count);
    std::vector<std::string_view> remembering;
    for (const RuleMemory& memory : flock.memories()) {
        remembering.push_back(memory.rule);
    }
    result.remember(remembering);
    const std::vector<std::size_t> slots = flock.now().byId([](std::size_t slot) { return slot; });
    for (std::size_t id = 0; id < std::min(count, slots.size()); ++id) {
        const std::size_t slot = slots[id];
        result.now().position.put(id, flock.now().position.at(slot));
        result.now().velocity.put(id, flock.now().velocity.at(slot));
        result.now().id[id] = static_cast<std::uint32_t>(id);
        result.before().position.put(id, flock.before().position.at(slot));
        result.before().velocity.put(id, flock.before().velocity.at(slot));
        result.before().id[id] = static_cast<std::uint32_t>(id);
        result.steering().put(id, flock.steering().at(slot));
        for (std::size_t m = 0; m < remembering.size(); ++m) {
            result.memories()[m].values.put(id, flock.memories()[m].values.at(slot));
        }
    }
    return result;
}

}  // namespace

void Simulation::Core::become(SimulationState state) {
    // The only lines that may throw. Plans without a species do no harm.
    plans.resize(std::max(plans.size(), state.scene.species.size()));
    std::vector<NeighbourGrid> empty(state.scene.species.size());
    scene = std::move(state.scene);
    flocks = std::move(state.flocks);
    grids = std::move(empty);
    stepCount = state.stepCount;
    profile = {};
    forgetDevice();
}

void Simulation::Core::forgetDevice() {
    fetchedStep = stepCount;
    if (device != nullptr) {
        device->forget();
    }
}

void Simulation::Core::leaveDevice(const Problem& why) {
    deviceProblem = why.text;
    device.reset();
    options.device = nullptr;
    stepCount = fetchedStep;
}

void Simulation::Core::fetch() {
    if (device == nullptr || fetchedStep == stepCount) {
        return;
    }
    if (const Outcome fetched = device->fetch(flocks, workers); !fetched) {
        return leaveDevice(fetched.problem());
    }
    fetchedStep = stepCount;
}

void Simulation::Core::setCount(std::size_t speciesIndex, std::size_t count) {
    if (count == flocks[speciesIndex].count()) {
        return;
    }
    fetch();
    forgetDevice();
    Flock& flock = flocks[speciesIndex];
    Flock other = resized(flock, count);
    fill(other, scene, speciesIndex, std::min(count, flock.count()), stepCount > 0);
    flock = std::move(other);
    grids[speciesIndex] = {};
}

Result<Simulation> Simulation::create(Scene scene, const SimulationOptions& options) {
    if (options.threads < 0 || options.threads > kMaxThreads) {
        return Problem{fmt::format("threads is {}, but must be a whole number from 0 to {}", options.threads,
                                   kMaxThreads)};
    }
    if (Outcome legal = scene.check(); !legal) {
        return legal.problem();
    }
    Simulation simulation(std::make_unique<Core>(options));
    simulation.core().become(atStart(std::move(scene)));
    return simulation;
}

Simulation::Simulation(std::unique_ptr<Core> core) : m_core(std::move(core)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Simulation::Core& Simulation::core() {
    detail::require(m_core != nullptr, "used a Simulation that was moved from");
    return *m_core;
}

const Simulation::Core& Simulation::core() const {
    detail::require(m_core != nullptr, "used a Simulation that was moved from");
    return *m_core;
}

Result<Change> Simulation::apply(const Edit& edit) {
    Core& core = this->core();
    const TimeSettings timeBefore = core.scene.time;
    Result<Change> change = core.scene.apply(edit);
    if (core.stepCount > 0 && core.scene.time != timeBefore) {
        core.scene.time = timeBefore;
        return Problem{fmt::format("{} can only change before the first step", edit.key)};
    }
    for (std::size_t s = 0; s < core.flocks.size(); ++s) {
        int& count = core.scene.species[s].count;
        try {
            core.setCount(s, static_cast<std::size_t>(count));
        } catch (...) {
            count = static_cast<int>(core.flocks[s].count());
            throw;
        }
    }
    return change;
}

Outcome Simulation::place(std::size_t speciesIndex, std::span<const Vec3f> positions,
                          std::span<const Vec3f> velocities) {
    Core& core = this->core();
    if (Outcome legal = checkPlaces(core.scene, speciesIndex, positions, velocities); !legal) {
        return legal;
    }
    Flock flock;
    flock.resize(positions.size());
    for (std::size_t id = 0; id < positions.size(); ++id) {
        for (FlockState* state : {&flock.now(), &flock.before()}) {
            state->position.put(id, positions[id]);
            state->velocity.put(id, velocities[id]);
            state->id[id] = static_cast<std::uint32_t>(id);
        }
    }
    core.fetch();
    core.forgetDevice();
    core.flocks[speciesIndex] = std::move(flock);
    core.grids[speciesIndex] = {};
    core.scene.species[speciesIndex].count = static_cast<int>(positions.size());
    return Done{};
}

void Simulation::restart(std::uint64_t seed) {
    Core& core = this->core();
    core.scene.seed = seed;
    core.stepCount = 0;
    core.profile = {};
    for (std::size_t s = 0; s < core.flocks.size(); ++s) {
        forgetFaults(core.scene.species[s]);
        core.flocks[s].remember({});
        fill(core.flocks[s], core.scene, s, 0, false);
    }
    core.forgetDevice();
}

Outcome Simulation::load(Scene scene) {
    if (Outcome legal = scene.check(); !legal) {
        return legal;
    }
    core().become(atStart(std::move(scene)));
    return Done{};
}

Checkpoint Simulation::checkpoint() const {
    const Core& core = fetched();
    return Checkpoint(SimulationState{core.scene, core.flocks, core.stepCount});
}

Outcome Simulation::resume(const Checkpoint& checkpoint) {
    if (Outcome legal = checkState(checkpoint.state()); !legal) {
        return legal;
    }
    core().become(checkpoint.state());
    return Done{};
}

Simulation::Core& Simulation::fetched() const {
    detail::require(m_core != nullptr, "used a Simulation that was moved from");
    m_core->fetch();
    return *m_core;
}

const Scene& Simulation::scene() const {
    return core().scene;
}

std::span<const Flock> Simulation::flocks() const {
    return fetched().flocks;
}

std::uint64_t Simulation::stepCount() const {
    return core().stepCount;
}

const StepProfile& Simulation::profile() const {
    return core().profile;
}

int Simulation::threads() const {
    return core().workers.threads();
}

Isa Simulation::isa() const {
    return core().isa;
}

std::string Simulation::device() const {
    return core().device != nullptr ? core().device->name() : std::string();
}

const std::string& Simulation::deviceProblem() const {
    return core().deviceProblem;
}

const SimulationOptions& Simulation::options() const {
    return core().options;
}

std::uint64_t Simulation::hash() const {
    return StateView(*this).hash();
}

std::vector<float> Simulation::neighbourCounts(std::size_t speciesIndex) const {
    // Searches the present state with its own grid and rules: the simulation is not touched.
    const Core& core = fetched();
    requireSpecies(core.scene, speciesIndex);
    const Flock& flock = core.flocks[speciesIndex];
    const Species& species = core.scene.species[speciesIndex];
    StepPlan plan;
    RuleSet rules = species.rules;
    plan.derive(rules, core.scene.time.step, true);
    NeighbourQuery query = NeighbourQuery::of(species.perception, std::numeric_limits<float>::infinity(),
                                              core.scene.world.halfExtent() * 2.0f, core.isa);
    query.limitCandidates(species.perception, core.stepCount);
    NeighbourGrid grid;
    FlockState sorted;
    sorted.resize(flock.count());
    grid.build(
        flock.now(), sorted, flock.count(),
        {query.cellSize(flock.now(), flock.count()), plan.wrapsWorld(), core.scene.world.halfExtent()});
    NeighbourFinder finder;
    Column3 counts;
    counts.resize(flock.count());
    for (std::size_t cell = 0; cell < grid.cellCount(); ++cell) {
        finder.forEachBlock(sorted, grid, cell, query, [&](PairBlock& block) {
            block.steering = &counts;
            block.steeringEnd = static_cast<std::uint32_t>(counts.x.size());
            countSeen(block, core.isa);
        });
    }
    return sorted.byId([&](std::size_t slot) { return counts.x[slot]; });
}

double Simulation::neighboursPerBoid(std::size_t speciesIndex) const {
    const std::vector<float> counts = neighbourCounts(speciesIndex);
    const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
    return counts.empty() ? 0.0 : total / static_cast<double>(counts.size());
}

std::string RuleFault::text() const {
    const std::string sees = observed == species ? "" : fmt::format("sees.{}.", observed);
    return fmt::format("the rule species.{}.{}{} has an error: it returned numbers that are not finite",
                       species, sees, rule);
}

std::vector<RuleFault> Simulation::faults() const {
    std::vector<RuleFault> faults;
    const auto addAll = [&](const Species& species, const std::string& observed, const RuleSet& rules) {
        for (const auto& rule : rules) {
            if (rule->faults() > 0) {
                faults.push_back({species.name, observed, rule->info().key, rule->faults()});
            }
        }
    };
    for (const Species& species : core().scene.species) {
        addAll(species, species.name, species.rules);
        for (const Interaction& interaction : species.sees) {
            addAll(species, interaction.observed, interaction.rules);
        }
    }
    return faults;
}

std::size_t Simulation::bytes() const {
    std::size_t total = 0;
    for (const Flock& flock : core().flocks) {
        total += flock.bytes();
    }
    for (const NeighbourGrid& grid : core().grids) {
        total += grid.bytes();
    }
    for (const NeighbourFinder& finder : core().finders) {
        total += finder.bytes();
    }
    return total;
}

std::string hashText(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

}  // namespace shoal
