#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/random.hpp>
#include <shoal/simulation.hpp>

#include "sim/neighbours/neighbour_finder.hpp"
#include "sim/step/checkpoint.hpp"
#include "sim/step/flock_sums.hpp"
#include "sim/step/global_best.hpp"
#include "sim/step/integrator.hpp"
#include "sim/step/step_plan.hpp"
#include "sim/support/workers.hpp"

namespace shoal {

/// Boids that one task steers or moves: few enough to balance clumps, enough to hide the cost of a task.
constexpr std::size_t kTaskBoids = 512;

inline std::size_t taskCount(std::size_t boidCount) {
    return (boidCount + kTaskBoids - 1) / kTaskBoids;
}

/// The phase of staggered updates: which boids decide at this step.
struct Phase {
    std::uint32_t period = 1;  ///< steps from one decision of a boid to the next
    std::uint32_t now = 0;     ///< 0 .. period−1

    /// Whether the boid decides now: id mod period equals `now`.
    bool isOf(std::uint32_t id) const {
        // n is a multiple of d if n·⌈2⁶⁴/d⌉ mod 2⁶⁴ is below ⌈2⁶⁴/d⌉. Avoids a division (Lemire, Kaser and
        // Kurz 2019, doi:10.1002/spe.2689).
        const std::uint64_t inverse = ~std::uint64_t{0} / period + 1;
        return (std::uint64_t{id} + period - now) * inverse <= inverse - 1;
    }
    /// Returns those of the slots `begin` .. `end` whose boids decide now, written to `to`.
    std::span<const std::uint32_t> deciding(const FlockState& state, std::uint32_t begin, std::uint32_t end,
                                            std::span<std::uint32_t> to) const {
        std::size_t count = 0;
        const Phase phase = *this;  // a local: the compiler must assume that a store changes members
        for (std::uint32_t slot = begin; slot < end; ++slot) {
            to[count] = slot;  // no branch: it would be mispredicted
            count += phase.isOf(state.id[slot]) ? 1 : 0;
        }
        return to.first(count);
    }
};

/// What one species does in a step; derived anew at every step.
struct SpeciesPlan {
    struct Seen {
        std::size_t speciesIndex = 0;  ///< of the observed species
        StepPlan plan;
        NeighbourQuery query;
    };

    StepPlan plan;
    NeighbourQuery query;
    std::vector<std::string_view> memories;  ///< keys of the rules that keep vectors
    Phase phase;                             ///< which boids decide at this step
    FlockTotals totals;                      ///< zero unless a rule needs them
    GlobalBest best;                         ///< likewise
    Leader leader;                           ///< if a rule asks for it
    std::vector<Seen> seen;                  ///< capacity for all interactions
    std::size_t seenCount = 0;               ///< number in use: interactions with enabled pair rules
    std::vector<float> rates;                ///< [1/s] of all its plans, in ascending order
    float decisionsPerSecond = 0.0f;         ///< what each of them may use: together at most the decisions
};

/// A simulation's state, and the stages of its step in simulation_step.cpp.
struct Simulation::Core {
    class Inspector;

    Scene scene;
    SimulationOptions options;
    Isa isa;
    Workers workers;
    std::vector<Flock> flocks;
    std::vector<NeighbourGrid> grids;  ///< one for each flock
    std::vector<SpeciesPlan> plans;    ///< at least one for each flock
    FlockSums sums;
    GlobalBestSearch bests;
    std::vector<NeighbourFinder> finders;  ///< one for each thread
    std::vector<Vec3f> goals;              ///< [m] their positions at this step
    std::uint64_t stepCount = 0;
    StepProfile profile;

    explicit Core(const SimulationOptions& chosen)
        : options(chosen),
          isa(std::min(chosen.isa.value_or(bestIsa()), bestIsa())),
          workers(chosen.threads),
          finders(static_cast<std::size_t>(workers.threads())) {}

    /// Takes over a state that has passed its check. If it throws, nothing has changed.
    void become(SimulationState state);
    /// Likewise if it throws.
    void setCount(std::size_t speciesIndex, std::size_t count);

    void placeGoals();
    void prepare(std::size_t speciesIndex);
    std::uint32_t decisionPeriod(std::size_t speciesIndex) const;
    void shareDecisions(std::size_t speciesIndex);
    void sort(std::size_t speciesIndex);
    void sumUp(std::size_t speciesIndex);
    Leader findLeader(std::size_t speciesIndex) const;
    void steer(std::size_t speciesIndex);
    void integrate(std::size_t speciesIndex);

    Integrator integratorOf(std::size_t speciesIndex, const Surroundings& around);
    std::uint32_t pieceAt(std::size_t speciesIndex, std::size_t slot) const;
    template <class Visit>
    void forEachPiece(std::size_t speciesIndex, std::uint32_t begin, std::uint32_t end,
                      const Visit& visit) const;
    template <class Visit>
    void forEachDeciding(std::size_t speciesIndex, std::uint32_t begin, std::uint32_t end,
                         const Visit& visit) const;
    void steerPairs(std::size_t speciesIndex, const Surroundings& around, std::uint32_t begin,
                    std::uint32_t end);
    void steerPair(PairBlock& block, const StepPlan& plan, std::size_t speciesIndex, std::size_t seenIndex,
                   const Surroundings& around, std::uint32_t end);
    void shareMemories(std::size_t speciesIndex);
    void steerFields(std::size_t speciesIndex, const Surroundings& around, std::uint32_t begin,
                     std::uint32_t end);
    void equaliseScratch();

    /// Each species has its own seed; otherwise equal ids would get equal random numbers.
    Surroundings surroundings(std::size_t speciesIndex) const {
        return {.world = scene.world,
                .seed = mixBits(scene.seed + 0x9e3779b97f4a7c15ULL * (speciesIndex + 1)),
                .step = stepCount,
                .stepSeconds = scene.time.step,
                .decisionsPerSecond = plans[speciesIndex].decisionsPerSecond,
                .obstacles = scene.obstacles,
                .goals = goals,
                .attractors = scene.attractors,
                .flock = plans[speciesIndex].totals,
                .leader = plans[speciesIndex].leader,
                .ground = scene.ground,
                .best = plans[speciesIndex].best,
                .isWalled = plans[speciesIndex].plan.isWalled(),
                .species = static_cast<std::uint32_t>(speciesIndex)};
    }
};

}  // namespace shoal
