#include <array>

#include "render/bodies/swimmer.hpp"

namespace shoal {
namespace {

/// Hand-drawn outline, read off side and top views of herring-like fish: length five times the height.
constexpr std::array kFishStations{
    BodyOutline{0.000f, 0.002f, -0.010f, 0.004f}, BodyOutline{0.030f, 0.026f, -0.033f, 0.020f},
    BodyOutline{0.090f, 0.054f, -0.060f, 0.036f}, BodyOutline{0.180f, 0.079f, -0.086f, 0.049f},
    BodyOutline{0.300f, 0.094f, -0.105f, 0.056f}, BodyOutline{0.420f, 0.094f, -0.106f, 0.055f},
    BodyOutline{0.550f, 0.079f, -0.090f, 0.046f}, BodyOutline{0.680f, 0.052f, -0.060f, 0.030f},
    BodyOutline{0.780f, 0.029f, -0.034f, 0.016f}, BodyOutline{0.840f, 0.021f, -0.025f, 0.007f},
    BodyOutline{0.880f, 0.015f, -0.017f, 0.001f},
};
constexpr std::array kFishNear{0.018f, 0.07f, 0.15f, 0.26f, 0.38f, 0.50f, 0.64f, 0.76f, 0.86f};
constexpr std::array kFishMid{0.07f, 0.26f, 0.50f, 0.86f};

std::vector<Fin> fishFins() {
    const auto on = [](float along, float BodyOutline::*edge) {
        return glm::vec3{0.0f, fishOutline(along).*edge * 0.93f, along};
    };
    const auto rise = [](float along, float BodyOutline::*edge, float height, float back) {
        return glm::vec3{0.0f, fishOutline(along).*edge + height, along + back};
    };
    constexpr auto kBack = &BodyOutline::back;
    constexpr auto kBelly = &BodyOutline::belly;
    // The tail's root lies along the peduncle, its rim runs from the lobe's tip to the fork.
    Fin upperTail{.part = BodyVertex::tail,
                  .from = {{0, 0.020f, 0.835f}, {0, 0.017f, 0.842f}, {0, 0.009f, 0.848f}, {0, 0, 0.850f}},
                  .to = {{0, 0.128f, 1.000f}, {0, 0.085f, 0.975f}, {0, 0.040f, 0.938f}, {0, 0, 0.915f}},
                  .lift = 0.35f,
                  .points = {4, 2, 0}};
    Fin lowerTail = upperTail;
    lowerTail.from = mirrored(upperTail.from, {1.0f, -1.0f, 1.0f});
    lowerTail.to = mirrored(upperTail.to, {1.0f, -1.0f, 1.0f});
    lowerTail.lift = -0.15f;
    Fin upperFarTail{.part = BodyVertex::tail,
                     .from = {{0, 0, 0.82f}, {0, 0, 0.92f}},
                     .to = {{0, 0.122f, 0.995f}, {0, 0, 0.92f}},
                     .lift = 0.3f,
                     .points = {0, 0, 2}};
    Fin lowerFarTail = upperFarTail;
    lowerFarTail.to[0].y = -0.122f;
    lowerFarTail.lift = -0.15f;
    return {
        std::move(upperTail),
        std::move(lowerTail),
        std::move(upperFarTail),
        std::move(lowerFarTail),
        {.from = {on(0.36f, kBack), on(0.39f, kBack), on(0.43f, kBack), on(0.50f, kBack), on(0.57f, kBack)},
         .to = {rise(0.36f, kBack, 0.002f, 0.005f), rise(0.39f, kBack, 0.040f, 0.025f),
                rise(0.43f, kBack, 0.058f, 0.045f), rise(0.50f, kBack, 0.026f, 0.035f),
                rise(0.57f, kBack, 0.014f, 0.050f)},
         .lift = 0.9f,
         .points = {5, 3, 0}},
        {.from = {on(0.60f, kBelly), on(0.66f, kBelly), on(0.74f, kBelly)},
         .to = {rise(0.60f, kBelly, 0.0f, 0.01f), rise(0.66f, kBelly, -0.040f, 0.03f),
                rise(0.74f, kBelly, -0.012f, 0.035f)},
         .lift = -0.5f,
         .points = {3, 0, 0}},
        // Held outwards and back, slightly down, from just behind the gills.
        {.part = BodyVertex::pectoral,
         .from = {{0.040f, -0.045f, 0.225f}, {0.044f, -0.054f, 0.245f}, {0.044f, -0.060f, 0.262f}},
         .to = {{0.096f, -0.080f, 0.330f}, {0.092f, -0.092f, 0.350f}, {0.066f, -0.086f, 0.330f}},
         .lift = -0.2f,
         .points = {3, 0, 0},
         .isPaired = true,
         .liftBelow = -0.2f}};
}

}  // namespace

BodyOutline fishOutline(float along) {
    return throughStations(kFishStations, along);
}

BodyMesh makeFish(BodyDetail detail) {
    static const SwimmerShape shape{
        .outline = fishOutline, .snout = -0.004f, .near = kFishNear, .mid = kFishMid, .fins = fishFins()};
    return makeSwimmer(shape, detail);
}

}  // namespace shoal
