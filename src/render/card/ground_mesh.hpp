#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>

#include <shoal/ground.hpp>
#include <shoal/world.hpp>

namespace shoal {

struct GroundVertex {
    glm::vec3 position{0.0f};            ///< [m]
    glm::vec3 normal{0.0f, 1.0f, 0.0f};  ///< of flat land and search surfaces; hills: see ground.frag
    float height = 0.0f;  ///< 0 the lowest point .. 1 the highest; for a search surface, by its value
};

/// The land as triangles: a uniform grid where the flock is, or over the square of a search surface, and
/// rings that widen outwards. The outermost ring stands for the horizon: GroundPass draws it infinitely far
/// away. Hills flatten to their lowest level where the rings are too wide for them.
struct GroundMesh {
    std::vector<GroundVertex> vertices;
    std::vector<std::uint32_t> indices;  ///< three per triangle, counter-clockwise from above
    float reach = 0.0f;                  ///< [m] from the middle to the outermost ring
};

/// Returns an empty mesh if the ground is not drawn.
GroundMesh makeGroundMesh(const Ground& ground, const World& world);

}  // namespace shoal
