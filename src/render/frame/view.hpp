#pragma once

#include <glm/mat4x4.hpp>

#include <shoal/vec3.hpp>

namespace shoal {

/// A viewpoint, ready to draw with. `projection` maps to OpenGL's clip space without a far plane; `view` maps
/// world to eye coordinates.
struct View {
    Vec3f eye;  ///< [m]
    glm::mat4 view{1.0f};
    glm::mat4 projection{1.0f};
    float focus = 0.0f;  ///< [m] distance that a lens would be in focus at; 0 for none
};

}  // namespace shoal
