#pragma once

#include <array>
#include <string>
#include <string_view>

#include <shoal/parameter.hpp>
#include <shoal/result.hpp>

#include "capture/take/camera_path.hpp"

namespace shoal {

/// A camera move for a film, as read from a file:
///
///     aim = "flock"              # origin of targets: the centre of the "flock" or "world", or a "boid"
///
///     [[key]]
///     seconds = 0                # from the start of the film, increasing from key to key
///     target = [0, 0, 0]         # the point that the camera looks at [m]
///     distance = 12              # from the target [m]
///     azimuth = 35               # about the vertical [°]; 0 looks along −z; beyond 360 keeps turning
///     elevation = -7             # above the horizon [°]
///     field_of_view = 45         # vertical [°]
///
///     [[key]]
///     seconds = 8
///     azimuth = 215              # omitted values keep those of the previous key
struct CameraFlight {
    enum class Aim { flock, world, boid };
    static constexpr std::array<std::string_view, 3> aims{"flock", "world", "boid"};

    Aim aim = Aim::flock;
    CameraPath path{CameraPath::Course::smooth};  ///< keyed by seconds; targets are relative to `aim`
};

/// Parses a camera move. Values that the first key omits come from `start`. A problem reads
/// `flight.toml:12:3: what`.
Result<CameraFlight> parseCameraFlight(std::string_view toml, const std::string& fileName,
                                       const CameraPose& start);

}  // namespace shoal
