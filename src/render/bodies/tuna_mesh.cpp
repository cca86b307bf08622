#include <array>

#include "render/bodies/swimmer.hpp"

namespace shoal {
namespace {

/// Hand-drawn after side and top views of yellowfin tuna: a spindle four times as long as high, deepest at
/// two fifths, with a peduncle that ends in a wedge within the tail.
constexpr std::array kTunaStations{
    BodyOutline{0.000f, 0.003f, -0.006f, 0.004f}, BodyOutline{0.030f, 0.030f, -0.030f, 0.022f},
    BodyOutline{0.090f, 0.066f, -0.062f, 0.048f}, BodyOutline{0.180f, 0.100f, -0.098f, 0.074f},
    BodyOutline{0.300f, 0.122f, -0.124f, 0.090f}, BodyOutline{0.420f, 0.126f, -0.130f, 0.092f},
    BodyOutline{0.550f, 0.108f, -0.112f, 0.078f}, BodyOutline{0.680f, 0.072f, -0.074f, 0.052f},
    BodyOutline{0.780f, 0.040f, -0.041f, 0.029f}, BodyOutline{0.850f, 0.018f, -0.018f, 0.017f},
    BodyOutline{0.885f, 0.013f, -0.013f, 0.012f}, BodyOutline{0.910f, 0.010f, -0.010f, 0.005f},
    BodyOutline{0.930f, 0.006f, -0.006f, 0.001f},
};
constexpr std::array kTunaNear{0.015f, 0.05f, 0.11f, 0.19f, 0.28f, 0.38f, 0.48f,
                               0.58f,  0.68f, 0.77f, 0.84f, 0.89f, 0.925f};
constexpr std::array kTunaMid{0.05f, 0.19f, 0.38f, 0.68f, 0.84f, 0.925f};

void addMirroredDown(std::vector<Fin>& fins, Fin fin, float lift) {
    const glm::vec3 down{1.0f, -1.0f, 1.0f};
    fin.from = mirrored(fin.from, down);
    fin.to = mirrored(fin.to, down);
    fin.lift = lift;
    fins.push_back(std::move(fin));
}

std::vector<Fin> tunaFins() {
    std::vector<Fin> fins;
    // A lunate tail, with a keel on either side of the peduncle.
    fins.push_back(
        {.part = BodyVertex::tail,
         .form = Fin::blade,
         .from = {{0, 0.012f, 0.868f}, {0, 0.040f, 0.890f}, {0, 0.105f, 0.940f}, {0, 0.172f, 1.000f}},
         .to = {{0, 0.000f, 0.928f}, {0, 0.042f, 0.934f}, {0, 0.100f, 0.960f}, {0, 0.168f, 1.000f}},
         .lift = 0.3f,
         .points = {8, 3, 2}});
    addMirroredDown(fins, fins.back(), -0.1f);
    fins.push_back({.part = BodyVertex::pectoral,
                    .from = {{0.008f, 0, 0.825f}, {0.010f, 0, 0.865f}, {0.004f, 0, 0.905f}},
                    .to = {{0.017f, 0, 0.828f}, {0.031f, 0, 0.872f}, {0.008f, 0, 0.912f}},
                    .lift = 0.5f,
                    .points = {5, 0, 0},
                    .isPaired = true,
                    .liftBelow = 0.1f});
    // The first dorsal fin; then sickles above and below.
    fins.push_back(
        {.from = {{0, 0.112f, 0.290f}, {0, 0.114f, 0.340f}, {0, 0.116f, 0.400f}, {0, 0.106f, 0.505f}},
         .to = {{0, 0.128f, 0.300f}, {0, 0.174f, 0.350f}, {0, 0.150f, 0.420f}, {0, 0.116f, 0.515f}},
         .lift = 0.9f,
         .points = {7, 3, 0}});
    fins.push_back(
        {.form = Fin::blade,
         .from = {{0, 0.100f, 0.525f}, {0, 0.132f, 0.556f}, {0, 0.174f, 0.604f}, {0, 0.214f, 0.672f}},
         .to = {{0, 0.080f, 0.610f}, {0, 0.102f, 0.606f}, {0, 0.150f, 0.628f}, {0, 0.212f, 0.676f}},
         .lift = 0.9f,
         .points = {7, 3, 2}});
    fins.push_back(
        {.form = Fin::blade,
         .from = {{0, -0.098f, 0.555f}, {0, -0.130f, 0.586f}, {0, -0.170f, 0.634f}, {0, -0.208f, 0.702f}},
         .to = {{0, -0.074f, 0.640f}, {0, -0.098f, 0.636f}, {0, -0.146f, 0.658f}, {0, -0.206f, 0.706f}},
         .lift = -0.6f,
         .points = {7, 3, 2}});
    for (int i = 0; i < 7; ++i) {
        const float along = 0.662f + 0.030f * static_cast<float>(i);
        const float height = tunaOutline(along).back;
        Fin finlet{.form = Fin::blade,
                   .from = {{0, height * 0.90f, along}, {0, height + 0.017f, along + 0.022f}},
                   .to = {{0, height * 0.84f, along + 0.017f}, {0, height + 0.014f, along + 0.025f}},
                   .lift = 0.9f,
                   .points = {2, 0, 0}};
        addMirroredDown(fins, finlet, -0.6f);
        fins.push_back(std::move(finlet));
    }
    fins.push_back({.part = BodyVertex::pectoral,
                    .form = Fin::blade,
                    .from = {{0.070f, 0.014f, 0.262f},
                             {0.102f, 0.002f, 0.335f},
                             {0.128f, -0.008f, 0.415f},
                             {0.140f, -0.014f, 0.492f}},
                    .to = {{0.076f, -0.020f, 0.300f},
                           {0.096f, -0.020f, 0.355f},
                           {0.120f, -0.018f, 0.425f},
                           {0.139f, -0.015f, 0.495f}},
                    .lift = 0.3f,
                    .points = {6, 2, 2},
                    .isPaired = true,
                    .liftBelow = 0.0f});
    fins.push_back({.part = BodyVertex::pectoral,
                    .form = Fin::blade,
                    .from = {{0.018f, -0.112f, 0.300f}, {0.034f, -0.136f, 0.338f}, {0.042f, -0.152f, 0.376f}},
                    .to = {{0.018f, -0.116f, 0.335f}, {0.030f, -0.132f, 0.352f}, {0.041f, -0.151f, 0.379f}},
                    .lift = -0.2f,
                    .points = {4, 0, 0},
                    .isPaired = true,
                    .liftBelow = -0.2f});
    return fins;
}

}  // namespace

BodyOutline tunaOutline(float along) {
    return throughStations(kTunaStations, along);
}

BodyMesh makeTuna(BodyDetail detail) {
    static const SwimmerShape shape{.outline = tunaOutline,
                                    .snout = -0.002f,
                                    .near = kTunaNear,
                                    .mid = kTunaMid,
                                    .sides = 18,
                                    .fins = tunaFins()};
    return makeSwimmer(shape, detail);
}

}  // namespace shoal
