#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <shoal/flock.hpp>
#include <shoal/scene.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

/// A read-only view of a state, for drawing, measuring and searching. Refers to the scene and the flocks,
/// which must outlive it.
class StateView {
public:
    StateView(const Scene& scene, std::span<const Flock> flocks, std::uint64_t stepCount)
        : m_scene(&scene), m_flocks(flocks), m_stepCount(stepCount) {}

    /// The present state, until the simulation changes.
    StateView(const Simulation& simulation)
        : StateView(simulation.scene(), simulation.flocks(), simulation.stepCount()) {}

    const Scene& scene() const { return *m_scene; }
    std::span<const Flock> flocks() const { return m_flocks; }  ///< one for each species of the scene
    std::uint64_t stepCount() const { return m_stepCount; }
    /// Time of the model since step 0 [s].
    double seconds() const { return scene().time.modelSeconds(static_cast<double>(stepCount())); }

    /// Simulation::hash of this state.
    std::uint64_t hash() const;

    /// Returns the best place on the ground that the boids of this species remember, as of their last
    /// decision. Empty without boids or an enabled search rule (RuleInfo::seesBest).
    std::optional<GlobalBest> best(std::size_t speciesIndex) const;

private:
    const Scene* m_scene;
    std::span<const Flock> m_flocks;
    std::uint64_t m_stepCount;
};

}  // namespace shoal
