// The stages of a step, in the order in which step() goes through them.

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string_view>

#include "sim/flight.hpp"
#include "sim/simulation_core.hpp"

namespace shoal {
namespace {

/// Boids that one task steers or moves; small enough to balance clumps, large enough to hide the hand-over.
constexpr std::size_t kTaskBoids = 512;

/// Boids of a cell that look together at most, so that a crowded cell is shared among threads. Unlike the
/// size of a task this decides how sums are grouped, and so the bits.
constexpr std::uint32_t kPieceBoids = 1024;

std::size_t taskCount(std::size_t boidCount) {
    return (boidCount + kTaskBoids - 1) / kTaskBoids;
}

/// Adds the seconds since it was made.
class StageTimer {
public:
    explicit StageTimer(double& total) : m_total(total), m_start(std::chrono::steady_clock::now()) {}
    ~StageTimer() {
        m_total += std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;

private:
    double& m_total;
    std::chrono::steady_clock::time_point m_start;
};

}  // namespace

void Simulation::step() {
    Core& core = *m_core;
    core.profile = {};
    core.placeGoals();
    // Stage by stage: whoever steers by another species sees it as it was.
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
}

void Simulation::Core::placeGoals() {
    goals.resize(scene.goals.size());
    std::ranges::transform(scene.goals, goals.begin(), [&](const Goal& goal) { return goal.at(stepCount); });
}

void Simulation::Core::prepare(std::size_t speciesIndex) {
    const Species& species = scene.species[speciesIndex];
    auto& [plan, sight, totals, best, leader, seen, seenCount] = plans[speciesIndex];
    const std::uint64_t random = mixBits(surroundings(speciesIndex).seed ^ mixBits(stepCount));
    plan.derive(species.rules, kStepSeconds, options.isFused);
    flocks[speciesIndex].remember(plan.memories());
    sight = Sight::of(species.perception, plan.reach(), scene.world.halfExtent() * 2.0f, isa);
    sight.limitCrowd(species.perception, random);
    seen.resize(std::max(seen.size(), species.sees.size()));
    seenCount = 0;
    for (const Interaction& interaction : species.sees) {
        const auto other = std::ranges::find(scene.species, interaction.observed, &Species::name);
        SpeciesPlan::Seen& next = seen[seenCount];
        next.plan.derive(interaction.rules, kStepSeconds, options.isFused);
        if (other == scene.species.end() || !next.plan.hasPairs()) {
            continue;
        }
        next.speciesIndex = static_cast<std::size_t>(other - scene.species.begin());
        next.sight = Sight::of(interaction.perception, next.plan.reach(), sight.worldSize, isa);
        next.sight.limitCrowd(interaction.perception, mixBits(random + next.speciesIndex + 1));
        ++seenCount;
    }
}

/// Whose turn to decide it is in the species. All do so at the first step.
Turn Simulation::Core::turnOf(std::size_t speciesIndex) const {
    const int rate = std::max(scene.species[speciesIndex].decisionRate, 1);
    const auto period = static_cast<std::uint32_t>(std::max((kStepsPerSecond + rate / 2) / rate, 1));
    return stepCount == 0 ? Turn{} : Turn{period, static_cast<std::uint32_t>(stepCount % period)};
}

void Simulation::Core::sort(std::size_t speciesIndex) {
    Flock& flock = flocks[speciesIndex];
    NeighbourGrid& grid = grids[speciesIndex];
    const SpeciesPlan& own = plans[speciesIndex];
    const GridRequest request{own.sight.cellSize(flock.now(), flock.count()), own.plan.wrapsWorld(),
                              scene.world.halfExtent(), turnOf(speciesIndex)};
    grid.build(flock.now(), flock.before(), flock.count(), request, &workers);
    if (request.turn.period > 1) {
        grid.carry(flock.steering(), flock.spare(), &workers);
        std::swap(flock.steering(), flock.spare());
    }
    for (RuleMemory& memory : flock.memories()) {
        grid.carry(memory.values, flock.spare(), &workers);
        std::swap(memory.values, flock.spare());
    }
}

void Simulation::Core::sumUp(std::size_t speciesIndex) {
    SpeciesPlan& own = plans[speciesIndex];
    if (own.plan.seesFlock()) {
        const Flock& flock = flocks[speciesIndex];
        own.totals = sums.of(flock.before(), flock.count(), surroundings(speciesIndex).seed, workers);
    }
    if (!own.plan.searching().empty()) {
        const Flock& flock = flocks[speciesIndex];
        own.best = bests.of({&flock.before(), flock.count(), memoryOf(flock, own.plan.searching())},
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
    shareRoom();
}

/// The first slot from this one on with which a piece begins: a cell, or a part of a large one.
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

/// Calls `visit(cell, begin, turnEnd, end)` for the pieces between these slots, of each the boids whose turn
/// it is, then the others.
template <class Visit>
void Simulation::Core::forEachPiece(std::size_t speciesIndex, std::uint32_t begin, std::uint32_t end,
                                    const Visit& visit) const {
    const NeighbourGrid& grid = grids[speciesIndex];
    for (std::size_t cell = grid.cellAt(begin); grid.start(cell) < end; ++cell) {
        const std::uint32_t cellEnd = std::min(end, grid.start(cell + 1));
        for (std::uint32_t first = std::max(begin, grid.start(cell)); first < cellEnd; first += kPieceBoids) {
            const std::uint32_t last = std::min(first + kPieceBoids, cellEnd);
            visit(cell, first, std::clamp(grid.turnEnd(cell), first, last), last);
        }
    }
}

void Simulation::Core::steerPairs(std::size_t speciesIndex, const Surroundings& around, std::uint32_t begin,
                                  std::uint32_t end) {
    Flock& flock = flocks[speciesIndex];
    Column3& steering = flock.steering();
    const SpeciesPlan& own = plans[speciesIndex];
    NeighbourFinder& finder = finders[static_cast<std::size_t>(workers.current())];
    // What lies past the last boid is only padding, and this task's alone.
    const std::uint32_t steeringEnd = end == flock.count() ? end + kLanes : end;
    const auto meet = [&](const StepPlan& plan) {
        return [&](PairBlock& block) {
            block.surroundings = &around;
            block.steering = &steering;
            block.steeringEnd = steeringEnd;
            plan.steerPairs(block, isa);
        };
    };
    forEachPiece(speciesIndex, begin, end,
                 [&](std::size_t cell, std::uint32_t first, std::uint32_t turnEnd, std::uint32_t) {
                     for (AlignedArray<float>* axis : {&steering.x, &steering.y, &steering.z}) {
                         std::fill(axis->data() + first, axis->data() + turnEnd, 0.0f);
                     }
                     if (own.plan.hasPairs()) {
                         finder.forEachBlock(flock.before(), grids[speciesIndex], cell, first, turnEnd,
                                             own.sight, meet(own.plan));
                     }
                     for (const SpeciesPlan::Seen& seen : std::span(own.seen).first(own.seenCount)) {
                         finder.forEachBlockAmong(flock.before(), first, turnEnd,
                                                  flocks[seen.speciesIndex].before(),
                                                  grids[seen.speciesIndex], seen.sight, meet(seen.plan));
                     }
                 });
}

void Simulation::Core::steerFields(std::size_t speciesIndex, const Surroundings& around, std::uint32_t begin,
                                   std::uint32_t end) {
    const StepPlan& plan = plans[speciesIndex].plan;
    if (plan.fields().empty()) {
        return;
    }
    Column3& steering = flocks[speciesIndex].steering();
    const auto steerAll = [&](std::uint32_t first, std::uint32_t last) {
        for (const Rule* rule : plan.fields()) {
            rule->steerField({&flocks[speciesIndex].before(), first, last, &around, &steering}, isa);
        }
    };
    if (turnOf(speciesIndex).period == 1) {
        return steerAll(begin, end);
    }
    // The rules steer all; those whose turn it is not get back what they had.
    const std::array<AlignedArray<float>*, 3> axes{&steering.x, &steering.y, &steering.z};
    std::array<std::array<float, kTaskBoids>, 3> held;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    for (std::uint32_t first = begin; first < end; first += kTaskBoids) {
        const std::uint32_t last = std::min<std::uint32_t>(first + kTaskBoids, end);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::copy(axes[axis]->data() + first, axes[axis]->data() + last, held[axis].data());
        }
        steerAll(first, last);
        forEachPiece(speciesIndex, first, last,
                     [&](std::size_t, std::uint32_t, std::uint32_t turnEnd, std::uint32_t pieceEnd) {
                         for (std::size_t axis = 0; axis < 3; ++axis) {
                             std::copy(held[axis].data() + (turnEnd - first),
                                       held[axis].data() + (pieceEnd - first), axes[axis]->data() + turnEnd);
                         }
                     });
    }
}

/// What one thread needed, another may need in the next step: gives all the room of the largest now.
void Simulation::Core::shareRoom() {
    for (const NeighbourFinder& finder : finders) {
        finders.front().matchRoom(finder);
    }
    for (NeighbourFinder& finder : finders) {
        profile.candidates += finder.takeComparisons();
        finder.matchRoom(finders.front());
    }
}

void Simulation::Core::integrate(std::size_t speciesIndex) {
    Flock& flock = flocks[speciesIndex];
    const Surroundings around = surroundings(speciesIndex);
    const Flight flight{
        &flock.before(), &flock.now(), &flock.steering(), plans[speciesIndex].plan.limits(), flock.memories(),
        &around,         isa};
    workers.forEach(taskCount(flock.count()), [&](std::size_t task) {
        flight.run(static_cast<std::uint32_t>(task * kTaskBoids),
                   static_cast<std::uint32_t>(std::min((task + 1) * kTaskBoids, flock.count())));
    });
}

}  // namespace shoal
