#include <array>

#include "render/bodies/swimmer.hpp"

namespace shoal {
namespace {

/// Hand-drawn after side and top views of damselfish: tall and narrow, twice as long as high.
constexpr std::array kDamselStations{
    BodyOutline{0.000f, 0.006f, -0.010f, 0.006f},  BodyOutline{0.040f, 0.052f, -0.050f, 0.028f},
    BodyOutline{0.110f, 0.118f, -0.104f, 0.052f},  BodyOutline{0.220f, 0.190f, -0.165f, 0.072f},
    BodyOutline{0.360f, 0.226f, -0.210f, 0.078f},  BodyOutline{0.500f, 0.204f, -0.205f, 0.066f},
    BodyOutline{0.620f, 0.140f, -0.146f, 0.046f},  BodyOutline{0.720f, 0.084f, -0.086f, 0.028f},
    BodyOutline{0.790f, 0.060f, -0.060f, 0.016f},  BodyOutline{0.840f, 0.054f, -0.054f, 0.007f},
    BodyOutline{0.875f, 0.046f, -0.046f, 0.0025f}, BodyOutline{0.900f, 0.028f, -0.028f, 0.0015f},
    BodyOutline{0.915f, 0.008f, -0.008f, 0.001f},
};
constexpr std::array kDamselNear{0.02f, 0.06f, 0.12f, 0.20f, 0.30f, 0.41f, 0.52f,
                                 0.62f, 0.72f, 0.80f, 0.86f, 0.89f, 0.913f};
constexpr std::array kDamselMid{0.06f, 0.20f, 0.41f, 0.62f, 0.86f, 0.913f};

std::vector<Fin> damselFins() {
    Fin upperTail{.part = BodyVertex::tail,
                  .from = {{0, 0.054f, 0.828f}, {0, 0.040f, 0.840f}, {0, 0.020f, 0.846f}, {0, 0, 0.848f}},
                  .to = {{0, 0.196f, 1.000f}, {0, 0.130f, 0.984f}, {0, 0.060f, 0.948f}, {0, 0, 0.930f}},
                  .lift = 0.3f,
                  .points = {7, 3, 2}};
    Fin lowerTail = upperTail;
    lowerTail.from = mirrored(upperTail.from, {1.0f, -1.0f, 1.0f});
    lowerTail.to = mirrored(upperTail.to, {1.0f, -1.0f, 1.0f});
    lowerTail.lift = -0.1f;
    return {std::move(upperTail),
            std::move(lowerTail),
            {.from = {{0, 0.180f, 0.225f},
                      {0, 0.208f, 0.310f},
                      {0, 0.208f, 0.420f},
                      {0, 0.172f, 0.540f},
                      {0, 0.112f, 0.650f},
                      {0, 0.070f, 0.730f}},
             .to = {{0, 0.200f, 0.230f},
                    {0, 0.256f, 0.310f},
                    {0, 0.276f, 0.430f},
                    {0, 0.282f, 0.570f},
                    {0, 0.236f, 0.700f},
                    {0, 0.090f, 0.756f}},
             .lift = 0.9f,
             .points = {11, 4, 3}},
            {.from = {{0, -0.196f, 0.450f}, {0, -0.160f, 0.560f}, {0, -0.112f, 0.650f}, {0, -0.070f, 0.730f}},
             .to = {{0, -0.212f, 0.462f}, {0, -0.266f, 0.570f}, {0, -0.236f, 0.694f}, {0, -0.090f, 0.756f}},
             .lift = -0.6f,
             .points = {8, 4, 3}},
            {.part = BodyVertex::pectoral,
             .from = {{0.062f, -0.030f, 0.250f}, {0.066f, -0.046f, 0.256f}, {0.064f, -0.066f, 0.262f}},
             .to = {{0.086f, -0.016f, 0.312f},
                    {0.112f, -0.018f, 0.372f},
                    {0.122f, -0.062f, 0.400f},
                    {0.112f, -0.106f, 0.366f},
                    {0.084f, -0.096f, 0.304f}},
             .lift = -0.1f,
             .points = {6, 2, 0},
             .isPaired = true,
             .liftBelow = -0.1f},
            {.part = BodyVertex::pectoral,
             .form = Fin::blade,
             .from = {{0.028f, -0.180f, 0.285f}, {0.040f, -0.236f, 0.338f}, {0.048f, -0.296f, 0.432f}},
             .to = {{0.026f, -0.192f, 0.345f}, {0.036f, -0.230f, 0.368f}, {0.047f, -0.294f, 0.436f}},
             .lift = -0.2f,
             .points = {5, 2, 2},
             .isPaired = true,
             .liftBelow = -0.2f}};
}

}  // namespace

BodyOutline damselOutline(float along) {
    return throughStations(kDamselStations, along);
}

BodyMesh makeDamsel(BodyDetail detail) {
    static const SwimmerShape shape{.outline = damselOutline,
                                    .snout = -0.004f,
                                    .near = kDamselNear,
                                    .mid = kDamselMid,
                                    .sides = 12,
                                    .fins = damselFins()};
    return makeSwimmer(shape, detail);
}

}  // namespace shoal
