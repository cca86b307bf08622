#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <shoal/state_view.hpp>

#include "capture/take/take.hpp"
#include "play/session/trail.hpp"

namespace shoal {

/// One flock as of a step, as the window shows it.
struct PublishedFlock {
    std::shared_ptr<const Scene> scene;
    std::vector<Flock> flocks;
    Trail trail;
    std::uint64_t step = 0;
    std::optional<Problem> deviation;  ///< Instant::deviation

    StateView state() const { return {*scene, flocks, step}; }
};

/// A flock at one step, with its scene and all else that cameras, pictures and panels need. Refers to its
/// owner, a Session or the viewer's Mirror, and is valid until that changes.
struct Instant {
    StateView state;
    const Trail& trail;

    /// The scene as loaded or last saved, for comparison. The running scene has the same name, texts and
    /// source.
    const Scene& loaded;

    const Take* playing = nullptr;  ///< the take being played; null if live

    /// The first point at which the flock deviated from the take.
    const std::optional<Problem>& deviation;

    /// Changes whenever another flock begins: earlier moments belong to another.
    std::uint64_t beginning = 0;
    std::uint64_t revision = 0;       ///< changes whenever the scene or the loaded scene changes
    std::uint64_t stateRevision = 0;  ///< changes whenever boids have moved or been replaced
    int threads = 1;                  ///< that prepare the bodies for a picture

    const Scene& scene() const { return state.scene(); }
    std::uint64_t stepCount() const { return state.stepCount(); }

    /// Real time since step 0 [s].
    double realSeconds() const { return scene().time.realSeconds(static_cast<double>(stepCount())); }

    /// As a camera sees it.
    operator const StateView&() const { return state; }
};

}  // namespace shoal
