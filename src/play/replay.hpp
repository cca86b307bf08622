#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "capture/format/camera_pose.hpp"
#include "play/session/instant.hpp"

namespace shoal {

/// Data about the take being played, shown by the bar below the view.
struct TimelineInput {
    double from = 0.0;  ///< [s] from the first step: its start …
    double to = 0.0;    ///< … and its end
    double now = 0.0;   ///< [s] the moment shown, or asked for
    bool isPaused = false;
    bool hasCamera = false;       ///< the take has a recorded camera
    bool isCameraPlayed = false;  ///< the picture uses that camera
    bool isRewound = false;       ///< its end is the live flock
    std::vector<double> edits;    ///< [s] moments of the user's edits
    /// [s] Time of the flock while it catches up with `now`, step by step. Empty otherwise.
    std::optional<double> seekingAt;
    bool hasKeyboard = false;  ///< keys move between its controls
};

/// How the window shows the take being played: the moment scrubbed to, and the choice between the take's
/// camera and the user's.
class Replay {
public:
    /// Scrubs to the start of the take's part (Take::from).
    void begin(const Take& take);

    /// Stays at the moment shown, with the user's camera.
    void beginHere();

    /// Scrubs to this moment of the take [steps], clamped to its part.
    void seek(const Take& take, double steps);

    /// Scrubs to the beginning of its part.
    void rewind(const Take& take) { seek(take, take.from.steps()); }

    /// The scrub target, until it is reached.
    const std::optional<Moment>& sought() const { return m_sought; }
    void arrive() { m_sought.reset(); }

    /// Notes how far the flock has come on its way there.
    void noteProgress(std::uint64_t step) { m_progress = step; }

    /// Returns the take's camera pose at this moment; empty if the camera is the user's or the take has none.
    std::optional<CameraPose> pose(const Take& take, const Moment& moment) const;

    /// Switch between the user's camera and the take's.
    void freeCamera() { m_isCameraPlayed = false; }
    void toggleCamera() { m_isCameraPlayed = !m_isCameraPlayed; }

    /// `shown`: the flock of the take. `moment`: as shown.
    TimelineInput timeline(const Instant& shown, const Moment& moment, bool isPaused) const;

private:
    std::optional<Moment> m_sought;
    std::optional<std::uint64_t> m_progress;  ///< [step] towards it, if known
    bool m_isCameraPlayed = true;
};

}  // namespace shoal
