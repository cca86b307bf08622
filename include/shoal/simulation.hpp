#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/isa.hpp>
#include <shoal/measures.hpp>
#include <shoal/neighbour_grid.hpp>
#include <shoal/result.hpp>
#include <shoal/scene.hpp>
#include <shoal/search.hpp>
#include <shoal/step_time.hpp>

namespace shoal {

/// More threads than this help no scene, and each has memory of its own.
inline constexpr int kMaxThreads = 1024;

struct SimulationOptions {
    int threads = 0;         ///< 0 .. kMaxThreads; 0: one for each core. The result does not depend on it.
    std::optional<Isa> isa;  ///< the fastest this machine has when empty. The result does not depend on it.
    bool isFused = true;     ///< false runs each rule as its own pass. The result does not depend on it.
};

/// Where the time of the last step went [s], by stage.
struct StepProfile {
    double sort = 0.0;   ///< building the neighbour grid
    double steer = 0.0;  ///< neighbours and rules
    /// Limits, motion, bounds. Of boids that decide in turn by a radius, which move right after being
    /// steered, the share that it takes in some of the tasks.
    double integrate = 0.0;
    std::uint64_t candidates = 0;  ///< others looked at, seen or not, summed over the boids
    double total() const { return sort + steer + integrate; }
};

/// All that a simulation goes on from at one step; a plain value.
struct Checkpoint {
    Scene scene;
    std::vector<Flock> flocks;
    std::vector<NeighbourGrid> grids;  ///< one for each flock; unbuilt where its order is not kept
    std::uint64_t stepCount = 0;

    /// Bytes held for the boids.
    std::size_t bytes() const;
};

/// A scene in motion. Not thread-safe: step, edit and read from one thread. One that was moved from may only
/// be destroyed or assigned to; any other use prints a sentence on standard error and aborts, and so does the
/// index of a species that does not exist.
class Simulation {
public:
    /// The scene at step 0, or why it cannot be run: what Scene::check finds, or a number of threads out of
    /// range. Throws std::bad_alloc when memory runs out.
    static Result<Simulation> create(Scene scene, const SimulationOptions& options = {});

    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    /// Advances every species by 1/60 s: reads step n, writes step n+1. Allocates only
    /// while crowds grow denser than any before, and throws only when memory runs out.
    void step();

    /// Changes one tunable; it acts on the next step. Changing a count keeps the boids that stay where they
    /// are and adds new ones as at the start.
    Outcome apply(const Edit& edit);

    /// Puts the boids of a species where the caller wants them, ids 0 .. count−1 in the given order; the
    /// species' count follows. A problem where there is no such species, the spans differ in length, they
    /// hold too many boids, or a number is not finite; then nothing has changed. For embedding and tests.
    Outcome place(std::size_t speciesIndex, std::span<const Vec3f> positions,
                  std::span<const Vec3f> velocities);

    /// Back to step 0 with this seed, tunables as they are now.
    void restart(std::uint64_t seed);

    /// Replaces everything by another scene, at step 0. When Scene::check refuses the scene, nothing changes.
    Outcome load(Scene scene);

    /// The present state, to come back to with `resume`.
    Checkpoint checkpoint() const;

    /// Goes on from there, this simulation's own checkpoint or another's: the steps that follow have the
    /// same bits as they had. When the checkpoint's parts do not fit together, nothing changes.
    Outcome resume(const Checkpoint& checkpoint);

    const Scene& scene() const;
    std::span<const Flock> flocks() const;  ///< one for each species of the scene
    std::uint64_t stepCount() const;
    double seconds() const { return static_cast<double>(stepCount()) / kStepsPerSecond; }
    const StepProfile& profile() const;
    int threads() const;
    Isa isa() const;

    /// 64 bits over step count, ids, positions, velocities and what rules remember, in the order of ids:
    /// equal on every machine.
    std::uint64_t hash() const;

    /// Where this species is searching the ground (a rule that is on says RuleInfo::seesBest), the best place
    /// that its boids remember: as of their last decision. It has no boids or searches nothing: nothing.
    std::optional<FlockBest> best(std::size_t speciesIndex) const;

    /// Mean number of neighbours that a boid of this species perceives now (all within the perception radius
    /// or the nearest few); of a crowd larger than Perception::crowd, an estimate from its sample. Slow; for
    /// reports.
    double neighboursPerBoid(std::size_t speciesIndex) const;

    /// Bytes held for boids and grids.
    std::size_t bytes() const;

private:
    struct Core;
    explicit Simulation(std::unique_ptr<Core> core);

    Core& core();
    const Core& core() const;

    std::unique_ptr<Core> m_core;
};

/// Sixteen hex digits.
std::string hashText(std::uint64_t hash);

}  // namespace shoal
