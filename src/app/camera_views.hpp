#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace shoal {

/// Where `shoal render` looks from.
struct CameraView {
    enum class Aim {
        flock,  ///< the middle of the flock
        world,  ///< the middle of the world, all of it in the picture
        boid,   ///< one boid, from behind
        take,   ///< whatever the camera of a take looked at
    };

    std::string_view name;
    std::string_view help;
    Aim aim = Aim::flock;
    std::optional<float> elevationDegrees = std::nullopt;  ///< the preset's when empty
    bool turnsOnce = false;                                ///< all the way round over the film's length
};

std::span<const CameraView> cameraViews();

/// Null when there is none of that name.
const CameraView* findCameraView(std::string_view name);

/// Whether a name for --camera is that of a file with a flight rather than of a view.
bool isFlightFile(std::string_view name);

/// "school, above, …" for help and problems.
std::string_view cameraViewNames();

}  // namespace shoal
