#pragma once

#include <functional>
#include <optional>

#include <shoal/simulation.hpp>

#include "app/play/session.hpp"
#include "render/camera/camera.hpp"
#include "ui/panel/timeline.hpp"

namespace shoal {

/// Playback of a take in the viewer: play, scrubbing, and the choice between the take's camera and the
/// user's. Session::playing() says whether a take is being played at all.
class Replay {
public:
    /// Shows the start of the take's part (Take::from). Call it after Session::play. A take of a single
    /// moment stays paused there.
    void begin(const Take& take, StepClock& clock);

    /// Runs the steps of one frame at the wall time `now`: the due ones, or those up to the scrub target, as
    /// many as fit into `seconds`. Calls `stepped` after each step, except while scrubbing. Returns the alpha
    /// to draw with.
    float run(
        Session& session, StepClock& clock, double now, double seconds,
        const std::function<void()>& stepped = [] {});

    /// Scrubs to this moment of the take [steps], clamped to its part.
    void seek(const Take& take, double steps);

    /// Scrubs to the beginning of its part.
    void rewind(const Take& take) { seek(take, take.from.steps()); }

    /// Returns the take's camera pose at this moment; empty if the camera is the user's or the take has none.
    std::optional<CameraPose> pose(const Session& session, float alpha) const;

    /// Switch between the user's camera and the take's.
    void freeCamera() { m_isCameraPlayed = false; }
    void toggleCamera() { m_isCameraPlayed = !m_isCameraPlayed; }
    void playCamera() { m_isCameraPlayed = true; }

    /// Whether it has not yet reached the scrub target.
    bool isSeeking() const { return m_sought.has_value(); }

    TimelineInput timeline(const Session& session, float alpha, bool isPaused) const;

private:
    std::optional<Moment> m_sought;  ///< scrub target
    float m_alpha = 1.0f;            ///< of the moment shown
    bool m_isCameraPlayed = true;
};

}  // namespace shoal
