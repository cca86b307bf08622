#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
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

/// What a device needs to know of a step.
struct DeviceStep {
    const Scene& scene;
    std::span<SpeciesPlan> plans;  ///< one for each species; the device fills in totals, best and leader
    std::span<const Flock>
        flocks;  ///< their boids only count at the first step; memories are those of the rules
    std::function<Surroundings(std::size_t species)> surroundings;
    std::uint64_t stepCount = 0;
};

/// Something other than the processor that steps a simulation's flocks and keeps their state: a graphics
/// card. Its results are not equal to the processor's in every bit. Used by one thread at a time.
class StepDevice {
public:
    StepDevice() = default;
    virtual ~StepDevice() = default;
    StepDevice(const StepDevice&) = delete;
    StepDevice& operator=(const StepDevice&) = delete;

    /// Its name, as its driver gives it.
    virtual const std::string& name() const = 0;

    /// Advances all flocks by a step. The first, and the first after forget(), begins with the flocks given.
    /// A problem says what cannot run there or has failed; the flocks are then as they were, or fetch() has a
    /// problem, too.
    virtual Outcome step(const DeviceStep& step) = 0;

    /// Time of the newest step whose time is known, by stage. Counts no candidates.
    virtual StepProfile profile() = 0;

    /// Copies its state to the flocks, with the help of `workers`, and counts the faults of rules.
    virtual Outcome fetch(std::span<Flock> flocks, Workers& workers) = 0;

    /// Discards its state: the next step begins with the flocks given.
    virtual void forget() = 0;
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
    std::unique_ptr<StepDevice> device;  ///< null if the processor steps
    std::string deviceProblem;           ///< why it does although a device was asked for
    std::uint64_t fetchedStep = 0;       ///< the step of `flocks`; the device may be ahead of it

    explicit Core(const SimulationOptions& chosen)
        : options(chosen),
          isa(std::min(chosen.isa.value_or(bestIsa()), bestIsa())),
          workers(chosen.threads),
          finders(static_cast<std::size_t>(workers.threads())) {}

    /// Takes over a state that has passed its check. If it throws, nothing has changed.
    void become(SimulationState state);
    /// Likewise if it throws.
    void setCount(std::size_t speciesIndex, std::size_t count);

    /// Brings the flocks up to date with the device. If it fails, the processor goes on from where they are.
    void fetch();
    /// Whether the device has stepped, which the first step opens; if it cannot, the processor steps from now
    /// on.
    bool stepOnDevice();
    /// Goes on from the flocks as they were fetched last.
    void leaveDevice(const Problem& why);
    void forgetDevice();

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
