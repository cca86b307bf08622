#include <algorithm>
#include <array>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "render/bodies/mesh_builder.hpp"

namespace shoal {
namespace {

/// Hand-drawn outline, after side and top views of flocking birds: bill, round head, deep breast.
constexpr std::array kBirdStations{
    BodyOutline{0.000f, 0.003f, -0.003f, 0.003f}, BodyOutline{0.035f, 0.010f, -0.012f, 0.010f},
    BodyOutline{0.060f, 0.030f, -0.025f, 0.025f}, BodyOutline{0.105f, 0.049f, -0.040f, 0.042f},
    BodyOutline{0.155f, 0.053f, -0.048f, 0.047f}, BodyOutline{0.215f, 0.051f, -0.056f, 0.050f},
    BodyOutline{0.300f, 0.060f, -0.082f, 0.068f}, BodyOutline{0.400f, 0.064f, -0.092f, 0.076f},
    BodyOutline{0.520f, 0.056f, -0.080f, 0.066f}, BodyOutline{0.650f, 0.038f, -0.050f, 0.045f},
    BodyOutline{0.760f, 0.020f, -0.024f, 0.028f}, BodyOutline{0.840f, 0.009f, -0.009f, 0.018f},
};
constexpr float kBirdBodyEnd = 0.82f;

/// Edges of the right wing at one distance along the span.
struct WingChord {
    float out, leading, trailing;
};
constexpr std::array kWing{
    WingChord{0.035f, 0.265f, 0.585f}, WingChord{0.200f, 0.215f, 0.570f}, WingChord{0.400f, 0.185f, 0.515f},
    WingChord{0.580f, 0.225f, 0.490f}, WingChord{0.780f, 0.330f, 0.500f}, WingChord{0.940f, 0.470f, 0.520f},
};
constexpr float kWingHeight = 0.030f;

// Index of the wrist in kWing. bird.vert turns the wing about its root and the outer part about the wrist.
constexpr std::size_t kWrist = 2;

void addWings(MeshBuilder& builder, std::span<const std::size_t> chords) {
    std::vector<glm::vec3> leading;
    std::vector<glm::vec3> trailing;
    for (const std::size_t chord : chords) {
        leading.push_back({kWing[chord].out, kWingHeight, kWing[chord].leading});
        trailing.push_back({kWing[chord].out, kWingHeight, kWing[chord].trailing});
    }
    // Dark above, pale below. The sheet's first side faces up on the right wing and down on the left.
    constexpr float kBirdAbove = 0.7f;
    constexpr float kBirdBelow = -0.6f;
    const glm::vec3 left{-1.0f, 1.0f, 1.0f};
    builder.sheet(leading, trailing, BodyVertex::wing, kBirdAbove, kBirdBelow);
    builder.sheet(mirrored(leading, left), mirrored(trailing, left), BodyVertex::wing, kBirdBelow,
                  kBirdAbove);
}

void addBirdTail(MeshBuilder& builder, bool isFine) {
    const std::vector<glm::vec3> root =
        isFine ? std::vector<glm::vec3>{{-0.020f, 0.004f, 0.740f},
                                        {-0.010f, 0.004f, 0.735f},
                                        {0.000f, 0.004f, 0.730f},
                                        {0.010f, 0.004f, 0.735f},
                                        {0.020f, 0.004f, 0.740f}}
               : std::vector<glm::vec3>{
                     {-0.020f, 0.004f, 0.740f}, {0.000f, 0.004f, 0.730f}, {0.020f, 0.004f, 0.740f}};
    const std::vector<glm::vec3> rim =
        isFine ? std::vector<glm::vec3>{{-0.125f, 0.004f, 0.985f},
                                        {-0.065f, 0.004f, 1.000f},
                                        {0.000f, 0.004f, 0.970f},
                                        {0.065f, 0.004f, 1.000f},
                                        {0.125f, 0.004f, 0.985f}}
               : std::vector<glm::vec3>{
                     {-0.125f, 0.004f, 0.990f}, {0.000f, 0.004f, 0.978f}, {0.125f, 0.004f, 0.990f}};
    builder.sheet(root, rim, BodyVertex::tail, -0.5f, 0.6f);
}

/// A slim double pyramid, widest at the breast.
void addFarBody(MeshBuilder& builder) {
    const BodyOutline breast = birdOutline(0.36f);
    constexpr float kAlong = 0.36f;
    struct Corner {
        glm::vec3 across;
        float lift;
    };
    const std::array ring{
        Corner{{breast.halfWidth, 0.0f, kAlong}, 0.0f}, Corner{{0.0f, breast.back, kAlong}, 1.0f},
        Corner{{-breast.halfWidth, 0.0f, kAlong}, 0.0f}, Corner{{0.0f, breast.belly, kAlong}, -1.0f}};
    const std::uint16_t bill =
        builder.add({{0.0f, 0.0f, 0.02f}, {0.0f, 0.0f, -1.0f}, 0.0f, 0.0f, 0.0f, BodyVertex::body});
    const std::uint16_t rump =
        builder.add({{0.0f, 0.0f, kBirdBodyEnd}, {0.0f, 0.0f, 1.0f}, 0.2f, 0.0f, 0.0f, BodyVertex::body});
    std::array<std::uint16_t, 4> corners{};
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const glm::vec3 outwards = glm::normalize(glm::vec3{ring[i].across.x, ring[i].across.y, 0.0f});
        corners[i] = builder.add({ring[i].across, outwards, ring[i].lift, 0.0f, 0.0f, BodyVertex::body});
    }
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const std::uint16_t next = corners[(i + 1) % corners.size()];
        builder.triangle(bill, next, corners[i]);
        builder.triangle(rump, corners[i], next);
    }
}

}  // namespace

BodyOutline birdOutline(float along) {
    return throughStations(kBirdStations, along);
}

BodyMesh makeBird(BodyDetail detail) {
    MeshBuilder builder;
    if (detail == BodyDetail::far) {
        addFarBody(builder);
        addWings(builder, std::array<std::size_t, 3>{0, kWrist, 5});
        const std::array root{glm::vec3{0.0f, 0.004f, 0.720f}, glm::vec3{0.0f, 0.004f, 0.720f}};
        const std::array rim{glm::vec3{-0.110f, 0.004f, 0.990f}, glm::vec3{0.110f, 0.004f, 0.990f}};
        builder.sheet(root, rim, BodyVertex::tail, -0.5f, 0.6f);
        return builder.take();
    }
    const bool isFine = detail == BodyDetail::near;
    const BodyVertex bill{{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, -1.0f}, 0.0f, 0.0f, 0.0f, BodyVertex::body};
    if (isFine) {
        constexpr std::array stations{0.045f, 0.08f, 0.12f, 0.17f, 0.235f,
                                      0.32f,  0.42f, 0.54f, 0.68f, kBirdBodyEnd};
        builder.body(birdOutline, bill, stations, 10);
        addWings(builder, std::array<std::size_t, 6>{0, 1, kWrist, 3, 4, 5});
    } else {
        constexpr std::array stations{0.12f, 0.36f, kBirdBodyEnd};
        builder.body(birdOutline, bill, stations, 6);
        addWings(builder, std::array<std::size_t, 4>{0, kWrist, 4, 5});
    }
    addBirdTail(builder, isFine);
    return builder.take();
}

}  // namespace shoal
