#pragma once

#include <glm/mat4x4.hpp>

#include <shoal/vec3.hpp>

namespace shoal {

/// A viewpoint, ready to draw with. `view` maps world to eye coordinates. `projection` maps these to OpenGL's
/// clip space: in perspective without a far plane, or orthographic, where w is 1.
struct View {
    Vec3f eye;  ///< [m]
    glm::mat4 view{1.0f};
    glm::mat4 projection{1.0f};
    float focus = 0.0f;  ///< [m] distance that a lens would be in focus at; 0 for none

    bool isOrthographic() const { return projection[3][3] == 1.0f; }

    /// Returns how much of half the picture's height a metre across the view fills at this depth [m].
    float scaleAt(float depth) const { return projection[1][1] / (isOrthographic() ? 1.0f : depth); }
};

}  // namespace shoal
