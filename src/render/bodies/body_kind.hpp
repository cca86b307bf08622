#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <glm/vec3.hpp>

#include <shoal/scene.hpp>

#include "render/bodies/body_mesh.hpp"

namespace shoal {

/// Colours of a species' bodies, in linear light.
struct BodyPalette {
    glm::vec3 back, flank, belly;
    glm::vec3 stripe;    ///< a fish's stripe; bill, horns and hooves; or the bands on a dart
    float mouth = 0.0f;  ///< redness of a fish's mouth, 0 .. 1
};

/// How a kind of body moves: see shaders/animate.comp.
struct BodyMotion {
    enum Stroke { tail, wings, legs, none };
    Stroke stroke = none;
    float maxRoll = 0.0f;       ///< [rad]
    float fullRollTurn = 2.5f;  ///< [rad/s] turn rate at the largest roll
    float maxBend = 0.0f;       ///< [rad] along one body; of a bird's tail
    float sway = 0.0f;          ///< [rad] amplitude of its idle roll: see shaders/pose.comp
};

/// A body as a box, for what lies too far away to show a mesh.
struct BodyBox {
    glm::vec3 faces{0.1f};  ///< [body lengths²] projected areas of a flank, of back or belly, and of an end
    float rise = 0.0f;      ///< [body lengths] height of its middle above the body's position
    float silver = 0.0f;    ///< 0 .. 1: how much its flanks mirror
    float stripe = 0.0f;    ///< 0 .. 1: share of the stripe's colour in its flanks and back
    float belly = 1.0f;     ///< 0 .. 1: share of the belly's colour below; the rest is the flanks'
    float gain = 1.0f;      ///< brightness, relative to that of bare faces
};

/// Everything needed to draw one kind of body.
struct BodyKind {
    BodyMesh (*mesh)(BodyDetail);
    BodyOutline (*outline)(float along);
    std::string_view vertexShader;
    std::string_view fragmentShader;
    BodyMotion motion;
    float reach;      ///< [body lengths] from the simulated position to the farthest tip, at maximum bend
    float thickness;  ///< [body lengths]
    /// [body lengths²] area of its shadow on other bodies; 0 for those that stand on the ground, where their
    /// shadows lie, and for darts, which stand for points of a model.
    float crossSection;
    BodyBox box;
    bool isStriped;  ///< its stripe takes on a species' hue; bills, horns and hooves do not
    std::array<BodyPalette, 4> palettes;  ///< by the species' index in the scene
};

const BodyKind& bodyKind(Species::Body body);

/// Returns the palette of the species at this index in the scene, tinted with `hue` [rad] by `tint` 0 .. 1.
BodyPalette paletteOf(Species::Body body, std::size_t species, float hue, float tint);

}  // namespace shoal
