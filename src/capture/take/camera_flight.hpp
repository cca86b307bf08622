#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

    /// Values that a key omits stay as in the key before.
    struct Key {
        double seconds = 0.0;         ///< from the start of the flight
        std::optional<Vec3f> target;  ///< [m] relative to `aim`
        std::optional<float> distance;
        std::optional<float> azimuth;      ///< [rad]
        std::optional<float> elevation;    ///< [rad]
        std::optional<float> fieldOfView;  ///< [rad]
    };

    Aim aim = Aim::flock;
    std::vector<Key> keys;  ///< in the order of their seconds; at least one

    /// Returns one smooth curve through the keys, by seconds, that starts and ends at rest. Values that the
    /// first key omits come from `start`, but its target is then the aim itself.
    CameraPath path(const CameraPose& start) const;
};

/// Parses a camera move. A problem reads `flight.toml:12:3: what`.
Result<CameraFlight> parseCameraFlight(std::string_view toml, const std::string& fileName);

}  // namespace shoal
