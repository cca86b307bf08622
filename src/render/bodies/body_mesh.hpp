#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <shoal/scene.hpp>

namespace shoal {

/// A vertex of a body of unit length, moving towards −z: x points to its right, y up, z from the snout (0) to
/// the tips of the tail (1). Front faces are counter-clockwise.
struct BodyVertex {
    /// Parts that the shaders move and paint separately.
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
    float lift = 0.0f;  ///< −1 belly .. 1 back; controls the countershading
    float edge = 0.0f;  ///< 0 at a fin's root or a wing's leading edge .. 1 at its rim; 0 on the body
    float ray = 0.0f;   ///< counts along a fin's rays
    float part = body;

    // The same attributes on the next coarser mesh, to morph to before switching to it.
    glm::vec3 coarsePosition{0.0f};
    glm::vec3 coarseNormal{0.0f, 1.0f, 0.0f};
    float coarseLift = 0.0f;
    float coarseEdge = 0.0f;
};

struct BodyMesh {
    std::vector<BodyVertex> vertices;
    std::vector<std::uint16_t> indices;  ///< three per triangle

    std::size_t triangleCount() const { return indices.size() / 3; }
};

enum class BodyDetail { near, mid, far };

/// Makes a body in one of three levels of detail with the same silhouette. The fragment shaders paint eyes
/// and markings.
BodyMesh makeBodyMesh(Species::Body body, BodyDetail detail);

/// A body's outline at `along` (0 snout .. 1), in body lengths.
struct BodyOutline {
    float along = 0.0f;
    float back = 0.0f;       ///< height of the back above `middle`
    float belly = 0.0f;      ///< height of the belly above `middle`; negative
    float halfWidth = 0.0f;  ///< on either side
    float middle = 0.0f;     ///< height of the axis
};

/// A fish: an elliptical body with forked tail, dorsal, anal and pectoral fins. Triangles: 150 to 300 near,
/// about 60 mid, 8 to 16 far. The body proper ends at 0.84, where the tail fin begins.
BodyMesh makeFish(BodyDetail detail);
BodyOutline fishOutline(float along);

/// A bird with its wings spread level along x; its shader beats them.
BodyMesh makeBird(BodyDetail detail);
BodyOutline birdOutline(float along);

/// An antelope with y = 0 at its hooves and straight legs; its shader swings them at hip and knee.
BodyMesh makeBeast(BodyDetail detail);
BodyOutline beastOutline(float along);

/// A big cat on the same legs.
BodyMesh makeCat(BodyDetail detail);
BodyOutline catOutline(float along);

/// A dart folded of paper: two wings and a keel.
BodyMesh makeDart(BodyDetail detail);
BodyOutline dartOutline(float along);

}  // namespace shoal
