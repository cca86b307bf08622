#include "render/bodies/body_kind.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace shoal {
namespace {

constexpr SwimForm kSardineSwim{.wave = {0.10f, 0.95f, 0.0f, 2.0f}, .yaw = 0.22f, .scull = 0.035f};
constexpr FishForm kSardineForm{.border = {0.28f, 0.52f, -0.85f, -0.30f},
                                .finish = {1.0f, 0.10f, 1.0f, 1.0f},
                                .band = 0.09f,
                                .eye = {0.082f, 0.010f, 0.0225f, 0.556f},
                                .iris = {0.75f, 0.70f, 0.52f},
                                .gills = {1.0f, 0.195f, 0.0f, 0.45f},
                                .mouthLine = {0.014f, 0.28f, -1.0f, 0.036f},
                                .fins = {0.62f, 0.28f, 0.55f, 0.86f},
                                .accents = {0.45f, 0.20f, 0.0f, 1.0f}};
// Tunas swim with the last third of the body alone (Dickson and others 2005), sharks with most of it.
constexpr SwimForm kTunaSwim{.wave = {0.095f, 0.90f, 0.0f, 4.0f}, .yaw = 0.10f, .scull = 0.0f};
constexpr FishForm kTunaForm{.border = {0.24f, 0.46f, -0.90f, -0.35f},
                             .finish = {0.62f, 0.14f, 0.0f, 0.6f},
                             .band = 0.0f,
                             .eye = {0.078f, 0.012f, 0.0185f, 0.62f},
                             .iris = {0.62f, 0.62f, 0.50f},
                             .gills = {1.0f, 0.205f, 0.0f, 0.5f},
                             .mouthLine = {0.002f, 0.32f, -1.0f, 0.062f},
                             .fins = {0.96f, 0.94f, 0.06f, 0.93f},
                             .accents = {0.0f, 0.0f, 0.95f, 0.52f}};
constexpr SwimForm kSharkSwim{.wave = {0.115f, 0.85f, 0.15f, 1.0f}, .yaw = 0.10f, .scull = 0.0f};
constexpr FishForm kSharkForm{.border = {-0.20f, -0.06f, -0.98f, -0.55f},
                              .finish = {0.0f, 0.05f, 0.0f, 1.8f},
                              .band = 0.0f,
                              .eye = {0.078f, 0.010f, 0.0088f, 0.92f},
                              .iris = {0.02f, 0.02f, 0.02f},
                              .gills = {5.0f, 0.188f, 0.0155f, 0.7f},
                              .mouthLine = {0.046f, -0.34f, 0.050f, 0.096f},
                              .fins = {1.0f, 1.0f, 0.04f, 0.90f},
                              .accents = {0.15f, 0.75f, 0.7f, 0.0f}};
constexpr SwimForm kDamselSwim{.wave = {0.075f, 0.75f, 0.0f, 3.0f}, .yaw = 0.16f, .scull = 0.06f};
constexpr FishForm kDamselForm{.border = {0.05f, 0.85f, -0.95f, -0.45f},
                               .finish = {0.08f, 0.12f, 0.7f, 0.8f},
                               .band = 0.0f,
                               .eye = {0.122f, 0.046f, 0.0350f, 0.55f},
                               .iris = {0.85f, 0.82f, 0.70f},
                               .gills = {1.0f, 0.262f, 0.0f, 0.35f},
                               .mouthLine = {0.014f, 0.16f, -1.0f, 0.052f},
                               .fins = {0.80f, 0.80f, 0.60f, 0.89f},
                               .accents = {0.95f, 1.0f, 0.0f, 1.0f}};

constexpr BirdForm kStarlingForm{.hinges = kBirdHinges,
                                 .stroke = {0.14f, 0.02f, 0.62f, 0.95f},
                                 .sweep = 0.20f,
                                 .tips = {0.62f, 0.80f, 0.75f, 0.0f},
                                 .head = {0.095f, 0.140f, 0.018f, 0.012f},
                                 .hood = {},
                                 .paleTail = 0.0f};
// A gull raises its arms and lets its hands droop.
constexpr BirdForm kGullForm{.hinges = kGullHinges,
                             .stroke = {0.22f, -0.10f, 0.50f, 0.80f},
                             .sweep = 0.16f,
                             .tips = {0.93f, 1.03f, 0.93f, 0.0f},
                             .head = {0.084f, 0.134f, 0.018f, 0.010f},
                             .hood = {0.84f, 0.84f, 0.82f, 0.24f},
                             .paleTail = 1.0f};
constexpr BirdForm kFalconForm{.hinges = kFalconHinges,
                               .stroke = {0.05f, 0.00f, 0.48f, 0.62f},
                               .sweep = 0.30f,
                               .tips = {0.80f, 1.05f, 0.55f, 0.6f},
                               .head = {0.026f, 0.070f, 0.018f, 0.0135f},
                               .hood = {0.030f, 0.034f, 0.042f, 0.150f},
                               .paleTail = 0.0f};

constexpr BodyMotion kLegs{.stroke = BodyMotion::legs,
                           .rate = 0.42f,  // a gallop covers more than two lengths per stride
                           .maxRate = 4.5f,
                           .maxBend = 0.5f};
constexpr BodyMotion kCatLegs = [] {
    BodyMotion motion = kLegs;
    motion.maxBend = 0.6f;
    return motion;
}();

/// In the order of Species::Body; at the end kOwnBody.
constexpr std::array<BodyKind, kBodyKinds> kKinds{
    BodyKind{.mesh = makeFish,
             .outline = fishOutline,
             .vertexShader = "fish.vert",
             .fragmentShader = "fish.frag",
             // Bainbridge 1958: a fish swims 0.6 to 0.7 of its length per beat. Above nine beats a second, 60
             // frames a second show flicker instead of a wave. A fish at rest still fans its tail.
             .motion = {.stroke = BodyMotion::tail,
                        .rate = 1.7f,
                        .minRate = 0.7f,
                        .maxRate = 9.0f,
                        .maxRoll = 0.610865f,
                        .fullRollTurn = 2.5f,
                        .maxBend = 0.8f,
                        .sway = 0.3f},
             .reach = 0.75f,
             .thickness = 0.2f,
             .crossSection = 0.16f,
             .box = {.faces = {0.114f, 0.043f, 0.02f},
                     .silver = 0.27f,
                     .stripe = 0.3f,
                     .round = 1.0f,
                     .fins = 0.15f,
                     .sheen = 0.35f,
                     .gain = 0.61f},
             .isStriped = true,
             .palette = {.back = {0.006f, 0.035f, 0.075f},
                         .flank = {0.38f, 0.46f, 0.49f},
                         .belly = {0.84f, 0.86f, 0.82f},
                         .stripe = {0.05f, 0.13f, 0.17f}},
             .swim = kSardineSwim,
             .fish = kSardineForm},
    // The stripe colours the bill.
    BodyKind{.mesh = makeBird,
             .outline = birdOutline,
             .vertexShader = "bird.vert",
             .fragmentShader = "bird.frag",
             // Pennycuick 1996: longer birds flap slower. Roll: the bank of a coordinated turn at 10 m/s,
             // tan(61°) = 1.8/s · 10 m/s / g.
             .motion = {.stroke = BodyMotion::wings,
                        .rate = 5.2f,
                        .minRate = 2.0f,
                        .maxRate = 9.0f,
                        .maxRoll = 1.0647f,
                        .fullRollTurn = 1.8f,
                        .maxBend = 0.7f,
                        .sway = 0.12f},
             .reach = 1.2f,
             .thickness = 0.3f,
             .crossSection = 0.2f,
             .box = {.faces = {0.07f, 0.33f, 0.055f}, .belly = 0.1f, .gain = 0.68f},
             .isStriped = false,
             .palette = {.back = {0.026f, 0.027f, 0.034f},
                         .flank = {0.052f, 0.048f, 0.050f},
                         .belly = {0.095f, 0.084f, 0.080f},
                         .stripe = {0.60f, 0.38f, 0.08f}},
             .bird = kStarlingForm},
    // A gnu. The stripe colours horns and hooves.
    BodyKind{.mesh = makeBeast,
             .outline = beastOutline,
             .vertexShader = "beast.vert",
             .fragmentShader = "beast.frag",
             .motion = kLegs,
             .reach = 1.15f,
             .thickness = 0.25f,
             .crossSection = 0.0f,
             .box = {.faces = {0.205f, 0.086f, 0.052f}, .rise = 0.45f, .gain = 0.46f},
             .isStriped = false,
             .palette = {.back = {0.048f, 0.038f, 0.034f},
                         .flank = {0.170f, 0.120f, 0.085f},
                         .belly = {0.110f, 0.075f, 0.050f},
                         .stripe = {0.030f, 0.026f, 0.024f}}},
    // A lioness, which runs like a beast. The stripe colours nose and tail tip.
    BodyKind{.mesh = makeCat,
             .outline = catOutline,
             .vertexShader = "beast.vert",
             .fragmentShader = "cat.frag",
             .motion = kCatLegs,
             .reach = 1.15f,
             .thickness = 0.25f,
             .crossSection = 0.0f,
             .box = {.faces = {0.19f, 0.09f, 0.05f}, .rise = 0.45f, .gain = 0.79f},
             .isStriped = false,
             .palette = {.back = {0.360f, 0.215f, 0.085f},
                         .flank = {0.430f, 0.275f, 0.125f},
                         .belly = {0.600f, 0.480f, 0.330f},
                         .stripe = {0.045f, 0.030f, 0.022f}}},
    // Paper does not bend. The stripe runs along its fold and its tips.
    BodyKind{.mesh = makeDart,
             .outline = dartOutline,
             .vertexShader = "dart.vert",
             .fragmentShader = "dart.frag",
             .motion = {.stroke = BodyMotion::none, .maxRoll = 0.785398f, .fullRollTurn = 2.0f},
             .reach = 0.75f,
             .thickness = 0.2f,
             .crossSection = 0.0f,
             .box = {.faces = {0.06f, 0.14f, 0.03f}, .stripe = 0.28f, .gain = 0.86f},
             .isStriped = true,
             .palette = {.back = {0.560f, 0.570f, 0.570f},
                         .flank = {0.500f, 0.510f, 0.520f},
                         .belly = {0.380f, 0.410f, 0.440f},
                         .stripe = {0.020f, 0.270f, 0.330f}}},
    // The stripe colours sickles and finlets. Large fish beat more slowly, and lean less.
    BodyKind{.mesh = makeTuna,
             .outline = tunaOutline,
             .vertexShader = "fish.vert",
             .fragmentShader = "fish.frag",
             .motion = {.stroke = BodyMotion::tail,
                        .rate = 1.3f,
                        .minRate = 0.7f,
                        .maxRate = 7.0f,
                        .maxRoll = 0.5f,
                        .maxPitch = 0.6f,
                        .fullRollTurn = 2.5f,
                        .maxBend = 0.4f,
                        .sway = 0.06f},
             .reach = 0.8f,
             .thickness = 0.25f,
             .crossSection = 0.18f,
             .box = {.faces = {0.137f, 0.058f, 0.03f},
                     .silver = 0.05f,
                     .round = 1.0f,
                     .fins = 0.12f,
                     .sheen = 0.35f,
                     .gain = 0.45f},
             .isStriped = false,
             .palette = {.back = {0.010f, 0.028f, 0.075f},
                         .flank = {0.46f, 0.53f, 0.57f},
                         .belly = {0.80f, 0.83f, 0.83f},
                         .stripe = {0.85f, 0.58f, 0.06f}},
             .swim = kTunaSwim,
             .fish = kTunaForm},
    // The stripe colours the tips of the fins. Standing on its head it would not be known for a shark.
    BodyKind{.mesh = makeShark,
             .outline = sharkOutline,
             .vertexShader = "fish.vert",
             .fragmentShader = "fish.frag",
             .motion = {.stroke = BodyMotion::tail,
                        .rate = 1.1f,
                        .minRate = 0.4f,
                        .maxRate = 3.5f,
                        .maxRoll = 0.4f,
                        .maxPitch = 0.4f,
                        .fullRollTurn = 2.0f,
                        .maxBend = 0.9f,
                        .sway = 0.03f},
             .reach = 0.85f,
             .thickness = 0.17f,
             .crossSection = 0.16f,
             .box = {.faces = {0.094f, 0.074f, 0.022f},
                     .stripe = 0.5f,
                     .round = 1.0f,
                     .fins = 0.15f,
                     .sheen = 0.43f,
                     .gain = 0.52f},
             .isStriped = false,
             .palette = {.back = {0.155f, 0.185f, 0.200f},
                         .flank = {0.72f, 0.75f, 0.74f},
                         .belly = {0.82f, 0.84f, 0.82f},
                         .stripe = {0.060f, 0.070f, 0.078f}},
             .swim = kSharkSwim,
             .fish = kSharkForm},
    // The stripe colours the tail.
    BodyKind{.mesh = makeDamsel,
             .outline = damselOutline,
             .vertexShader = "fish.vert",
             .fragmentShader = "fish.frag",
             .motion = {.stroke = BodyMotion::tail,
                        .rate = 1.7f,
                        .minRate = 0.9f,
                        .maxRate = 7.0f,
                        .maxRoll = 0.4f,
                        .fullRollTurn = 2.5f,
                        .maxBend = 0.6f,
                        .sway = 0.1f},
             .reach = 0.8f,
             .thickness = 0.4f,
             .crossSection = 0.3f,
             .box = {.faces = {0.262f, 0.05f, 0.04f},
                     .silver = 0.03f,
                     .belly = 0.2f,
                     .round = 1.0f,
                     .fins = 0.45f,
                     .sheen = 0.2f,
                     .gain = 0.61f},
             .isStriped = true,
             .palette = {.back = {0.030f, 0.065f, 0.250f},
                         .flank = {0.095f, 0.210f, 0.600f},
                         .belly = {0.300f, 0.420f, 0.680f},
                         .stripe = {0.950f, 0.600f, 0.040f}},
             .swim = kDamselSwim,
             .fish = kDamselForm},
    // The stripe colours the bill.
    BodyKind{.mesh = makeGull,
             .outline = gullOutline,
             .vertexShader = "bird.vert",
             .fragmentShader = "bird.frag",
             .motion = {.stroke = BodyMotion::wings,
                        .rate = 2.3f,
                        .minRate = 1.4f,
                        .maxRate = 5.0f,
                        .maxRoll = 0.7f,
                        .fullRollTurn = 1.8f,
                        .maxBend = 0.5f,
                        .sway = 0.12f},
             .reach = 1.45f,
             .thickness = 0.3f,
             .crossSection = 0.2f,
             .box = {.faces = {0.07f, 0.36f, 0.055f}, .belly = 0.6f, .gain = 0.8f},
             .isStriped = false,
             .palette = {.back = {0.330f, 0.350f, 0.385f},
                         .flank = {0.72f, 0.72f, 0.72f},
                         .belly = {0.84f, 0.84f, 0.82f},
                         .stripe = {0.80f, 0.46f, 0.04f}},
             .bird = kGullForm},
    BodyKind{.mesh = makeFalcon,
             .outline = falconOutline,
             .vertexShader = "bird.vert",
             .fragmentShader = "bird.frag",
             .motion = {.stroke = BodyMotion::wings,
                        .rate = 3.0f,
                        .minRate = 2.0f,
                        .maxRate = 6.5f,
                        .maxRoll = 0.785398f,
                        .fullRollTurn = 1.8f,
                        .maxBend = 0.5f,
                        .sway = 0.08f},
             .reach = 1.35f,
             .thickness = 0.3f,
             .crossSection = 0.2f,
             .box = {.faces = {0.065f, 0.38f, 0.05f}, .belly = 0.5f, .gain = 0.73f},
             .isStriped = false,
             .palette = {.back = {0.075f, 0.088f, 0.110f},
                         .flank = {0.180f, 0.175f, 0.170f},
                         .belly = {0.58f, 0.50f, 0.38f},
                         .stripe = {0.70f, 0.48f, 0.06f}},
             .bird = kFalconForm},
    // A file's body, which swims as a tuna does; a sardine while the file cannot be read.
    BodyKind{.mesh = makeFish,
             .outline = fishOutline,
             .vertexShader = "fish.vert",
             .fragmentShader = "own.frag",
             .motion = {.stroke = BodyMotion::tail,
                        .rate = 1.3f,
                        .minRate = 0.7f,
                        .maxRate = 7.0f,
                        .maxRoll = 0.5f,
                        .fullRollTurn = 2.5f,
                        .maxBend = 0.4f,
                        .sway = 0.06f},
             .reach = 1.0f,
             .thickness = 0.2f,
             .crossSection = 0.16f,
             .box = {.faces = {0.114f, 0.043f, 0.02f}, .round = 1.0f},
             .isStriped = false,
             .palette = {.back = {0.250f, 0.260f, 0.270f},
                         .flank = {0.420f, 0.430f, 0.440f},
                         .belly = {0.560f, 0.570f, 0.580f},
                         .stripe = {0.250f, 0.260f, 0.270f}},
             .swim = kTunaSwim},
};

/// A fully saturated colour in linear light; its largest component is 1.
glm::vec3 pureColour(float hue) {
    // On the colour wheel each channel is full over a third and fades over a sixth on either side.
    const auto channel = [hue](float centre) {
        constexpr float kTurn = 6.283185307f;
        const float away = std::abs(std::remainder(hue - centre, kTurn)) / (kTurn / 6.0f);
        return std::clamp(2.0f - away, 0.0f, 1.0f);
    };
    return {channel(0.0f), channel(2.094395102f), channel(4.188790205f)};
}

/// Blends a body colour towards another by `tint`, keeping its brightness. Some grey stays, or it would look
/// like plastic; plumage is greyer still, and none with a hue is black.
glm::vec3 tinted(const glm::vec3& colour, const glm::vec3& other, float tint, bool isPlumage) {
    const float own = glm::dot(colour, glm::vec3(1.0f / 3.0f));
    const float brightness = isPlumage ? own + 0.10f * (1.0f - own) : own;
    const glm::vec3 turned = other * (brightness * 3.0f / (other.x + other.y + other.z));
    return glm::mix(colour, glm::mix(glm::vec3(brightness), turned, isPlumage ? 0.40f : 0.85f), tint);
}

}  // namespace

const BodyKind& bodyKind(Species::Body body) {
    return kKinds[static_cast<std::size_t>(body)];
}

BodyPalette paletteOf(Species::Body body, float hue, float tint) {
    const BodyKind& kind = bodyKind(body);
    BodyPalette palette = kind.palette;
    if (!(tint > 0.0f) || !std::isfinite(hue)) {
        return palette;
    }
    const glm::vec3 pure = pureColour(hue);
    for (glm::vec3* colour : {&palette.back, &palette.flank, &palette.belly}) {
        *colour = tinted(*colour, pure, std::min(tint, 1.0f), kind.bird.has_value());
    }
    if (kind.isStriped) {
        palette.stripe = tinted(palette.stripe, pure, std::min(tint, 1.0f), false);
    }
    return palette;
}

}  // namespace shoal
