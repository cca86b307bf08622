#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>

#include <shoal/ground.hpp>
#include <shoal/world.hpp>

namespace shoal {

struct GroundVertex {
    glm::vec3 position{0.0f};  ///< [m]
    glm::vec3 normal{0.0f, 1.0f, 0.0f};
    float height = 0.0f;  ///< 0 the lowest place .. 1 the highest; of a surface to search, of its value
};

/// The land as triangles: an even grid where the flock is, or over the square of a surface to search, and
/// rings that grow outwards as far as can be seen.
struct GroundMesh {
    std::vector<GroundVertex> vertices;
    std::vector<std::uint32_t> indices;  ///< three a triangle, counter-clockwise from above
    float reach = 0.0f;                  ///< [m] from the middle to the nearest edge
};

/// Empty for a ground that is not drawn.
GroundMesh makeGroundMesh(const Ground& ground, const World& world);

}  // namespace shoal
