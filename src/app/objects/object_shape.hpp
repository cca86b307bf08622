#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>

#include "app/objects/window_picture.hpp"
#include "app/objects/world_object.hpp"

namespace shoal {

/// Returns the distance along a ray to an obstacle [m]; empty if the ray misses it or begins inside it.
std::optional<float> distanceAlong(const Ray& ray, const Obstacle& obstacle);

/// Returns the lines in the window that outline an object: the edges of an obstacle, the reach of an
/// attractor. Empty for a floor, a goal, and an object that contains the eye.
std::vector<std::vector<glm::vec2>> outlineOf(const WorldObject& object, const WindowPicture& picture);

/// A handle that sets a size, or a floor's height, with the mouse.
struct SizeHandle {
    enum class Measure {
        apparent,  ///< the diameter of a ball that the pointer touches
        across,    ///< the distance from the centre in the plane that faces the camera
        along,     ///< where on `axis` the pointer is nearest to it
    };

    std::string_view tunable;  ///< "width"
    glm::vec2 at;              ///< in the window
    Measure measure = Measure::along;
    Vec3f centre;         ///< [m]
    Vec3f axis;           ///< unit vector, for `along`
    float factor = 2.0f;  ///< value per metre along the axis
};

/// Returns the handles of an object that are in the free part of the picture.
std::vector<SizeHandle> sizeHandles(const WorldObject& object, const WindowPicture& picture);

/// Returns the value [m] that a handle has at a point of the window.
float valueAt(const SizeHandle& handle, const WindowPicture& picture, const glm::dvec2& at);

}  // namespace shoal
