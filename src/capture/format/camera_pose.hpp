#pragma once

#include <shoal/vec3.hpp>

namespace shoal {

/// The viewpoint of a frame: an eye `distance` away from the point it looks at.
struct CameraPose {
    Vec3f target{};               ///< [m] the point looked at
    float distance = 12.0f;       ///< [m] above 0
    float azimuth = 0.0f;         ///< [rad] about the vertical, 0 looks along −z; not reduced to ±π
    float elevation = 0.0f;       ///< [rad] above the horizon; below zero looks up
    float fieldOfView = 0.785f;   ///< [rad] vertical
    float offsetRight = 0.0f;     ///< where the target appears in the frame: 0 the middle, 1 the right edge
    float offsetUp = 0.0f;        ///< likewise, 1 the upper edge
    bool isOrthographic = false;  ///< parallel; its scale is that of the perspective view at the target

    friend bool operator==(const CameraPose&, const CameraPose&) = default;
};

}  // namespace shoal
