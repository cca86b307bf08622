#include "render/bodies/body_kind.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace shoal {
namespace {

/// In the order of Species::Body.
constexpr std::array<BodyKind, Species::bodies.size()> kKinds{
    BodyKind{
        .mesh = makeFish,
        .outline = fishOutline,
        .vertexShader = "fish.vert",
        .fragmentShader = "fish.frag",
        .motion = {.stroke = BodyMotion::tail, .maxRoll = 0.610865f, .fullRollTurn = 2.5f, .maxBend = 0.8f},
        .reach = 0.75f,
        .thickness = 0.2f,
        .crossSection = 0.16f,
        .box = {.faces = {0.11f, 0.042f, 0.02f}, .silver = 0.5f, .stripe = 0.3f, .gain = 1.05f},
        .isStriped = true,
        .palettes = {{BodyPalette{{0.006f, 0.035f, 0.075f},
                                  {0.38f, 0.46f, 0.49f},
                                  {0.84f, 0.86f, 0.82f},
                                  {1.00f, 0.60f, 0.06f}},
                      BodyPalette{{0.030f, 0.040f, 0.050f},
                                  {0.20f, 0.23f, 0.25f},
                                  {0.62f, 0.64f, 0.62f},
                                  {0.10f, 0.12f, 0.14f}},
                      BodyPalette{{0.300f, 0.060f, 0.030f},
                                  {0.85f, 0.32f, 0.12f},
                                  {0.95f, 0.62f, 0.40f},
                                  {0.55f, 0.12f, 0.35f}},
                      BodyPalette{{0.040f, 0.050f, 0.180f},
                                  {0.25f, 0.32f, 0.75f},
                                  {0.75f, 0.78f, 0.85f},
                                  {0.85f, 0.85f, 0.20f}}}}},
    // The stripe colours the bill and the bars at the wing tips: starling, gull, hawk, swallow.
    BodyKind{
        .mesh = makeBird,
        .outline = birdOutline,
        .vertexShader = "bird.vert",
        .fragmentShader = "bird.frag",
        // The bank of a coordinated turn at 10 m/s: tan(61°) = 1.8/s · 10 m/s / g.
        .motion = {.stroke = BodyMotion::wings, .maxRoll = 1.0647f, .fullRollTurn = 1.8f, .maxBend = 0.7f},
        .reach = 1.2f,
        .thickness = 0.3f,
        .crossSection = 0.2f,
        .box = {.faces = {0.07f, 0.33f, 0.055f}, .belly = 0.1f, .gain = 0.68f},
        .isStriped = false,
        .palettes = {{BodyPalette{{0.022f, 0.022f, 0.028f},
                                  {0.040f, 0.038f, 0.044f},
                                  {0.075f, 0.068f, 0.070f},
                                  {0.60f, 0.38f, 0.08f}},
                      BodyPalette{{0.330f, 0.350f, 0.380f},
                                  {0.60f, 0.61f, 0.62f},
                                  {0.78f, 0.77f, 0.75f},
                                  {0.75f, 0.33f, 0.04f}},
                      BodyPalette{{0.240f, 0.150f, 0.075f},
                                  {0.40f, 0.28f, 0.15f},
                                  {0.50f, 0.40f, 0.28f},
                                  {0.55f, 0.36f, 0.08f}},
                      BodyPalette{{0.020f, 0.035f, 0.110f},
                                  {0.10f, 0.12f, 0.20f},
                                  {0.72f, 0.64f, 0.55f},
                                  {0.08f, 0.06f, 0.05f}}}}},
    // The stripe colours horns and hooves: gnu, gazelle, zebra-grey, red antelope.
    BodyKind{.mesh = makeBeast,
             .outline = beastOutline,
             .vertexShader = "beast.vert",
             .fragmentShader = "beast.frag",
             .motion = {.stroke = BodyMotion::legs, .maxRoll = 0.0f, .fullRollTurn = 2.5f, .maxBend = 0.5f},
             .reach = 1.15f,
             .thickness = 0.25f,
             .crossSection = 0.0f,
             .box = {.faces = {0.205f, 0.086f, 0.052f}, .rise = 0.45f, .gain = 0.46f},
             .isStriped = false,
             .palettes = {{BodyPalette{{0.048f, 0.038f, 0.034f},
                                       {0.170f, 0.120f, 0.085f},
                                       {0.110f, 0.075f, 0.050f},
                                       {0.030f, 0.026f, 0.024f}},
                           BodyPalette{{0.330f, 0.170f, 0.070f},
                                       {0.480f, 0.280f, 0.120f},
                                       {0.780f, 0.720f, 0.620f},
                                       {0.050f, 0.040f, 0.034f}},
                           BodyPalette{{0.200f, 0.195f, 0.190f},
                                       {0.400f, 0.390f, 0.370f},
                                       {0.650f, 0.630f, 0.600f},
                                       {0.040f, 0.040f, 0.040f}},
                           BodyPalette{{0.200f, 0.062f, 0.024f},
                                       {0.330f, 0.120f, 0.048f},
                                       {0.560f, 0.420f, 0.300f},
                                       {0.060f, 0.045f, 0.036f}}}}},
    // Runs like a beast. The stripe colours nose and tail tip: lioness, leopard's yellow, panther, puma.
    BodyKind{.mesh = makeCat,
             .outline = catOutline,
             .vertexShader = "beast.vert",
             .fragmentShader = "cat.frag",
             .motion = {.stroke = BodyMotion::legs, .maxRoll = 0.0f, .fullRollTurn = 2.5f, .maxBend = 0.6f},
             .reach = 1.15f,
             .thickness = 0.25f,
             .crossSection = 0.0f,
             .box = {.faces = {0.19f, 0.09f, 0.05f}, .rise = 0.45f, .gain = 0.79f},
             .isStriped = false,
             .palettes = {{BodyPalette{{0.360f, 0.215f, 0.085f},
                                       {0.430f, 0.275f, 0.125f},
                                       {0.600f, 0.480f, 0.330f},
                                       {0.045f, 0.030f, 0.022f}},
                           BodyPalette{{0.460f, 0.280f, 0.080f},
                                       {0.500f, 0.320f, 0.110f},
                                       {0.700f, 0.620f, 0.480f},
                                       {0.040f, 0.030f, 0.020f}},
                           BodyPalette{{0.018f, 0.017f, 0.018f},
                                       {0.030f, 0.028f, 0.028f},
                                       {0.045f, 0.042f, 0.040f},
                                       {0.010f, 0.010f, 0.010f}},
                           BodyPalette{{0.300f, 0.160f, 0.080f},
                                       {0.380f, 0.220f, 0.120f},
                                       {0.600f, 0.500f, 0.400f},
                                       {0.060f, 0.045f, 0.040f}}}}},
    // Paper does not bend. The stripe runs along its fold and its tips.
    BodyKind{
        .mesh = makeDart,
        .outline = dartOutline,
        .vertexShader = "dart.vert",
        .fragmentShader = "dart.frag",
        .motion = {.stroke = BodyMotion::none, .maxRoll = 0.785398f, .fullRollTurn = 2.0f, .maxBend = 0.0f},
        .reach = 0.75f,
        .thickness = 0.2f,
        .crossSection = 0.0f,
        .box = {.faces = {0.06f, 0.14f, 0.03f}, .stripe = 0.28f, .gain = 0.86f},
        .isStriped = true,
        .palettes = {{BodyPalette{{0.560f, 0.570f, 0.570f},
                                  {0.500f, 0.510f, 0.520f},
                                  {0.380f, 0.410f, 0.440f},
                                  {0.020f, 0.270f, 0.330f}},
                      BodyPalette{{0.620f, 0.300f, 0.070f},
                                  {0.560f, 0.270f, 0.065f},
                                  {0.620f, 0.330f, 0.090f},
                                  {0.280f, 0.060f, 0.015f}},
                      BodyPalette{{0.110f, 0.420f, 0.520f},
                                  {0.100f, 0.380f, 0.480f},
                                  {0.080f, 0.290f, 0.370f},
                                  {0.010f, 0.070f, 0.110f}},
                      BodyPalette{{0.700f, 0.230f, 0.280f},
                                  {0.640f, 0.210f, 0.260f},
                                  {0.480f, 0.150f, 0.190f},
                                  {0.180f, 0.020f, 0.040f}}}}},
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

/// Blends a body colour towards another by `tint`, keeping its brightness.
glm::vec3 tinted(const glm::vec3& colour, const glm::vec3& other, float tint) {
    const float brightness = glm::dot(colour, glm::vec3(1.0f / 3.0f));
    const glm::vec3 turned = other * (brightness * 3.0f / (other.x + other.y + other.z));
    // Keep some grey, or it would look like plastic.
    return glm::mix(colour, glm::mix(glm::vec3(brightness), turned, 0.85f), tint);
}

}  // namespace

const BodyKind& bodyKind(Species::Body body) {
    return kKinds[static_cast<std::size_t>(body)];
}

BodyPalette paletteOf(Species::Body body, std::size_t species, float hue, float tint) {
    const BodyKind& kind = bodyKind(body);
    BodyPalette palette = kind.palettes[species % kind.palettes.size()];
    if (!(tint > 0.0f) || !std::isfinite(hue)) {
        return palette;
    }
    const glm::vec3 pure = pureColour(hue);
    for (glm::vec3* colour : {&palette.back, &palette.flank, &palette.belly}) {
        *colour = tinted(*colour, pure, std::min(tint, 1.0f));
    }
    if (kind.isStriped) {
        palette.stripe = tinted(palette.stripe, pure, std::min(tint, 1.0f));
    }
    return palette;
}

}  // namespace shoal
