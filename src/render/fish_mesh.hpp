#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace shoal {

/// A vertex of a body one unit long, swimming towards −z: x to its right, y up, z from the snout (0) to the
/// tips of the tail (1). Front faces are counter-clockwise.
struct FishVertex {
    enum Part { body = 0, fin = 1, tail = 2, pectoral = 3 };

    glm::vec3 position{0.0f};
    glm::vec3 normal{0.0f, 1.0f, 0.0f};
    float lift = 0.0f;  ///< −1 belly .. 1 back: what the countershading goes by
    float edge = 0.0f;  ///< 0 at a fin's root .. 1 at its rim; 0 on the body
    float ray = 0.0f;   ///< counts along a fin's rays
    float part = body;

    // The same on the next coarser mesh, so that a mesh can take its shape before it gives way to it.
    glm::vec3 coarsePosition{0.0f};
    glm::vec3 coarseNormal{0.0f, 1.0f, 0.0f};
    float coarseLift = 0.0f;
    float coarseEdge = 0.0f;
};

struct FishMesh {
    std::vector<FishVertex> vertices;
    std::vector<std::uint16_t> indices;  ///< three a triangle

    std::size_t triangleCount() const { return indices.size() / 3; }
};

enum class FishDetail { near, mid, far };

/// The fish of Shoal, made here: an elliptical body, forked tail, dorsal, anal and pectoral fins. 150 to 300
/// triangles near, about 60 mid, 8 to 16 far, with one silhouette. The eye and the markings are painted by
/// the fragment shader.
FishMesh makeFishMesh(FishDetail detail);

/// The body's outline at `along` (0 snout .. 1): height of the back and of the belly (below zero) and half
/// its width, in body lengths. The body proper ends at 0.84, where the tail fin begins.
struct FishOutline {
    float back = 0.0f;
    float belly = 0.0f;
    float halfWidth = 0.0f;
};
FishOutline fishOutline(float along);

}  // namespace shoal
