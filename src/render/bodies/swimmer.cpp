#include "render/bodies/swimmer.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace shoal {
namespace {

/// Places `count` points evenly along the smooth curve (Catmull-Rom) through these.
std::vector<glm::vec3> alongCurve(std::span<const glm::vec3> through, int count) {
    std::vector<glm::vec3> points;
    const auto last = static_cast<int>(through.size()) - 1;
    const auto at = [&](int i) { return through[static_cast<std::size_t>(std::clamp(i, 0, last))]; };
    for (int k = 0; k < count; ++k) {
        const float along = static_cast<float>(k * last) / static_cast<float>(count - 1);
        const int i = std::min(static_cast<int>(along), last - 1);
        const float t = along - static_cast<float>(i);
        const glm::vec3 slope = 0.5f * (at(i + 1) - at(i - 1));
        const glm::vec3 nextSlope = 0.5f * (at(i + 2) - at(i));
        const float t2 = t * t;
        const float t3 = t2 * t;
        points.push_back((2.0f * t3 - 3.0f * t2 + 1.0f) * at(i) + (t3 - 2.0f * t2 + t) * slope +
                         (3.0f * t2 - 2.0f * t3) * at(i + 1) + (t3 - t2) * nextSlope);
    }
    return points;
}

void addFin(MeshBuilder& builder, const Fin& fin, int count) {
    if (count == 0) {
        return;
    }
    const std::vector<glm::vec3> from = alongCurve(fin.from, count);
    const std::vector<glm::vec3> to = alongCurve(fin.to, count);
    const bool isBlade = fin.form == Fin::blade;
    if (!fin.isPaired) {
        builder.sheet(from, to, fin.part, fin.lift, fin.lift, isBlade);
        return;
    }
    // The first side of a right fin faces up if the curves run outwards, along the leading edge first.
    const glm::vec3 left{-1.0f, 1.0f, 1.0f};
    const auto upper = [&](const auto& a, const auto& b) {
        return glm::cross(b.front() - a.front(), a.back() - a.front() + b.back() - b.front()).y > 0.0f;
    };
    const bool isUpperFirst = upper(from, to);
    const float first = isUpperFirst ? fin.lift : fin.liftBelow;
    const float second = isUpperFirst ? fin.liftBelow : fin.lift;
    builder.sheet(from, to, fin.part, first, second, isBlade);
    builder.sheet(mirrored(from, left), mirrored(to, left), fin.part, second, first, isBlade);
}

/// Six corners seen from the side, drawn out to a ridge on each flank.
void addFarBody(MeshBuilder& builder, const SwimmerShape& shape) {
    constexpr float kFront = 0.17f;
    constexpr float kRear = 0.55f;
    constexpr float kWidest = 0.36f;
    const float end = shape.near.back();
    for (const float side : {1.0f, -1.0f}) {
        const auto corner = [&](const glm::vec3& position, const glm::vec3& normal, float lift) {
            return builder.add({position, glm::normalize(normal), lift, 0.0f, 0.0f, BodyVertex::body});
        };
        const auto edge = [&](float along, float BodyOutline::*outline, float lift) {
            // Slightly outside the skin, because straight lines between so few corners cut off the bulges.
            // The normal leans sideways, as the skin's does except at the very ridge.
            const BodyOutline here = shape.outline(along);
            return corner({0.0f, here.middle + here.*outline * 1.12f, along}, {side, 2.0f * lift, 0.0f},
                          0.95f * lift);
        };
        const std::array outline{
            corner({0.0f, shape.snout, 0.0f}, {side, 0.1f, -1.0f}, 0.0f),
            edge(kFront, &BodyOutline::back, 1.0f),
            edge(kRear, &BodyOutline::back, 1.0f),
            corner({0.0f, shape.outline(end).middle, end + 0.02f}, {side, 0.1f, 0.0f}, 0.1f),
            edge(kRear, &BodyOutline::belly, -1.0f),
            edge(kFront, &BodyOutline::belly, -1.0f)};
        const std::uint16_t flank =
            corner({side * shape.outline(kWidest).halfWidth, -0.006f, kWidest}, {side, 0.0f, 0.0f}, 0.0f);
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const std::uint16_t next = outline[(i + 1) % outline.size()];
            side > 0.0f ? builder.triangle(flank, outline[i], next)
                        : builder.triangle(flank, next, outline[i]);
        }
    }
}

}  // namespace

BodyMesh makeSwimmer(const SwimmerShape& shape, BodyDetail detail) {
    MeshBuilder builder;
    constexpr int kMidSides = 6;
    const BodyVertex snout{{0.0f, shape.snout, 0.0f}, {0.0f, 0.0f, -1.0f}, -0.1f, 0.0f, 0.0f,
                           BodyVertex::body};
    switch (detail) {
        case BodyDetail::near:
            builder.body(shape.outline, snout, shape.near, shape.sides);
            break;
        case BodyDetail::mid:
            builder.body(shape.outline, snout, shape.mid, kMidSides);
            break;
        case BodyDetail::far:
            addFarBody(builder, shape);
            break;
    }
    for (const Fin& fin : shape.fins) {
        addFin(builder, fin, fin.points[static_cast<std::size_t>(detail)]);
    }
    return builder.take();
}

}  // namespace shoal
