#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace shoal {

/// A named view, of `shoal render` and of the viewer.
struct CameraView {
    enum class Aim {
        flock,  ///< the middle of the flock
        world,  ///< the middle of the world, all of it in view
        boid,   ///< one boid, from nearby
        eyes,   ///< ahead, from the head of one boid
        take,   ///< wherever the take's camera looked
    };

    std::string_view name;
    std::string_view help;
    Aim aim = Aim::flock;
    std::optional<float> elevationDegrees = std::nullopt;  ///< the preset's if empty
    bool turnsOnce = false;                                ///< one full turn over the film's length
    bool dives = false;                                    ///< into the flock and out again
    bool ridesHunter = false;  ///< with Aim::eyes: from behind the head of a boid that hunts, if one does
};

std::span<const CameraView> cameraViews();

/// The views that suit any scene, in the order of the viewer's key: all but the take's own camera.
std::span<const CameraView> sceneViews();

/// Returns null if no view has that name.
const CameraView* findCameraView(std::string_view name);

/// Returns the id in a --camera name such as "follow:12". Ids continue from one species to the next.
std::optional<std::uint32_t> followedId(std::string_view name);

/// Whether a --camera name is that of a flight file rather than of a view.
bool isFlightFile(std::string_view name);

/// "school, above, …" for help and error messages.
std::string_view cameraViewNames();

}  // namespace shoal
