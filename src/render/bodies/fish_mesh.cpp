#include <array>

#include <glm/geometric.hpp>

#include "render/bodies/mesh_builder.hpp"

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
constexpr float kFishBodyEnd = 0.86f;

void addFishTail(MeshBuilder& builder, bool isFine) {
    // Root along the peduncle, rim from the lobe's tip to the fork. The leading edge sweeps back.
    const std::vector<glm::vec3> root = isFine
                                            ? std::vector<glm::vec3>{{0, 0.020f, 0.835f},
                                                                     {0, 0.017f, 0.842f},
                                                                     {0, 0.009f, 0.848f},
                                                                     {0, 0, 0.850f}}
                                            : std::vector<glm::vec3>{{0, 0.020f, 0.835f}, {0, 0.0f, 0.850f}};
    const std::vector<glm::vec3> rim = isFine
                                           ? std::vector<glm::vec3>{{0, 0.128f, 1.000f},
                                                                    {0, 0.085f, 0.975f},
                                                                    {0, 0.040f, 0.938f},
                                                                    {0, 0, 0.915f}}
                                           : std::vector<glm::vec3>{{0, 0.128f, 1.000f}, {0, 0.0f, 0.915f}};
    builder.sheet(root, rim, BodyVertex::tail, 0.35f);
    const glm::vec3 down{1.0f, -1.0f, 1.0f};
    builder.sheet(mirrored(root, down), mirrored(rim, down), BodyVertex::tail, -0.15f);
}

void addMedianFins(MeshBuilder& builder, bool isFine) {
    const auto on = [](float along, float BodyOutline::*edge) {
        return glm::vec3{0.0f, fishOutline(along).*edge * 0.93f, along};
    };
    const auto rise = [&](float along, float BodyOutline::*edge, float height, float back) {
        return glm::vec3{0.0f, fishOutline(along).*edge + height, along + back};
    };
    if (isFine) {
        const std::array dorsalRoot{on(0.36f, &BodyOutline::back), on(0.39f, &BodyOutline::back),
                                    on(0.43f, &BodyOutline::back), on(0.50f, &BodyOutline::back),
                                    on(0.57f, &BodyOutline::back)};
        const std::array dorsalRim{
            rise(0.36f, &BodyOutline::back, 0.002f, 0.005f), rise(0.39f, &BodyOutline::back, 0.040f, 0.025f),
            rise(0.43f, &BodyOutline::back, 0.058f, 0.045f), rise(0.50f, &BodyOutline::back, 0.026f, 0.035f),
            rise(0.57f, &BodyOutline::back, 0.014f, 0.050f)};
        builder.sheet(dorsalRoot, dorsalRim, BodyVertex::fin, 0.9f);
        const std::array analRoot{on(0.60f, &BodyOutline::belly), on(0.66f, &BodyOutline::belly),
                                  on(0.74f, &BodyOutline::belly)};
        const std::array analRim{rise(0.60f, &BodyOutline::belly, 0.0f, 0.01f),
                                 rise(0.66f, &BodyOutline::belly, -0.040f, 0.03f),
                                 rise(0.74f, &BodyOutline::belly, -0.012f, 0.035f)};
        builder.sheet(analRoot, analRim, BodyVertex::fin, -0.5f);
        return;
    }
    const std::array dorsalRoot{on(0.37f, &BodyOutline::back), on(0.56f, &BodyOutline::back)};
    const std::array dorsalRim{rise(0.42f, &BodyOutline::back, 0.056f, 0.03f),
                               rise(0.57f, &BodyOutline::back, 0.012f, 0.045f)};
    builder.sheet(dorsalRoot, dorsalRim, BodyVertex::fin, 0.9f);
}

void addPectorals(MeshBuilder& builder) {
    // Held outwards and back, slightly down, from just behind the gills.
    const std::array root{glm::vec3{0.040f, -0.045f, 0.225f}, glm::vec3{0.044f, -0.054f, 0.245f},
                          glm::vec3{0.044f, -0.060f, 0.262f}};
    const std::array rim{glm::vec3{0.096f, -0.080f, 0.330f}, glm::vec3{0.092f, -0.092f, 0.350f},
                         glm::vec3{0.066f, -0.086f, 0.330f}};
    builder.sheet(root, rim, BodyVertex::pectoral, -0.2f);
    const glm::vec3 left{-1.0f, 1.0f, 1.0f};
    builder.sheet(mirrored(root, left), mirrored(rim, left), BodyVertex::pectoral, -0.2f);
}

/// Sixteen triangles that keep the silhouette: six corners seen from the side, drawn out to a ridge on each
/// flank, and a flat tail.
BodyMesh makeFar() {
    MeshBuilder builder;
    for (const float side : {1.0f, -1.0f}) {
        const auto corner = [&](const glm::vec3& position, const glm::vec3& normal, float lift) {
            return builder.add({position, glm::normalize(normal), lift, 0.0f, 0.0f, BodyVertex::body});
        };
        const auto edge = [&](float along, float BodyOutline::*outline, float lift) {
            // Slightly outside the skin, because straight lines between so few corners cut off the bulges.
            // The normal leans sideways, as the skin's does except at the very ridge.
            return corner({0.0f, fishOutline(along).*outline * 1.12f, along}, {side, 0.8f * lift, 0.0f},
                          0.95f * lift);
        };
        const std::array outline{corner({0.0f, -0.004f, 0.0f}, {side, 0.1f, -1.0f}, 0.0f),
                                 edge(0.17f, &BodyOutline::back, 1.0f),
                                 edge(0.55f, &BodyOutline::back, 1.0f),
                                 corner({0.0f, 0.0f, 0.88f}, {side, 0.1f, 0.0f}, 0.1f),
                                 edge(0.55f, &BodyOutline::belly, -1.0f),
                                 edge(0.17f, &BodyOutline::belly, -1.0f)};
        const std::uint16_t flank =
            corner({side * fishOutline(0.36f).halfWidth, -0.006f, 0.36f}, {side, 0.0f, 0.0f}, 0.0f);
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const std::uint16_t next = outline[(i + 1) % outline.size()];
            side > 0.0f ? builder.triangle(flank, outline[i], next)
                        : builder.triangle(flank, next, outline[i]);
        }
    }
    const std::array root{glm::vec3{0.0f, 0.0f, 0.82f}, glm::vec3{0.0f, 0.0f, 0.92f}};
    const std::array up{glm::vec3{0.0f, 0.122f, 0.995f}, glm::vec3{0.0f, 0.0f, 0.92f}};
    builder.sheet(root, up, BodyVertex::tail, 0.3f);
    const std::array down{glm::vec3{0.0f, -0.122f, 0.995f}, glm::vec3{0.0f, 0.0f, 0.92f}};
    builder.sheet(root, down, BodyVertex::tail, -0.15f);
    return builder.take();
}

BodyMesh makeNearOrMid(bool isFine) {
    MeshBuilder builder;
    const BodyVertex snout{{0.0f, -0.004f, 0.0f}, {0.0f, 0.0f, -1.0f}, -0.1f, 0.0f, 0.0f, BodyVertex::body};
    if (isFine) {
        // These include the mid mesh's rings and sides, so its edges lie along some of this mesh's.
        constexpr std::array stations{0.018f, 0.07f, 0.15f, 0.26f, 0.38f, 0.50f, 0.64f, 0.76f, kFishBodyEnd};
        builder.body(fishOutline, snout, stations, 12);
        addPectorals(builder);
    } else {
        constexpr std::array stations{0.07f, 0.26f, 0.50f, kFishBodyEnd};
        builder.body(fishOutline, snout, stations, 6);
    }
    addFishTail(builder, isFine);
    addMedianFins(builder, isFine);
    return builder.take();
}

}  // namespace

BodyOutline fishOutline(float along) {
    return throughStations(kFishStations, along);
}

BodyMesh makeFish(BodyDetail detail) {
    return detail == BodyDetail::far ? makeFar() : makeNearOrMid(detail == BodyDetail::near);
}

}  // namespace shoal
