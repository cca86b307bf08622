#include <array>

#include "render/bodies/swimmer.hpp"

namespace shoal {
namespace {

/// Hand-drawn after side and top views of requiem sharks: a flattened, pointed snout; the peduncle rises into
/// the tail's long upper lobe and ends there in a wedge.
constexpr std::array kSharkStations{
    BodyOutline{0.000f, 0.004f, -0.004f, 0.010f, 0.012f},
    BodyOutline{0.030f, 0.018f, -0.016f, 0.030f, 0.010f},
    BodyOutline{0.080f, 0.036f, -0.034f, 0.050f, 0.004f},
    BodyOutline{0.160f, 0.058f, -0.060f, 0.066f, 0.000f},
    BodyOutline{0.260f, 0.076f, -0.080f, 0.076f, 0.000f},
    BodyOutline{0.360f, 0.082f, -0.084f, 0.076f, 0.000f},
    BodyOutline{0.480f, 0.072f, -0.074f, 0.066f, 0.000f},
    BodyOutline{0.600f, 0.054f, -0.055f, 0.048f, 0.002f},
    BodyOutline{0.700f, 0.036f, -0.037f, 0.031f, 0.006f},
    BodyOutline{0.780f, 0.023f, -0.024f, 0.018f, 0.013f},
    BodyOutline{0.830f, 0.017f, -0.017f, 0.009f, 0.022f},
    BodyOutline{0.870f, 0.010f, -0.010f, 0.004f, 0.036f},
    BodyOutline{0.900f, 0.004f, -0.004f, 0.001f, 0.052f},
};
constexpr std::array kSharkNear{0.012f, 0.035f, 0.08f, 0.15f, 0.23f, 0.32f, 0.42f,
                                0.52f,  0.62f,  0.71f, 0.79f, 0.84f, 0.895f};
constexpr std::array kSharkMid{0.08f, 0.23f, 0.42f, 0.62f, 0.79f, 0.895f};

std::vector<Fin> sharkFins() {
    constexpr float kDark = 0.7f;   // as dark as the back
    constexpr float kPale = -0.8f;  // as pale as the belly
    return {
        // The tail's upper lobe, with a notch below its tip; its lower lobe.
        {.part = BodyVertex::tail,
         .form = Fin::blade,
         .from = {{0, 0.034f, 0.785f}, {0, 0.074f, 0.840f}, {0, 0.140f, 0.910f}, {0, 0.218f, 0.985f}},
         .to = {{0, 0.006f, 0.856f},
                {0, 0.046f, 0.894f},
                {0, 0.100f, 0.934f},
                {0, 0.150f, 0.962f},
                {0, 0.170f, 0.962f},
                {0, 0.188f, 0.980f},
                {0, 0.216f, 0.996f}},
         .lift = 0.5f,
         .points = {13, 3, 2}},
        {.part = BodyVertex::tail,
         .form = Fin::blade,
         .from = {{0, 0.002f, 0.785f}, {0, -0.030f, 0.830f}, {0, -0.075f, 0.872f}, {0, -0.112f, 0.912f}},
         .to = {{0, 0.020f, 0.868f}, {0, -0.016f, 0.868f}, {0, -0.060f, 0.884f}, {0, -0.110f, 0.917f}},
         .lift = -0.1f,
         .points = {7, 3, 2}},
        // The dorsal fins and the anal fin.
        {.form = Fin::blade,
         .from = {{0, 0.074f, 0.335f}, {0, 0.112f, 0.376f}, {0, 0.156f, 0.416f}, {0, 0.190f, 0.464f}},
         .to = {{0, 0.064f, 0.505f}, {0, 0.084f, 0.464f}, {0, 0.132f, 0.450f}, {0, 0.188f, 0.470f}},
         .lift = 0.9f,
         .points = {8, 3, 2}},
        {.form = Fin::blade,
         .from = {{0, 0.038f, 0.685f}, {0, 0.054f, 0.708f}, {0, 0.066f, 0.730f}},
         .to = {{0, 0.034f, 0.742f}, {0, 0.044f, 0.726f}, {0, 0.065f, 0.733f}},
         .lift = 0.9f,
         .points = {4, 0, 0}},
        {.form = Fin::blade,
         .from = {{0, -0.028f, 0.685f}, {0, -0.044f, 0.710f}, {0, -0.056f, 0.732f}},
         .to = {{0, -0.020f, 0.744f}, {0, -0.034f, 0.728f}, {0, -0.055f, 0.735f}},
         .lift = -0.6f,
         .points = {4, 0, 0}},
        // The pectoral fins, held out like wings, and the pelvic fins.
        {.part = BodyVertex::pectoral,
         .form = Fin::blade,
         .from = {{0.056f, -0.036f, 0.250f},
                  {0.122f, -0.062f, 0.296f},
                  {0.188f, -0.086f, 0.350f},
                  {0.242f, -0.104f, 0.420f}},
         .to = {{0.056f, -0.046f, 0.352f},
                {0.106f, -0.066f, 0.362f},
                {0.172f, -0.088f, 0.386f},
                {0.240f, -0.105f, 0.426f}},
         .lift = kDark,
         .points = {8, 3, 2},
         .isPaired = true,
         .liftBelow = kPale},
        {.part = BodyVertex::pectoral,
         .form = Fin::blade,
         .from = {{0.032f, -0.048f, 0.550f}, {0.058f, -0.066f, 0.586f}, {0.082f, -0.082f, 0.626f}},
         .to = {{0.026f, -0.044f, 0.612f}, {0.046f, -0.060f, 0.614f}, {0.080f, -0.082f, 0.631f}},
         .lift = kDark,
         .points = {4, 0, 0},
         .isPaired = true,
         .liftBelow = kPale},
    };
}

}  // namespace

BodyOutline sharkOutline(float along) {
    return throughStations(kSharkStations, along);
}

BodyMesh makeShark(BodyDetail detail) {
    static const SwimmerShape shape{.outline = sharkOutline,
                                    .snout = 0.012f,
                                    .near = kSharkNear,
                                    .mid = kSharkMid,
                                    .sides = 18,
                                    .fins = sharkFins()};
    return makeSwimmer(shape, detail);
}

}  // namespace shoal
