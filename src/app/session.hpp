#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <shoal/simulation.hpp>

#include "render/swimmers.hpp"

namespace shoal {

/// A scene being watched: the simulation, what pictures know of its bodies, and edits waiting for the gap
/// between two steps.
class Session {
public:
    Session(Scene scene, const SimulationOptions& options);

    /// The one place that steps the simulation and the bodies: neither ever without the other.
    void stepOnce();

    /// Remembers an edit until `applyQueued`.
    void queue(const Edit& edit) { m_queued.push_back(edit); }

    /// Applies what is queued, in its order; the problems of those that were refused.
    std::vector<Problem> applyQueued();

    /// Back to step 0, tunables as they are.
    void restart(std::uint64_t seed);

    /// The scene was saved as `saved`: that is what it is compared with and called from now on.
    void adoptSaved(Scene saved);

    /// Another scene, at step 0; "as loaded" refers to it from now on.
    void load(Scene scene);

    const Simulation& simulation() const { return m_simulation; }
    std::span<const Swimmers> swimmers() const { return m_swimmers; }

    /// The scene as it was loaded or last saved, to compare with. Its name, title and watch are those of the
    /// preset at hand.
    const Scene& loaded() const { return m_loaded; }

    /// Changes whenever the scene or the loaded one does.
    std::uint64_t revision() const { return m_revision; }

    /// Changes whenever boids have moved or are others, so that a picture needs them anew.
    std::uint64_t stateRevision() const { return m_stateRevision; }

private:
    void restartSwimmers();

    Scene m_loaded;
    Simulation m_simulation;
    std::vector<Swimmers> m_swimmers;
    std::vector<Edit> m_queued;
    std::uint64_t m_revision = 1;
    std::uint64_t m_stateRevision = 1;
};

}  // namespace shoal
