// Steers and moves staggered species with metric perception: few boids of a cell decide at a time, each
// searching for itself.

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

#include "sim/step/simulation_core.hpp"
#include "sim/support/stage_timer.hpp"

namespace shoal {
namespace {

/// Few boids of a staggered species decide at a time. Their tasks are larger, so that they fill groups of
/// eight, but not so large that threads are idle.
constexpr std::size_t kMaxTaskBoids = 4 * kTaskBoids;
std::size_t staggeredTaskBoids(std::size_t boidCount, int threads) {
    const std::size_t share = boidCount / (4 * static_cast<std::size_t>(threads));
    return std::clamp(share / kTaskBoids * kTaskBoids, kTaskBoids, kMaxTaskBoids);
}

/// One task in this many, different ones at each step, measures how the time splits into steering and moving:
/// reading the clock takes a microsecond on some machines.
constexpr std::size_t kTasksForTimed = 8;

}  // namespace

/// Moves boids as soon as they are steered, while the caches hold them. All others still read `before` and
/// the unchanged grid; the grid's drift grows only when all have been steered.
void Simulation::Core::steerAndMoveSparse(std::size_t speciesIndex, const Surroundings& around) {
    assert(!plans[speciesIndex].plan.wrapsWorld() && "wrapping would move boids that others still read");
    double seconds = 0.0;
    std::optional<StageTimer> whole(seconds);
    const std::size_t count = flocks[speciesIndex].count();
    const std::size_t taskBoids = staggeredTaskBoids(count, workers.threads());
    const Integrator integrator = integratorOf(speciesIndex, around);
    std::ranges::fill(staggeredNotes, StaggeredNotes{});
    const std::size_t tasks = taskCount(count, taskBoids);
    workers.forEach(tasks, [&](std::size_t task) {
        const auto begin = static_cast<std::uint32_t>(task * taskBoids);
        const auto end = static_cast<std::uint32_t>(std::min((task + 1) * taskBoids, count));
        StaggeredNotes& notes = staggeredNotes[static_cast<std::size_t>(workers.current())];
        std::optional<StageTimer> timer;
        const auto timeInto = [&](double& spent) {
            if ((task + stepCount) % std::min(tasks, kTasksForTimed) == 0) {
                timer.emplace(spent);
            }
        };
        timeInto(notes.steerSeconds);
        steerSparse(speciesIndex, around, begin, end);
        steerFields(speciesIndex, around, begin, end);
        timeInto(notes.moveSeconds);
        notes.farthestSq = std::max(notes.farthestSq, integrator.run(begin, end));
    });
    StaggeredNotes all;
    for (const StaggeredNotes& notes : staggeredNotes) {
        all.farthestSq = std::max(all.farthestSq, notes.farthestSq);
        all.steerSeconds += notes.steerSeconds;
        all.moveSeconds += notes.moveSeconds;
    }
    plans[speciesIndex].farthest = std::sqrt(all.farthestSq);
    whole.reset();
    if (all.moveSeconds > 0.0) {
        // The caller counts all of this stage as steering.
        const double moved = seconds * all.moveSeconds / (all.steerSeconds + all.moveSeconds);
        profile.steer -= moved;
        profile.integrate += moved;
    }
}

void Simulation::Core::steerSparse(std::size_t speciesIndex, const Surroundings& around, std::uint32_t begin,
                                   std::uint32_t end) {
    Flock& flock = flocks[speciesIndex];
    Column3& steering = flock.steering();
    const SpeciesPlan& own = plans[speciesIndex];
    NeighbourFinder& finder = finders[static_cast<std::size_t>(workers.current())];
    std::array<std::uint32_t, kMaxTaskBoids> decidingSlots;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    const std::span<const std::uint32_t> slots =
        own.phase.deciding(flock.before(), begin, end, decidingSlots);
    for (const std::uint32_t slot : slots) {
        steering.put(slot, {});
    }
    finder.forEachSparse(flock.before(), grids[speciesIndex], slots, own.query, [&](PairBlock& block) {
        if (block.sparse == nullptr) {
            return steerPair(block, own.plan, speciesIndex, around, end);
        }
        block.surroundings = &around;
        own.plan.steerPairs(block, isa);
        const SparseBoids& boids = *block.sparse;
        for (std::uint32_t k = 0; k < boids.count; ++k) {
            if ((boids.refused >> k & 1U) == 0) {
                steering.put(boids.slot[k], boids.steering.at(k));
            }
        }
    });
    for (const SpeciesPlan::Seen& seen : std::span(own.seen).first(own.seenCount)) {
        for (const std::uint32_t slot : slots) {
            finder.forEachBlockAmong(flock.before(), {slot, slot + 1}, flocks[seen.speciesIndex].before(),
                                     grids[seen.speciesIndex], seen.query, [&](PairBlock& block) {
                                         steerPair(block, seen.plan, speciesIndex, around, end);
                                     });
        }
    }
}

}  // namespace shoal
