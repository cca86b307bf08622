#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session.hpp"
#include "capture/take.hpp"

namespace shoal {

/// What a capture has shown so far: which moments, and where from; and that as a take, as text for captures
/// to keep.
class Footage {
public:
    /// A picture that begins with this moment. When the session has begun anew, or was scrubbed back, what
    /// was before is forgotten.
    void note(const Session& session, const Moment& moment, const CameraPose& pose);

    /// A later exposure of the same picture: an open shutter sees the camera move too.
    void noteExposure(const Moment& moment, const CameraPose& pose);

    /// The scene of the last picture, for a file of its own.
    std::string pictureText(const Session& session) const;

    /// The scene of all pictures, each lasting so many steps; empty before the first. It knows moments, not
    /// how fast the film showed them.
    std::string filmText(const Session& session, double stepsPerPicture) const;

    /// The same with the first picture, and when another second or twentieth of the film was added since;
    /// empty otherwise. For what is left of it should it break off: the longer it is, the longer its text.
    std::string interimText(const Session& session, double stepsPerPicture, double picturesPerSecond);

private:
    std::uint64_t m_beginning = 0;
    std::optional<Moment> m_first;
    Moment m_last;     ///< with which the last picture begins
    Moment m_exposed;  ///< of its last exposure
    CameraPath m_path;
    long long m_pictures = 0;
    double m_interimDue = 0.0;  ///< [steps] of the flock
};

}  // namespace shoal
