// The stages of a step, in the order of step().

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/step/simulation_core.hpp"
#include "sim/support/parts.hpp"
#include "sim/support/stage_timer.hpp"

namespace shoal {
namespace {

/// Maximum number of boids of a cell that search together, so that threads can share a crowded cell. Unlike
/// the size of a task, it decides how sums are grouped and so can change the result.
constexpr std::uint32_t kPieceBoids = 1024;

/// Adds the keys of the plan's rules whose memory neighbours read.
void addShared(const StepPlan& plan, std::vector<std::string_view>& memories) {
    for (const Rule* rule : plan.pairs()) {
        const std::string_view key = rule->info().key;
        if (rule->sharesMemory() && std::ranges::find(memories, key) == memories.end()) {
            memories.push_back(key);
        }
    }
}

}  // namespace

void Simulation::step() {
    Core& core = this->core();
    core.profile = {};
    if (core.stepOnDevice()) {
        return;
    }
    core.placeGoals();
    // Each stage runs for all species: one that responds to another must read it sorted, and as of step n.
    const auto forEachSpecies = [&](double& seconds, const auto& stage) {
        const StageTimer timer(seconds);
        for (std::size_t s = 0; s < core.flocks.size(); ++s) {
            stage(s);
        }
    };
    forEachSpecies(core.profile.sort, [&](std::size_t s) {
        core.prepare(s);
        core.sort(s);
    });
    forEachSpecies(core.profile.steer, [&](std::size_t s) {
        core.sumUp(s);
        core.steer(s);
    });
    forEachSpecies(core.profile.integrate, [&](std::size_t s) { core.integrate(s); });
    ++core.stepCount;
    core.fetchedStep = core.stepCount;
}

bool Simulation::Core::stepOnDevice() {
    if (options.device == nullptr) {
        return false;
    }
    if (device == nullptr) {
        auto opened = options.device();
        if (!opened) {
            leaveDevice(opened.problem());
            return false;
        }
        device = *std::move(opened);
    }
    placeGoals();
    for (std::size_t s = 0; s < flocks.size(); ++s) {
        prepare(s);
    }
    if (device == nullptr) {
        return false;  // lost while memories were fetched
    }
    const Outcome stepped =
        device->step({scene, std::span(plans).first(flocks.size()), flocks,
                      [this](std::size_t species) { return surroundings(species); }, stepCount});
    if (!stepped) {
        fetch();
        leaveDevice(stepped.problem());
        return false;
    }
    ++stepCount;
    profile = device->profile();
    return true;
}

void Simulation::Core::placeGoals() {
    const double seconds = scene.time.modelSeconds(static_cast<double>(stepCount));
    goals.resize(scene.goals.size());
    std::ranges::transform(scene.goals, goals.begin(), [&](const Goal& goal) { return goal.at(seconds); });
}

void Simulation::Core::prepare(std::size_t speciesIndex) {
    Species& species = scene.species[speciesIndex];
    auto& [plan, query, memories, phase, totals, best, leader, seen, seenCount, rates, decisionsPerSecond] =
        plans[speciesIndex];
    const std::uint64_t random = mixBits(surroundings(speciesIndex).seed ^ mixBits(stepCount));
    plan.derive(species.rules, scene.time.step, options.isFused);
    memories.assign(plan.memories().begin(), plan.memories().end());
    addShared(plan, memories);
    query = NeighbourQuery::of(species.perception, plan.reach(), scene.world.halfExtent() * 2.0f, isa);
    query.limitCandidates(species.perception, random);
    // All decide at the first step.
    const std::uint32_t period = decisionPeriod(speciesIndex);
    phase = stepCount == 0 ? Phase{} : Phase{period, static_cast<std::uint32_t>(stepCount % period)};
    seen.resize(std::max(seen.size(), species.sees.size()));
    seenCount = 0;
    for (Interaction& interaction : species.sees) {
        const auto other = std::ranges::find(scene.species, interaction.observed, &Species::name);
        SpeciesPlan::Seen& next = seen[seenCount];
        next.plan.derive(interaction.rules, scene.time.step, options.isFused);
        if (other == scene.species.end() || !next.plan.hasPairs()) {
            continue;
        }
        next.speciesIndex = static_cast<std::size_t>(other - scene.species.begin());
        next.query = NeighbourQuery::of(interaction.perception, next.plan.reach(), query.worldSize, isa);
        next.query.limitCandidates(interaction.perception, mixBits(random + next.speciesIndex + 1));
        addShared(next.plan, memories);
        ++seenCount;
    }
    if (!std::ranges::equal(memories, flocks[speciesIndex].memories(), {}, {}, &RuleMemory::rule)) {
        fetch();
        forgetDevice();
        flocks[speciesIndex].remember(memories);
    }
    shareDecisions(speciesIndex);
}

/// Finds the limit of each rate at which all of them together do not exceed the decisions a second: the
/// largest are cut first, and no rate at all if their sum is small enough.
void Simulation::Core::shareDecisions(std::size_t speciesIndex) {
    SpeciesPlan& own = plans[speciesIndex];
    own.rates = own.plan.rates();
    for (const SpeciesPlan::Seen& seen : std::span(own.seen).first(own.seenCount)) {
        own.rates.insert(own.rates.end(), seen.plan.rates().begin(), seen.plan.rates().end());
    }
    std::ranges::sort(own.rates);
    const auto decisions = static_cast<float>(1.0 / scene.time.modelSeconds(decisionPeriod(speciesIndex)));
    own.decisionsPerSecond = decisions;
    float left = decisions;
    for (std::size_t k = 0; k < own.rates.size(); ++k) {
        const float share = left / static_cast<float>(own.rates.size() - k);
        if (own.rates[k] > share) {
            own.decisionsPerSecond = share;
            return;
        }
        left -= std::max(own.rates[k], 0.0f);
    }
}

/// Returns the steps from one decision of a boid to the next.
std::uint32_t Simulation::Core::decisionPeriod(std::size_t speciesIndex) const {
    const double rate = std::max(scene.species[speciesIndex].decisionRate, 1);
    const double stepsPerSecond = 1.0 / scene.time.modelSeconds(1.0);
    return static_cast<std::uint32_t>(std::max(std::round(stepsPerSecond / rate), 1.0));
}

void Simulation::Core::sort(std::size_t speciesIndex) {
    Flock& flock = flocks[speciesIndex];
    NeighbourGrid& grid = grids[speciesIndex];
    const SpeciesPlan& own = plans[speciesIndex];
    grid.build(
        flock.now(), flock.before(), flock.count(),
        {own.query.cellSize(flock.now(), flock.count()), own.plan.wrapsWorld(), scene.world.halfExtent()},
        &workers);
    if (own.phase.period > 1) {
        grid.carry(flock.steering(), flock.spare(), &workers);
        std::swap(flock.steering(), flock.spare());
    }
    for (RuleMemory& memory : flock.memories()) {
        grid.carry(memory.values, flock.spare(), &workers);
        std::swap(memory.values, flock.spare());
    }
    shareMemories(speciesIndex);
}

/// Copies what neighbours read, before a boid changes it.
void Simulation::Core::shareMemories(std::size_t speciesIndex) {
    constexpr std::size_t kPart = 8192;
    Flock& flock = flocks[speciesIndex];
    for (RuleMemory& memory : flock.memories()) {
        if (!scene.species[speciesIndex].rules.find(memory.rule)->sharesMemory()) {
            continue;
        }
        memory.shared.resize(flock.count());
        const AlignedArray<std::uint32_t>& ids = flock.before().id;
        forEachPart(&workers, flock.count(), kPart, [&](std::size_t begin, std::size_t end) {
            for (std::size_t slot = begin; slot < end; ++slot) {
                memory.shared.put(ids[slot], memory.values.at(slot));
            }
        });
    }
}

void Simulation::Core::sumUp(std::size_t speciesIndex) {
    SpeciesPlan& own = plans[speciesIndex];
    const Flock& flock = flocks[speciesIndex];
    own.totals = {};
    own.best = {};
    if (own.plan.seesFlock()) {
        own.totals = sums.of(flock.before(), flock.count(), surroundings(speciesIndex).seed, workers);
    }
    if (!own.plan.searching().empty()) {
        own.best = bests.of(
            {&flock.before(), flock.count(), flock.memoryOf(own.plan.searching()), own.plan.extremum()},
            scene.ground, workers);
    }
    own.leader = findLeader(speciesIndex);
}

Leader Simulation::Core::findLeader(std::size_t speciesIndex) const {
    const std::optional<std::uint32_t> asked = plans[speciesIndex].plan.leaderId();
    const Flock& flock = flocks[speciesIndex];
    if (!asked || flock.count() == 0) {
        return {};
    }
    const std::uint32_t id = std::min(*asked, static_cast<std::uint32_t>(flock.count() - 1));
    const FlockState& state = flock.before();
    std::size_t slot = 0;
    while (state.id[slot] != id) {
        ++slot;
    }
    return {true, id, state.position.at(slot), state.velocity.at(slot)};
}

void Simulation::Core::steer(std::size_t speciesIndex) {
    const Flock& flock = flocks[speciesIndex];
    const Surroundings around = surroundings(speciesIndex);
    workers.forEach(taskCount(flock.count()), [&](std::size_t task) {
        const std::uint32_t begin = pieceAt(speciesIndex, task * kTaskBoids);
        const std::uint32_t end = pieceAt(speciesIndex, (task + 1) * kTaskBoids);
        if (begin < end) {
            steerPairs(speciesIndex, around, begin, end);
            steerFields(speciesIndex, around, begin, end);
        }
    });
    equaliseScratch();
}

/// Returns the first slot from this one on that begins a piece: a cell, or a part of a large one.
std::uint32_t Simulation::Core::pieceAt(std::size_t speciesIndex, std::size_t slot) const {
    const auto count = static_cast<std::uint32_t>(flocks[speciesIndex].count());
    if (slot >= count) {
        return count;
    }
    const NeighbourGrid& grid = grids[speciesIndex];
    const auto at = static_cast<std::uint32_t>(slot);
    const std::size_t cell = grid.cellAt(at);
    const std::uint32_t start = grid.start(cell);
    return std::min(start + (at - start + kPieceBoids - 1) / kPieceBoids * kPieceBoids, grid.start(cell + 1));
}

/// Calls `visit(cell, begin, end)` for the pieces between these slots.
template <class Visit>
void Simulation::Core::forEachPiece(std::size_t speciesIndex, std::uint32_t begin, std::uint32_t end,
                                    const Visit& visit) const {
    const NeighbourGrid& grid = grids[speciesIndex];
    for (std::size_t cell = grid.cellAt(begin); grid.start(cell) < end; ++cell) {
        const std::uint32_t cellEnd = std::min(end, grid.start(cell + 1));
        for (std::uint32_t first = std::max(begin, grid.start(cell)); first < cellEnd; first += kPieceBoids) {
            visit(cell, first, std::min(first + kPieceBoids, cellEnd));
        }
    }
}

/// Calls `visit(cell, slots)` for the boids of each of these pieces that decide now.
template <class Visit>
void Simulation::Core::forEachDeciding(std::size_t speciesIndex, std::uint32_t begin, std::uint32_t end,
                                       const Visit& visit) const {
    const Phase& phase = plans[speciesIndex].phase;
    const FlockState& state = flocks[speciesIndex].before();
    std::array<std::uint32_t, kPieceBoids> deciding;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    forEachPiece(speciesIndex, begin, end, [&](std::size_t cell, std::uint32_t first, std::uint32_t last) {
        if (phase.period == 1) {
            return visit(cell, SlotList{first, last});
        }
        visit(cell, SlotList::of(phase.deciding(state, first, last, deciding)));
    });
}

/// Adds the steering of the boids of a block; `end` is where the slots of their task end.
void Simulation::Core::steerPair(PairBlock& block, const StepPlan& plan, std::size_t speciesIndex,
                                 std::size_t seenIndex, const Surroundings& around, std::uint32_t end) {
    Flock& flock = flocks[speciesIndex];
    block.surroundings = &around;
    block.steering = &flock.steering();
    // Beyond the last boid there is only padding, which belongs to the last task alone.
    block.steeringEnd = end == flock.count() ? end + kLanes : end;
    block.species = static_cast<std::uint32_t>(seenIndex);
    block.isOwnSpecies = seenIndex == speciesIndex;
    plan.steerPairs(block, isa, flock, flocks[seenIndex]);
}

void Simulation::Core::steerPairs(std::size_t speciesIndex, const Surroundings& around, std::uint32_t begin,
                                  std::uint32_t end) {
    Flock& flock = flocks[speciesIndex];
    Column3& steering = flock.steering();
    const SpeciesPlan& own = plans[speciesIndex];
    NeighbourFinder& finder = finders[static_cast<std::size_t>(workers.current())];
    const auto steerBy = [&](const StepPlan& plan, std::size_t seenIndex) {
        return [&, seenIndex](PairBlock& block) {
            steerPair(block, plan, speciesIndex, seenIndex, around, end);
        };
    };
    forEachDeciding(speciesIndex, begin, end, [&](std::size_t cell, const SlotList& slots) {
        for (std::uint32_t k = 0; k < slots.count(); ++k) {
            steering.put(slots[k], {});
        }
        if (own.plan.hasPairs()) {
            finder.forEachBlock(flock.before(), grids[speciesIndex], cell, slots, own.query,
                                steerBy(own.plan, speciesIndex));
        }
        for (const SpeciesPlan::Seen& seen : std::span(own.seen).first(own.seenCount)) {
            finder.forEachBlockAmong(flock.before(), slots, flocks[seen.speciesIndex].before(),
                                     grids[seen.speciesIndex], seen.query,
                                     steerBy(seen.plan, seen.speciesIndex));
        }
    });
}

void Simulation::Core::steerFields(std::size_t speciesIndex, const Surroundings& around, std::uint32_t begin,
                                   std::uint32_t end) {
    const SpeciesPlan& own = plans[speciesIndex];
    if (own.plan.fields().empty()) {
        return;
    }
    const FlockState& state = flocks[speciesIndex].before();
    Column3& steering = flocks[speciesIndex].steering();
    const auto steerAll = [&](std::uint32_t first, std::uint32_t last) {
        for (const Rule* rule : own.plan.fields()) {
            rule->steerField({&state, first, last, &around, &steering}, isa);
        }
    };
    if (own.phase.period == 1) {
        return steerAll(begin, end);
    }
    // The rules steer all boids. Boids that do not decide now then get their previous steering back.
    std::array<Vec3f, kTaskBoids> held;
    for (std::uint32_t first = begin; first < end; first += kTaskBoids) {
        const std::uint32_t last = std::min<std::uint32_t>(first + kTaskBoids, end);
        for (std::uint32_t slot = first; slot < last; ++slot) {
            held[slot - first] = steering.at(slot);
        }
        steerAll(first, last);
        for (std::uint32_t slot = first; slot < last; ++slot) {
            if (!own.phase.isOf(state.id[slot])) {
                steering.put(slot, held[slot - first]);
            }
        }
    }
}

/// Grows every thread's scratch memory to the largest: what one thread needed, another may need in the next
/// step.
void Simulation::Core::equaliseScratch() {
    for (const NeighbourFinder& finder : finders) {
        finders.front().matchCapacity(finder);
    }
    for (NeighbourFinder& finder : finders) {
        profile.candidates += finder.takeComparisons();
        finder.matchCapacity(finders.front());
    }
}

void Simulation::Core::integrate(std::size_t speciesIndex) {
    const Flock& flock = flocks[speciesIndex];
    const Surroundings around = surroundings(speciesIndex);
    const Integrator integrator = integratorOf(speciesIndex, around);
    workers.forEach(taskCount(flock.count()), [&](std::size_t task) {
        const auto begin = static_cast<std::uint32_t>(task * kTaskBoids);
        integrator.run(begin, static_cast<std::uint32_t>(std::min((task + 1) * kTaskBoids, flock.count())));
    });
}

/// Returns the integrator of the species' boids for this step.
Integrator Simulation::Core::integratorOf(std::size_t speciesIndex, const Surroundings& around) {
    Flock& flock = flocks[speciesIndex];
    return {
        &flock.before(), &flock.now(), &flock.steering(), plans[speciesIndex].plan.limits(), flock.memories(),
        &around,         isa};
}

}  // namespace shoal
