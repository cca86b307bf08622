#pragma once

#include <optional>
#include <string_view>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <shoal/scene.hpp>

#include "render/bodies/body_mesh.hpp"
#include "render/frame/body_batch.hpp"

namespace shoal {

/// Colours of a species' bodies, in linear light.
struct BodyPalette {
    glm::vec3 back, flank, belly;
    glm::vec3 stripe;  ///< a fish's stripe or the accents of its fins; bill, horns and hooves; a dart's bands
    float mouth = 0.0f;  ///< redness of a fish's mouth, 0 .. 1
};

/// How a kind of body moves: see shaders/animate.comp.
struct BodyMotion {
    enum Stroke { tail, wings, legs, none };
    Stroke stroke = none;
    /// Strokes for each length that it swims or runs; of a bird 1 m long, flaps a second.
    float rate = 0.0f;
    float minRate = 0.0f;        ///< [1/s] at rest
    float maxRate = 1.0f;        ///< [1/s]
    float maxRoll = 0.0f;        ///< [rad]
    float maxPitch = 0.785398f;  ///< [rad] to which its heading is drawn above or below level; at most 45°
    float fullRollTurn = 2.5f;   ///< [rad/s] turn rate at the largest roll
    float maxBend = 0.0f;        ///< [rad] along one body; of a bird's tail
    float sway = 0.0f;           ///< [rad] amplitude of its idle roll: see shaders/pose.comp
};

/// A body as a box, for what lies too far away to show a mesh.
struct BodyBox {
    glm::vec3 faces{0.1f};  ///< [body lengths²] projected areas of a flank, of back or belly, and of an end
    float rise = 0.0f;      ///< [body lengths] height of its middle above the body's position
    float silver = 0.0f;    ///< 0 .. 1: how much its flanks mirror
    float stripe = 0.0f;    ///< 0 .. 1: share of the stripe's colour in its flanks and back
    float belly = 1.0f;     ///< 0 .. 1: share of the belly's colour below; the rest is the flanks'
    float round = 0.0f;     ///< 0 .. 1: how far the halves of its flanks lean up and down
    float fins = 0.0f;      ///< 0 .. 1: share of fins, lit from both sides, in its flanks
    float sheen = 0.0f;     ///< 0 .. 1: how much its back mirrors
    float gain = 1.0f;      ///< brightness, relative to that of bare faces
};

/// How a body swims: see shaders/fish.vert.
struct SwimForm {
    /// The sideways wave: sweep of the tail's tip [body lengths], waves along one body, and the wave's
    /// envelope: its share at the snout, and the power of the place along the body by which it grows.
    glm::vec4 wave;
    float yaw;    ///< how far the head yields to the tail's push
    float scull;  ///< [body lengths] stroke of the pectoral fins' rims
};

/// How a fish of any kind is painted: see shaders/fish.frag. Lifts are those of BodyVertex, places along and
/// heights in body lengths.
struct FishForm {
    glm::vec4 border;  ///< lifts between which the flank turns into the back, and the belly into the flank
    glm::vec4
        finish;     ///< silver, gloss and scales 0 .. 1; how far the back's border wavers, 1 as a sardine's
    float band;     ///< [lift] half width of a stripe along the flank; 0 is none
    glm::vec4 eye;  ///< place along, height, radius; radius of the pupil relative to it
    glm::vec3 iris;
    glm::vec4 gills;      ///< number of slits on each side; place of the first, spacing, darkness 0 .. 1
    glm::vec4 mouthLine;  ///< depth at the snout, slope; places along between which it can be seen
    glm::vec4 fins;  ///< opacity of the rims of tail and fins; flank's share of their colour; the body's end
    glm::vec4
        accents;  ///< stripe's share at the tail's root, its rim, fins' rims; for fins behind this place
};

/// How a bird of any kind flies and is painted: see shaders/bird.vert and bird.frag.
struct BirdForm {
    BirdHinges hinges;
    /// [rad] angles above level of the wing's inner and outer strip, and how far a full stroke swings them.
    glm::vec4 stroke;
    float sweep;     ///< [rad] of the outer strip in a glide
    glm::vec4 tips;  ///< places along the span between which the wing darkens, by how much; bars on the belly
    glm::vec4 head;  ///< end of the bill; the eye's place along, height and radius
    glm::vec4 hood;  ///< colour of the head; its end along the body, 0 for none
    float paleTail;  ///< 0 .. 1: belly's share in the tail's colour
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
    /// [body lengths²] area of its shadow on other bodies; 0 for bodies that stand on the ground, where their
    /// shadows lie, and for darts, which stand for points of a model.
    float crossSection;
    BodyBox box;
    bool isStriped;  ///< its stripe takes on a species' hue; bills, horns and hooves do not
    BodyPalette palette;
    std::optional<SwimForm> swim = {};  ///< for kinds drawn with fish.vert
    std::optional<FishForm> fish = {};  ///< for kinds drawn with fish.frag
    std::optional<BirdForm> bird = {};  ///< for kinds drawn with bird.vert
};

const BodyKind& bodyKind(Species::Body body);

/// Returns the palette of a kind, tinted with `hue` [rad] by `tint` 0 .. 1.
BodyPalette paletteOf(Species::Body body, float hue, float tint);

}  // namespace shoal
