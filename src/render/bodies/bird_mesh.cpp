#include <algorithm>
#include <array>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "render/bodies/mesh_builder.hpp"

namespace shoal {
namespace {

/// Edges of the right wing at one distance along the span.
struct WingChord {
    float out, leading, trailing;
};

/// What a bird of any kind is made of, in body lengths.
struct BirdShape {
    OutlineOf outline;
    std::array<float, 10> stations;            ///< of the near body's rings
    std::array<WingChord, 6> wing;             ///< the first at the shoulder, the third at the wrist
    std::vector<glm::vec3> tailRoot, tailRim;  ///< of the right half, from the middle outwards
};

/// Hand-drawn outline, after side and top views of flocking birds: bill, round head, deep breast.
constexpr std::array kBirdStations{
    BodyOutline{0.000f, 0.003f, -0.003f, 0.003f}, BodyOutline{0.035f, 0.010f, -0.012f, 0.010f},
    BodyOutline{0.060f, 0.030f, -0.025f, 0.025f}, BodyOutline{0.105f, 0.049f, -0.040f, 0.042f},
    BodyOutline{0.155f, 0.053f, -0.048f, 0.047f}, BodyOutline{0.215f, 0.051f, -0.056f, 0.050f},
    BodyOutline{0.300f, 0.060f, -0.082f, 0.068f}, BodyOutline{0.400f, 0.064f, -0.092f, 0.076f},
    BodyOutline{0.520f, 0.056f, -0.080f, 0.066f}, BodyOutline{0.650f, 0.038f, -0.050f, 0.045f},
    BodyOutline{0.760f, 0.020f, -0.024f, 0.028f}, BodyOutline{0.840f, 0.009f, -0.009f, 0.018f},
};
constexpr std::array kGullStations{
    BodyOutline{0.000f, 0.004f, -0.004f, 0.004f}, BodyOutline{0.050f, 0.011f, -0.013f, 0.009f},
    BodyOutline{0.085f, 0.020f, -0.022f, 0.018f}, BodyOutline{0.110f, 0.038f, -0.032f, 0.032f},
    BodyOutline{0.150f, 0.047f, -0.042f, 0.042f}, BodyOutline{0.200f, 0.047f, -0.050f, 0.045f},
    BodyOutline{0.270f, 0.050f, -0.066f, 0.055f}, BodyOutline{0.360f, 0.056f, -0.082f, 0.070f},
    BodyOutline{0.460f, 0.058f, -0.086f, 0.074f}, BodyOutline{0.580f, 0.050f, -0.072f, 0.064f},
    BodyOutline{0.700f, 0.034f, -0.044f, 0.044f}, BodyOutline{0.800f, 0.018f, -0.022f, 0.028f},
    BodyOutline{0.880f, 0.008f, -0.008f, 0.016f},
};
constexpr std::array kFalconStations{
    BodyOutline{0.000f, 0.004f, -0.010f, 0.004f}, BodyOutline{0.025f, 0.014f, -0.018f, 0.014f},
    BodyOutline{0.050f, 0.034f, -0.030f, 0.032f}, BodyOutline{0.100f, 0.048f, -0.042f, 0.044f},
    BodyOutline{0.150f, 0.050f, -0.050f, 0.048f}, BodyOutline{0.210f, 0.052f, -0.060f, 0.056f},
    BodyOutline{0.300f, 0.058f, -0.080f, 0.074f}, BodyOutline{0.400f, 0.058f, -0.084f, 0.078f},
    BodyOutline{0.520f, 0.048f, -0.068f, 0.064f}, BodyOutline{0.640f, 0.033f, -0.044f, 0.044f},
    BodyOutline{0.740f, 0.020f, -0.025f, 0.030f}, BodyOutline{0.820f, 0.010f, -0.010f, 0.020f},
};

const BirdShape& starling() {
    static const BirdShape shape{
        birdOutline,
        {0.045f, 0.08f, 0.12f, 0.17f, 0.235f, 0.32f, 0.42f, 0.54f, 0.68f, 0.82f},
        {{{kBirdHinges.shoulder, 0.265f, 0.585f},
          {0.200f, 0.215f, 0.570f},
          {kBirdHinges.wrist, 0.185f, 0.515f},
          {0.580f, 0.225f, 0.490f},
          {0.780f, 0.330f, 0.500f},
          {0.940f, 0.470f, 0.520f}}},
        {{0.000f, 0.004f, 0.730f}, {0.010f, 0.004f, 0.735f}, {0.020f, 0.004f, 0.740f}},
        {{0.000f, 0.004f, 0.970f}, {0.065f, 0.004f, 1.000f}, {0.125f, 0.004f, 0.985f}}};
    return shape;
}

const BirdShape& gull() {
    static const BirdShape shape{
        gullOutline,
        {0.05f, 0.10f, 0.14f, 0.19f, 0.26f, 0.35f, 0.46f, 0.58f, 0.72f, 0.86f},
        {{{kGullHinges.shoulder, 0.315f, 0.560f},
          {0.240f, 0.230f, 0.510f},
          {kGullHinges.wrist, 0.165f, 0.445f},
          {0.740f, 0.225f, 0.450f},
          {1.000f, 0.345f, 0.490f},
          {1.190f, 0.480f, 0.520f}}},
        {{0.000f, 0.004f, 0.780f}, {0.015f, 0.004f, 0.785f}, {0.028f, 0.004f, 0.790f}},
        {{0.000f, 0.004f, 1.000f}, {0.055f, 0.004f, 0.996f}, {0.105f, 0.004f, 0.972f}}};
    return shape;
}

const BirdShape& falcon() {
    static const BirdShape shape{
        falconOutline,
        {0.03f, 0.06f, 0.11f, 0.17f, 0.235f, 0.32f, 0.42f, 0.54f, 0.67f, 0.80f},
        {{{kFalconHinges.shoulder, 0.240f, 0.560f},
          {0.200f, 0.180f, 0.545f},
          {kFalconHinges.wrist, 0.140f, 0.505f},
          {0.660f, 0.225f, 0.465f},
          {0.940f, 0.410f, 0.535f},
          {1.190f, 0.650f, 0.670f}}},
        {{0.000f, 0.004f, 0.670f}, {0.016f, 0.004f, 0.680f}, {0.030f, 0.004f, 0.690f}},
        {{0.000f, 0.004f, 1.000f}, {0.040f, 0.004f, 0.998f}, {0.070f, 0.004f, 0.984f}}};
    return shape;
}

constexpr float kWingHeight = 0.030f;
constexpr float kWrist = 2.0f;  // index in BirdShape::wing

/// Between the chords of a wing, on smooth edges; `place` counts them.
WingChord chordAt(const BirdShape& shape, float place) {
    const auto last = static_cast<float>(shape.wing.size() - 1);
    const auto index = static_cast<std::size_t>(std::min(place, last - 1.0f));
    const float t = place - static_cast<float>(index);
    const WingChord& a = shape.wing[index == 0 ? 0 : index - 1];
    const WingChord& b = shape.wing[index];
    const WingChord& c = shape.wing[index + 1];
    const WingChord& d = shape.wing[std::min(index + 2, shape.wing.size() - 1)];
    const auto between = [&](float WingChord::*edge) {
        const float tangent = 0.5f * (c.*edge - a.*edge);
        const float next = 0.5f * (d.*edge - b.*edge);
        return glm::mix(b.*edge, c.*edge, t * t * (3.0f - 2.0f * t)) +
               t * (1.0f - t) * ((1.0f - t) * tangent - t * next);
    };
    return {between(&WingChord::out), between(&WingChord::leading), between(&WingChord::trailing)};
}

/// With chords at `places`.
void addWings(MeshBuilder& builder, const BirdShape& shape, std::span<const float> places) {
    std::vector<glm::vec3> leading;
    std::vector<glm::vec3> trailing;
    for (const float place : places) {
        const WingChord chord = chordAt(shape, place);
        leading.push_back({chord.out, kWingHeight, chord.leading});
        trailing.push_back({chord.out, kWingHeight, chord.trailing});
    }
    // Dark above, pale below. The sheet's first side faces up on the right wing and down on the left.
    constexpr float kAbove = 0.7f;
    constexpr float kBelow = -0.6f;
    const glm::vec3 left{-1.0f, 1.0f, 1.0f};
    builder.sheet(leading, trailing, BodyVertex::wing, kAbove, kBelow);
    builder.sheet(mirrored(leading, left), mirrored(trailing, left), BodyVertex::wing, kBelow, kAbove);
}

/// With every point of the tail's edges, fewer in the mid mesh, or as a triangle.
void addBirdTail(MeshBuilder& builder, const BirdShape& shape, BodyDetail detail) {
    const auto fan = [&](const std::vector<glm::vec3>& half) {
        const glm::vec3 left{-1.0f, 1.0f, 1.0f};
        std::vector<glm::vec3> all{half.back() * left};
        if (detail == BodyDetail::near) {
            all.push_back(half[1] * left);
        }
        if (detail != BodyDetail::far) {
            all.push_back(half.front());
        }
        if (detail == BodyDetail::near) {
            all.push_back(half[1]);
        }
        all.push_back(half.back());
        return all;
    };
    const std::vector<glm::vec3> root =
        detail == BodyDetail::far ? std::vector<glm::vec3>(2, shape.tailRoot.front()) : fan(shape.tailRoot);
    builder.sheet(root, fan(shape.tailRim), BodyVertex::tail, 0.6f, -0.5f);
}

/// A slim double pyramid, widest at the breast.
void addFarBody(MeshBuilder& builder, const BirdShape& shape) {
    constexpr float kAlong = 0.36f;
    const BodyOutline breast = shape.outline(kAlong);
    struct Corner {
        glm::vec3 across;
        float lift;
    };
    const std::array ring{
        Corner{{breast.halfWidth, 0.0f, kAlong}, 0.0f}, Corner{{0.0f, breast.back, kAlong}, 1.0f},
        Corner{{-breast.halfWidth, 0.0f, kAlong}, 0.0f}, Corner{{0.0f, breast.belly, kAlong}, -1.0f}};
    const std::uint16_t bill =
        builder.add({{0.0f, 0.0f, 0.02f}, {0.0f, 0.0f, -1.0f}, 0.0f, 0.0f, 0.0f, BodyVertex::body});
    const std::uint16_t rump = builder.add(
        {{0.0f, 0.0f, shape.stations.back()}, {0.0f, 0.0f, 1.0f}, 0.2f, 0.0f, 0.0f, BodyVertex::body});
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

BodyMesh makeBirdOf(const BirdShape& shape, BodyDetail detail) {
    MeshBuilder builder;
    const BodyVertex bill{{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, -1.0f}, 0.0f, 0.0f, 0.0f, BodyVertex::body};
    switch (detail) {
        case BodyDetail::near:
            builder.body(shape.outline, bill, shape.stations, 10);
            addWings(builder, shape,
                     std::array{0.0f, 0.5f, 1.0f, 1.5f, kWrist, 2.5f, 3.0f, 3.5f, 4.0f, 4.5f, 5.0f});
            break;
        case BodyDetail::mid:
            builder.body(shape.outline, bill, std::array{0.12f, 0.36f, shape.stations.back()}, 6);
            addWings(builder, shape, std::array{0.0f, kWrist, 4.0f, 5.0f});
            break;
        case BodyDetail::far:
            addFarBody(builder, shape);
            addWings(builder, shape, std::array{0.0f, kWrist, 5.0f});
            break;
    }
    addBirdTail(builder, shape, detail);
    return builder.take();
}

}  // namespace

BodyOutline birdOutline(float along) {
    return throughStations(kBirdStations, along);
}

BodyOutline gullOutline(float along) {
    return throughStations(kGullStations, along);
}

BodyOutline falconOutline(float along) {
    return throughStations(kFalconStations, along);
}

BodyMesh makeBird(BodyDetail detail) {
    return makeBirdOf(starling(), detail);
}

BodyMesh makeGull(BodyDetail detail) {
    return makeBirdOf(gull(), detail);
}

BodyMesh makeFalcon(BodyDetail detail) {
    return makeBirdOf(falcon(), detail);
}

}  // namespace shoal
