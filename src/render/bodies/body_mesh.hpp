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

/// A fish: an elliptical body with forked tail, dorsal, anal and pectoral fins.
BodyMesh makeFish(BodyDetail detail);
BodyOutline fishOutline(float along);

/// A spindle with a lunate tail, sickles above and below, and finlets behind them.
BodyMesh makeTuna(BodyDetail detail);
BodyOutline tunaOutline(float along);

/// A shark, whose tail's upper lobe is the longer one.
BodyMesh makeShark(BodyDetail detail);
BodyOutline sharkOutline(float along);

/// A tall fish with long dorsal and anal fins.
BodyMesh makeDamsel(BodyDetail detail);
BodyOutline damselOutline(float along);

/// Where a bird's shader bends it [body lengths].
struct BirdHinges {
    float shoulder;  ///< distance of the wing's hinge from the body's middle
    float wrist;     ///< likewise, of its outer strip's
    float wristAt;   ///< place of that along the body
    float tail;      ///< place of the tail's along the body
};
inline constexpr BirdHinges kBirdHinges{0.035f, 0.400f, 0.32f, 0.73f};
inline constexpr BirdHinges kGullHinges{0.040f, 0.480f, 0.31f, 0.78f};
inline constexpr BirdHinges kFalconHinges{0.045f, 0.390f, 0.32f, 0.68f};

/// A bird with its wings spread level along x; its shader beats them.
BodyMesh makeBird(BodyDetail detail);
BodyOutline birdOutline(float along);

/// A bird with long, narrow wings.
BodyMesh makeGull(BodyDetail detail);
BodyOutline gullOutline(float along);

/// A bird with pointed wings and a long tail.
BodyMesh makeFalcon(BodyDetail detail);
BodyOutline falconOutline(float along);

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
