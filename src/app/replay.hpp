#pragma once

#include <optional>

#include <shoal/step_clock.hpp>

#include "app/session.hpp"
#include "render/camera.hpp"
#include "ui/timeline.hpp"

namespace shoal {

/// How the viewer plays a take: along its time, to where it is scrubbed, seen as it was played or otherwise.
/// Whether one is played at all, the session knows.
class Replay {
public:
    /// A take that the session has begun to play: runs from where its part begins, a still stands there.
    void begin(const Take& take, StepClock& clock);

    /// The steps of one frame at the wall time `now`: those that are due, or those to where it was scrubbed,
    /// as many as `seconds` allow. The share of a step to draw.
    float run(Session& session, StepClock& clock, double now, double seconds);

    /// To this moment of the take [steps]; kept within its part.
    void seek(const Take& take, double steps);

    /// To where its part begins.
    void rewind(const Take& take) { seek(take, take.from.steps()); }

    /// Where the take has its camera at this moment, while it is seen from there.
    std::optional<CameraPose> pose(const Session& session, float alpha) const;

    /// The user has turned the camera; or wants it back.
    void freeCamera() { m_isCameraPlayed = false; }
    void toggleCamera() { m_isCameraPlayed = !m_isCameraPlayed; }
    void playCamera() { m_isCameraPlayed = true; }

    /// Whether it is still on its way to where it was scrubbed.
    bool isSeeking() const { return m_sought.has_value(); }

    TimelineInput timeline(const Session& session, float alpha, bool isPaused) const;

private:
    std::optional<Moment> m_sought;  ///< where it is on its way to
    float m_alpha = 1.0f;            ///< of the moment shown
    bool m_isCameraPlayed = true;
};

}  // namespace shoal
