#include <algorithm>
#include <array>
#include <cmath>

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
    std::array<float, 10> stations;  ///< of the near body's rings
    std::array<WingChord, 6> wing;   ///< the first at the shoulder, the third at the wrist
    float gaps;                      ///< between the outermost feathers, as a fraction of their length
    std::vector<glm::vec3> tailRoot, tailRim;  ///< of the right half, from the middle outwards
};

/// Hand-drawn outline, after side and top views of flocking birds: a pointed bill, a round head on a short
/// neck, a deep breast; the rump runs into the tail without a step.
constexpr std::array kBirdStations{
    BodyOutline{0.000f, 0.003f, -0.003f, 0.003f}, BodyOutline{0.050f, 0.009f, -0.008f, 0.008f},
    BodyOutline{0.095f, 0.017f, -0.014f, 0.014f}, BodyOutline{0.122f, 0.041f, -0.034f, 0.036f},
    BodyOutline{0.165f, 0.055f, -0.045f, 0.046f}, BodyOutline{0.218f, 0.050f, -0.054f, 0.047f},
    BodyOutline{0.290f, 0.059f, -0.083f, 0.067f}, BodyOutline{0.390f, 0.067f, -0.104f, 0.083f},
    BodyOutline{0.510f, 0.062f, -0.094f, 0.078f}, BodyOutline{0.640f, 0.045f, -0.062f, 0.063f},
    BodyOutline{0.750f, 0.027f, -0.032f, 0.052f}, BodyOutline{0.850f, 0.010f, -0.010f, 0.046f},
};
constexpr std::array kGullStations{
    BodyOutline{0.000f, 0.005f, -0.007f, 0.004f}, BodyOutline{0.045f, 0.011f, -0.013f, 0.008f},
    BodyOutline{0.082f, 0.016f, -0.017f, 0.013f}, BodyOutline{0.108f, 0.036f, -0.028f, 0.029f},
    BodyOutline{0.150f, 0.050f, -0.038f, 0.041f}, BodyOutline{0.200f, 0.046f, -0.046f, 0.042f},
    BodyOutline{0.265f, 0.050f, -0.068f, 0.055f}, BodyOutline{0.360f, 0.057f, -0.088f, 0.072f},
    BodyOutline{0.460f, 0.058f, -0.088f, 0.074f}, BodyOutline{0.580f, 0.048f, -0.068f, 0.064f},
    BodyOutline{0.700f, 0.032f, -0.040f, 0.054f}, BodyOutline{0.800f, 0.016f, -0.018f, 0.048f},
    BodyOutline{0.880f, 0.006f, -0.006f, 0.044f},
};
constexpr std::array kFalconStations{
    BodyOutline{0.000f, 0.002f, -0.020f, 0.004f}, BodyOutline{0.014f, 0.016f, -0.020f, 0.012f},
    BodyOutline{0.036f, 0.034f, -0.028f, 0.028f}, BodyOutline{0.080f, 0.052f, -0.040f, 0.044f},
    BodyOutline{0.125f, 0.053f, -0.048f, 0.047f}, BodyOutline{0.180f, 0.050f, -0.058f, 0.052f},
    BodyOutline{0.270f, 0.062f, -0.086f, 0.082f}, BodyOutline{0.370f, 0.063f, -0.092f, 0.088f},
    BodyOutline{0.490f, 0.052f, -0.076f, 0.076f}, BodyOutline{0.620f, 0.036f, -0.050f, 0.060f},
    BodyOutline{0.740f, 0.020f, -0.026f, 0.050f}, BodyOutline{0.840f, 0.008f, -0.008f, 0.044f},
};

const BirdShape& starling() {
    static const BirdShape shape{
        birdOutline,
        {0.050f, 0.095f, 0.122f, 0.165f, 0.218f, 0.30f, 0.42f, 0.56f, 0.70f, 0.85f},
        {{{kBirdHinges.shoulder, 0.262f, 0.600f},
          {0.200f, 0.212f, 0.592f},
          {kBirdHinges.wrist, 0.183f, 0.535f},
          {0.580f, 0.225f, 0.490f},
          {0.780f, 0.330f, 0.500f},
          {0.940f, 0.470f, 0.520f}}},
        0.04f,
        {{0.000f, 0.004f, 0.730f}, {0.024f, 0.004f, 0.732f}, {0.047f, 0.003f, 0.740f}},
        {{0.000f, 0.004f, 0.985f}, {0.042f, 0.004f, 1.000f}, {0.078f, 0.002f, 0.992f}}};
    return shape;
}

const BirdShape& gull() {
    static const BirdShape shape{
        gullOutline,
        {0.045f, 0.082f, 0.108f, 0.15f, 0.20f, 0.29f, 0.42f, 0.56f, 0.72f, 0.88f},
        {{{kGullHinges.shoulder, 0.315f, 0.560f},
          {0.240f, 0.230f, 0.510f},
          {kGullHinges.wrist, 0.165f, 0.445f},
          {0.740f, 0.225f, 0.450f},
          {1.000f, 0.345f, 0.490f},
          {1.190f, 0.480f, 0.520f}}},
        0.08f,
        {{0.000f, 0.004f, 0.760f}, {0.025f, 0.004f, 0.762f}, {0.048f, 0.003f, 0.770f}},
        {{0.000f, 0.004f, 1.000f}, {0.052f, 0.004f, 0.996f}, {0.096f, 0.001f, 0.972f}}};
    return shape;
}

const BirdShape& falcon() {
    static const BirdShape shape{
        falconOutline,
        {0.014f, 0.036f, 0.08f, 0.125f, 0.18f, 0.27f, 0.38f, 0.52f, 0.67f, 0.84f},
        {{{kFalconHinges.shoulder, 0.240f, 0.550f},
          {0.200f, 0.180f, 0.530f},
          {kFalconHinges.wrist, 0.140f, 0.485f},
          {0.680f, 0.240f, 0.435f},
          {1.000f, 0.440f, 0.535f},
          {1.250f, 0.670f, 0.715f}}},
        0.14f,
        {{0.000f, 0.004f, 0.670f}, {0.026f, 0.004f, 0.674f}, {0.050f, 0.003f, 0.690f}},
        {{0.000f, 0.004f, 1.000f}, {0.034f, 0.004f, 0.998f}, {0.060f, 0.002f, 0.984f}}};
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

/// A line across the right wing, from its leading edge to its rim.
struct WingLine {
    glm::vec3 leading, rim;
    float feather;        ///< counts flight feathers from the shoulder; their gaps are at whole numbers
    float length = 1.0f;  ///< of the feather there, as a fraction of the wing's outline
};

constexpr float kSecondaries = 8.0f;
constexpr float kPrimaries = 7.0f;

float featherAt(float place) {
    return place < kWrist ? kSecondaries * place / kWrist
                          : kSecondaries + kPrimaries * (place - kWrist) / (5.0f - kWrist);
}

/// The line from the leading edge at one place to the trailing edge at another. `length` shortens it.
WingLine lineAt(const BirdShape& shape, float leading, float trailing, float length = 1.0f) {
    const WingChord front = chordAt(shape, leading);
    const WingChord back = chordAt(shape, trailing);
    // Tilted, so that it does not vanish when seen from ahead or behind.
    const glm::vec3 from{front.out, kWingHeight + 0.10f * (front.trailing - front.leading), front.leading};
    const glm::vec3 to{back.out, kWingHeight - 0.10f * (back.trailing - back.leading), back.trailing};
    return {from, glm::mix(from, to, length), featherAt(trailing), length};
}

/// The whole wing in chords at `places`.
std::vector<WingLine> plainWing(const BirdShape& shape, std::span<const float> places) {
    std::vector<WingLine> lines;
    for (const float place : places) {
        lines.push_back(lineAt(shape, place, place));
    }
    return lines;
}

/// Each flight feather of the hand ends in a tip of its own; the last one is the tip of the wing.
std::vector<WingLine> featheredWing(const BirdShape& shape) {
    std::vector<WingLine> lines = plainWing(shape, std::array{0.0f, 0.5f, 1.0f, 1.5f, kWrist});
    constexpr float kHand = 5.0f - kWrist;
    // The feathers fan out from the front of the hand, whose outer half is the edge of the last one.
    const auto leadingOf = [&](float trailing) { return kWrist + 0.5f * (trailing - kWrist); };
    for (float feather = 0.5f; feather < kPrimaries - 1.0f; feather += 0.5f) {
        const float place = kWrist + kHand * feather / kPrimaries;
        const bool isGap = feather == std::floor(feather);
        const float gap = shape.gaps * glm::mix(0.25f, 1.0f, feather / kPrimaries);
        lines.push_back(lineAt(shape, leadingOf(place), place, isGap ? 1.0f - gap : 1.0f));
    }
    const float last = kWrist + kHand * (kPrimaries - 1.0f) / kPrimaries;
    const WingLine gap = lineAt(shape, leadingOf(last), last, 1.0f - shape.gaps);
    const WingLine tip = lineAt(shape, 5.0f, 5.0f);
    for (const float share : {0.0f, 0.35f, 0.7f, 1.0f}) {
        const WingLine edge = lineAt(shape, glm::mix(leadingOf(last), 5.0f, share), 5.0f);
        lines.push_back({edge.leading, glm::mix(gap.rim, tip.rim, share),
                         featherAt(5.0f) - 1.0f + 0.5f * share, glm::mix(gap.length, 1.0f, share)});
    }
    return lines;
}

/// Adds both sides of both wings. The upper side is arched, so that a wing has a height when seen from its
/// edge.
void addWings(MeshBuilder& builder, std::span<const WingLine> lines, bool isArched) {
    constexpr float kRidgeAt = 0.3f;  // of the chord
    for (const float side : {1.0f, -1.0f}) {
        for (const float up : {1.0f, -1.0f}) {
            const float lift = up > 0.0f ? 0.7f : -0.6f;  // dark above, pale below
            const bool hasRidge = isArched && up > 0.0f;
            std::vector<std::array<std::uint16_t, 3>> rows;
            for (const WingLine& line : lines) {
                const auto at = [&](float share, float rise) {
                    const glm::vec3 place = glm::mix(line.leading, line.rim, share / line.length);
                    return builder.add({{side * place.x, place.y + rise, place.z},
                                        {0.0f, up, 0.0f},
                                        lift,
                                        share,
                                        line.feather,
                                        BodyVertex::wing});
                };
                const float chord = glm::length(line.rim - line.leading);
                const std::uint16_t leading = at(0.0f, 0.0f);
                const std::uint16_t rim = at(line.length, 0.0f);
                rows.push_back({leading, hasRidge ? at(kRidgeAt, 0.055f * chord) : rim, rim});
            }
            for (std::size_t i = 1; i < rows.size(); ++i) {
                for (std::size_t j = 1; j < (hasRidge ? 3u : 2u); ++j) {
                    std::array quad{rows[i - 1][j - 1], rows[i][j - 1], rows[i][j], rows[i - 1][j]};
                    if (side * up > 0.0f) {
                        std::swap(quad[1], quad[3]);
                    }
                    builder.quad(quad, false);
                }
            }
        }
    }
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
            addWings(builder, featheredWing(shape), true);
            break;
        case BodyDetail::mid:
            builder.body(shape.outline, bill, std::array{0.15f, 0.36f, shape.stations.back()}, 6);
            addWings(builder, plainWing(shape, std::array{0.0f, kWrist, 4.0f, 5.0f}), true);
            break;
        case BodyDetail::far:
            addFarBody(builder, shape);
            addWings(builder, plainWing(shape, std::array{0.0f, kWrist, 5.0f}), false);
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
