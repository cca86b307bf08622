#pragma once

#include <optional>
#include <string>

#include "app/session.hpp"
#include "capture/frame_rate.hpp"
#include "capture/take.hpp"

namespace shoal {

/// What a capture has shown so far: which moments, and where from; and that as a take, as text for captures
/// to keep.
class Footage {
public:
    /// A picture of this moment. One that lies before the last shows another flock, which has begun anew:
    /// what was before is forgotten.
    void note(const Moment& moment, const CameraPose& pose);

    /// The scene of the last picture, for a file of its own.
    std::string pictureText(const Session& session) const;

    /// The scene of all pictures, so many in a second; empty before the first.
    std::string filmText(const Session& session, const FrameRate& rate) const;

private:
    std::optional<Moment> m_first;
    Moment m_last;
    CameraPath m_path;
};

}  // namespace shoal
