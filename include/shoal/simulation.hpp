#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/ground.hpp>
#include <shoal/inspection.hpp>
#include <shoal/isa.hpp>
#include <shoal/measures.hpp>
#include <shoal/result.hpp>
#include <shoal/scene.hpp>
#include <shoal/world.hpp>

namespace shoal {

/// Maximum number of steps of a run. At 60 steps a second they take 500 years.
inline constexpr std::uint64_t kMaxSteps = 1'000'000'000'000;

/// Maximum number of threads: more would not speed up any scene, and each takes memory.
inline constexpr int kMaxThreads = 1024;

class StepDevice;

/// Opens what steps the flocks in place of the processor; for Shoal's own code.
using OpenDevice = Result<std::unique_ptr<StepDevice>> (*)();

struct SimulationOptions {
    int threads = 0;              ///< 0 .. kMaxThreads; 0: one for each core. Does not change the result.
    std::optional<Isa> isa;       ///< if empty, the fastest of this machine. Does not change the result.
    bool isFused = true;          ///< false runs each rule as its own pass. Does not change the result.
    OpenDevice device = nullptr;  ///< null: the processor. Another changes the last bits of every result.
};

/// Time of the last step [s], by stage.
struct StepProfile {
    double sort = 0.0;             ///< building the neighbour grid
    double steer = 0.0;            ///< neighbours and rules
    double integrate = 0.0;        ///< limits, motion, bounds
    std::uint64_t candidates = 0;  ///< boids examined as neighbours, seen or not, summed over the boids
    double total() const { return sort + steer + integrate; }
};

/// A rule that returns numbers that are not finite. Its push then counts as none, and a motion keeps its last
/// finite value, so the flock stays finite; but its motion is not what the rule means.
struct RuleFault {
    std::string species;        ///< name
    std::string observed;       ///< name of the species that it responds to
    std::string_view rule;      ///< key
    std::uint64_t results = 0;  ///< how many were not finite

    /// A sentence for the user.
    std::string text() const;
};

struct SimulationState;

/// Everything that a simulation needs to continue from a step. Never changes; copies share their memory.
class Checkpoint {
public:
    std::uint64_t stepCount() const;
    const Scene& scene() const;

    /// Bytes held for boids.
    std::size_t bytes() const;

    /// Returns it as bytes for `fromBytes`, in this or another process, on any machine: 64 for each boid, 12
    /// more for each rule with a memory, and the scene as a preset.
    std::string toBytes() const;

    /// Reads a checkpoint from bytes of any origin, and checks all of it. The problem is one line that says
    /// why they are refused: they are damaged or of another version, or the scene has a rule of a plugin that
    /// is not loaded.
    static Result<Checkpoint> fromBytes(std::string_view bytes);

    /// For Shoal's own code; the type is not part of the interface.
    explicit Checkpoint(SimulationState state);
    const SimulationState& state() const { return *m_state; }

    // Copies only, so that none is ever empty.
    Checkpoint(const Checkpoint&) = default;
    Checkpoint& operator=(const Checkpoint&) = default;
    ~Checkpoint() = default;

private:
    std::shared_ptr<const SimulationState> m_state;
};

/// A running scene. Not thread-safe: step, edit and read from one thread. A moved-from simulation may only be
/// destroyed or assigned to. Any other use prints a sentence on standard error and aborts. So does passing
/// the index of a species that does not exist, except to `place`.
///
/// A function that returns a problem or throws leaves the simulation as it was; only `step` does not.
class Simulation {
public:
    /// Creates the scene at step 0, or says why it cannot be run: what Scene::check finds, or a number of
    /// threads out of range. Throws std::bad_alloc if memory runs out.
    static Result<Simulation> create(Scene scene, const SimulationOptions& options = {});

    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    /// Advances every species by one step of TimeSettings: reads step n, writes step n+1. Allocates only
    /// while boids crowd more densely than ever before, and throws only if memory runs out. It then stops
    /// halfway: restart, load a scene or resume a checkpoint before the next step.
    void step();

    /// Changes one tunable, with effect from the next step. Changing a count leaves the remaining boids where
    /// they are. New ones begin at their start. After the first step they join the others instead, unless the
    /// world wraps.
    Result<Change> apply(const Edit& edit);

    /// Replaces the boids of a species by these, with ids 0 .. count−1 in the given order, and sets the
    /// species' count. Returns a problem and changes nothing if there is no such species, the spans differ in
    /// length or hold too many boids, or a number is not finite or too large. For embedding and tests.
    Outcome place(std::size_t speciesIndex, std::span<const Vec3f> positions,
                  std::span<const Vec3f> velocities);

    /// Returns to step 0 with this seed. Tunables keep their present values.
    void restart(std::uint64_t seed);

    /// Replaces everything by another scene, at step 0. If Scene::check refuses the scene, nothing changes.
    Outcome load(Scene scene);

    /// Returns the present state, for `resume`.
    Checkpoint checkpoint() const;

    /// Continues from a checkpoint, of this simulation or another: the following steps have the same bits.
    /// Returns a problem and changes nothing if it cannot be the state of a simulation.
    Outcome resume(const Checkpoint& checkpoint);

    const Scene& scene() const;
    /// Returns one for each species of the scene. If a device steps them, the first call after a step copies
    /// them from there: two threads may not read at once.
    std::span<const Flock> flocks() const;
    std::uint64_t stepCount() const;
    /// Time of the model since step 0 [s].
    double seconds() const { return scene().time.modelSeconds(static_cast<double>(stepCount())); }
    const StepProfile& profile() const;
    int threads() const;
    Isa isa() const;
    /// Returns the options that it was created with, without a device that has failed.
    const SimulationOptions& options() const;

    /// Returns the name of the device that steps the flocks; empty if the processor does.
    std::string device() const;
    /// Returns why the processor steps them although a device was asked for; empty otherwise.
    const std::string& deviceProblem() const;

    /// Returns a 64-bit hash of step count, ids, positions, velocities and the memories of rules. Independent
    /// of the order of slots, and equal on every machine.
    std::uint64_t hash() const;

    /// Returns the rules whose results were not finite, since step 0 or the last resume; empty if all is
    /// well. Report them after a run: such a rule has an error.
    std::vector<RuleFault> faults() const;

    /// Returns the mean number of neighbours that a boid of this species perceives now, as its
    /// perception chooses them. An estimate where boids have more candidates than
    /// Perception::maxCandidates. Slow; for reports.
    double neighboursPerBoid(std::size_t speciesIndex) const;

    /// Returns the number of neighbours that each boid of this species perceives now, by id; counted and
    /// estimated as in neighboursPerBoid(). Takes about as long as a step on one thread.
    std::vector<float> neighbourCounts(std::size_t speciesIndex) const;

    /// Returns what a boid decides in the next step and which rules make it do so; empty if no boid of the
    /// species has this id. Copies and sorts all boids: takes about as long as a step on one thread.
    std::optional<Inspection> inspect(std::size_t speciesIndex, std::uint32_t id) const;

    /// Bytes held for boids, grids and the search for neighbours.
    std::size_t bytes() const;

private:
    struct Core;
    explicit Simulation(std::unique_ptr<Core> core);

    Core& core();
    const Core& core() const;
    /// With the flocks of the present step, wherever they were stepped.
    Core& fetched() const;

    std::unique_ptr<Core> m_core;
};

/// Returns sixteen hex digits.
std::string hashText(std::uint64_t hash);

}  // namespace shoal
