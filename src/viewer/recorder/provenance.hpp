#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "capture/take/take.hpp"
#include "play/session/session.hpp"

namespace shoal {

/// The provenance of a capture: the moments that it shows and the camera poses, as the text of a take, which
/// the capture stores.
class Provenance {
public:
    struct Exposure {
        Moment moment;
        CameraPose pose;
    };

    /// Notes a frame with all its exposures, because the camera moves while the shutter is open. Forgets all
    /// earlier frames if the session has started afresh or was scrubbed back.
    void note(const Session& session, std::span<const Exposure> exposures);

    /// Returns the scene of the last frame as text, to store in that frame's own file.
    std::string frameText(const Session& session) const;

    /// Returns the scene of all frames, each lasting `stepsPerFrame`; empty before the first. It records
    /// moments, not the film's playing speed.
    std::string filmText(const Session& session, double stepsPerFrame) const;

    /// Returns filmText() for the first frame, and again whenever the film has grown by a second or by 5 %,
    /// whichever is longer; empty otherwise. The unfinished film stores it in case the capture breaks off.
    /// Longer films store it less often because its text grows too.
    std::string interimText(const Session& session, double stepsPerFrame, double framesPerSecond);

private:
    std::uint64_t m_beginning = 0;
    std::optional<Moment> m_first;
    Moment m_last;          ///< at which the last frame begins
    Moment m_lastExposure;  ///< of its last exposure
    CameraPath m_path;
    long long m_frames = 0;
    double m_interimDue = 0.0;  ///< [steps] when interimText() is due again
};

}  // namespace shoal
