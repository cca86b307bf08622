#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <shoal/scene.hpp>

namespace shoal {

/// A vertex of a body one unit long, moving towards −z: x to its right, y up, z from the snout (0) to the
/// tips of the tail (1). Front faces are counter-clockwise.
struct BodyVertex {
    /// What the shaders move and paint apart.
    enum Part {
        body = 0,
        fin = 1,
        tail = 2,
        pectoral = 3,
        wing = 4,
        horn = 5,
        leftForeleg = 6,
        rightForeleg = 7,
        leftHindleg = 8,
        rightHindleg = 9,
    };

    glm::vec3 position{0.0f};
    glm::vec3 normal{0.0f, 1.0f, 0.0f};
    float lift = 0.0f;  ///< −1 belly .. 1 back: what the countershading goes by
    float edge = 0.0f;  ///< 0 at a fin's root or a wing's leading edge .. 1 at its rim; 0 on the body
    float ray = 0.0f;   ///< counts along a fin's rays
    float part = body;

    // The same on the next coarser mesh, so that a mesh can take its shape before it gives way to it.
    glm::vec3 coarsePosition{0.0f};
    glm::vec3 coarseNormal{0.0f, 1.0f, 0.0f};
    float coarseLift = 0.0f;
    float coarseEdge = 0.0f;
};

struct BodyMesh {
    std::vector<BodyVertex> vertices;
    std::vector<std::uint16_t> indices;  ///< three a triangle

    std::size_t triangleCount() const { return indices.size() / 3; }
};

enum class BodyDetail { near, mid, far };

/// A body of Shoal, made here, in one of three levels of detail that share one silhouette. Eyes and markings
/// are painted by the fragment shaders.
BodyMesh makeBodyMesh(Species::Body body, BodyDetail detail);

/// The body's outline at `along` (0 snout .. 1), in body lengths.
struct BodyOutline {
    float along = 0.0f;
    float back = 0.0f;       ///< height of the back above `middle`
    float belly = 0.0f;      ///< height of the belly above `middle`: below zero
    float halfWidth = 0.0f;  ///< to either side
    float middle = 0.0f;     ///< height of the axis
};

/// A fish: an elliptical body, forked tail, dorsal, anal and pectoral fins. 150 to 300 triangles near, about
/// 60 mid, 8 to 16 far. The body proper ends at 0.84, where the tail fin begins.
BodyMesh makeFish(BodyDetail detail);
BodyOutline fishOutline(float along);

/// A bird with its wings spread level, to either side of x: its shader beats them.
BodyMesh makeBird(BodyDetail detail);
BodyOutline birdOutline(float along);

/// An antelope: y is 0 at its hooves. Its legs hang straight: its shader swings them at hip and knee.
BodyMesh makeBeast(BodyDetail detail);
BodyOutline beastOutline(float along);

/// A big cat, on the same legs.
BodyMesh makeCat(BodyDetail detail);
BodyOutline catOutline(float along);

/// A dart folded of paper: two wings and a keel.
BodyMesh makeDart(BodyDetail detail);
BodyOutline dartOutline(float along);

}  // namespace shoal
