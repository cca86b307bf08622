#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include <shoal/parameter.hpp>
#include <shoal/result.hpp>

#include "capture/camera_path.hpp"

namespace shoal {

/// A camera's way through a film, as a file gives it:
///
///     aim = "flock"              # what targets count from: the middle of the "flock" or of the "world", or
///     a "boid"
///
///     [[key]]
///     seconds = 0                # from the film's start, rising from key to key
///     target = [0, 0, 0]         # the point looked at [m]
///     distance = 12              # from it [m]
///     azimuth = 35               # about the vertical [°], 0 looks along −z; beyond 360 it turns on
///     elevation = -7             # above the horizon [°]
///     field_of_view = 45         # vertical [°]
///
///     [[key]]
///     seconds = 8
///     azimuth = 215              # what a key leaves out is as in the one before
struct CameraFlight {
    enum class Aim { flock, world, boid };
    static constexpr std::array<std::string_view, 3> aims{"flock", "world", "boid"};

    Aim aim = Aim::flock;
    CameraPath path{CameraPath::Course::smooth};  ///< by seconds; targets count from what is aimed at
};

/// What the first key leaves out is as in `start`. A problem reads `flight.toml:12:3: what`.
Result<CameraFlight> parseCameraFlight(std::string_view toml, const std::string& fileName,
                                       const CameraPose& start);

Result<CameraFlight> loadCameraFlight(const std::filesystem::path& file, const CameraPose& start);

}  // namespace shoal
