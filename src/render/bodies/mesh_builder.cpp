#include "render/bodies/mesh_builder.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace shoal {
namespace {

constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;

/// A point on the skin; `angle` 0 is the right side, a quarter turn up the back.
glm::vec3 skin(const OutlineOf& outlineOf, float along, float angle) {
    const BodyOutline outline = outlineOf(along);
    const float height = std::sin(angle) > 0.0f ? outline.back : -outline.belly;
    return {outline.halfWidth * std::cos(angle), outline.middle + height * std::sin(angle), along};
}

glm::vec3 skinNormal(const OutlineOf& outline, float along, float angle) {
    constexpr float kStep = 1e-3f;  // small against the spacing of stations, large against rounding
    const float from = std::max(along - kStep, 0.0f);
    const glm::vec3 lengthwise = skin(outline, along + kStep, angle) - skin(outline, from, angle);
    const glm::vec3 around = skin(outline, along, angle + kStep) - skin(outline, along, angle - kStep);
    return glm::normalize(glm::cross(around, lengthwise));
}

void setCoarse(BodyVertex& vertex, const BodyVertex& coarse) {
    vertex.coarsePosition = coarse.position;
    vertex.coarseNormal = coarse.normal;
    vertex.coarseLift = coarse.lift;
    vertex.coarseEdge = coarse.edge;
}

/// The point of a triangle nearest to `point`, in barycentric coordinates.
glm::vec3 nearestBarycentric(const std::array<glm::vec3, 3>& corners, const glm::vec3& point) {
    const glm::vec3 across = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
    glm::vec3 shares;
    for (int i = 0; i < 3; ++i) {
        const glm::vec3& from = corners[static_cast<std::size_t>((i + 1) % 3)];
        const glm::vec3& to = corners[static_cast<std::size_t>((i + 2) % 3)];
        shares[i] = glm::dot(glm::cross(to - from, point - from), across) / glm::dot(across, across);
    }
    if (std::min({shares.x, shares.y, shares.z}) >= 0.0f) {
        return shares;
    }
    float smallest = 1e9f;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const glm::vec3& from = corners[static_cast<std::size_t>(i)];
        const glm::vec3 edge = corners[static_cast<std::size_t>(j)] - from;
        const float t = std::clamp(glm::dot(point - from, edge) / glm::dot(edge, edge), 0.0f, 1.0f);
        if (const float distance = glm::length(from + edge * t - point); distance < smallest) {
            smallest = distance;
            shares = {0.0f, 0.0f, 0.0f};
            shares[i] = 1.0f - t;
            shares[j] = t;
        }
    }
    return shares;
}

}  // namespace

BodyOutline throughStations(std::span<const BodyOutline> stations, float along) {
    const auto after =
        std::upper_bound(stations.begin() + 1, stations.end() - 1, along,
                         [](float a, const BodyOutline& station) { return a < station.along; });
    const auto index = static_cast<std::size_t>(after - stations.begin()) - 1;
    const BodyOutline& from = stations[index];
    const BodyOutline& to = stations[index + 1];
    const BodyOutline& previous = stations[index > 0 ? index - 1 : 0];
    const BodyOutline& next = stations[std::min(index + 2, stations.size() - 1)];
    const float span = to.along - from.along;
    const float t = std::clamp((along - from.along) / span, 0.0f, 1.0f);
    const float t2 = t * t;
    const float t3 = t2 * t;
    const auto mixed = [&](float BodyOutline::*value) {
        const float slopeFrom = (to.*value - previous.*value) / (to.along - previous.along) * span;
        const float slopeTo = (next.*value - from.*value) / (next.along - from.along) * span;
        return (2.0f * t3 - 3.0f * t2 + 1.0f) * from.*value + (t3 - 2.0f * t2 + t) * slopeFrom +
               (3.0f * t2 - 2.0f * t3) * to.*value + (t3 - t2) * slopeTo;
    };
    return {along, mixed(&BodyOutline::back), mixed(&BodyOutline::belly), mixed(&BodyOutline::halfWidth),
            mixed(&BodyOutline::middle)};
}

std::uint16_t MeshBuilder::add(const BodyVertex& vertex) {
    m_mesh.vertices.push_back(vertex);
    return static_cast<std::uint16_t>(m_mesh.vertices.size() - 1);
}

void MeshBuilder::triangle(std::uint16_t a, std::uint16_t b, std::uint16_t c) {
    m_mesh.indices.insert(m_mesh.indices.end(), {a, b, c});
}

void MeshBuilder::body(const OutlineOf& outline, const BodyVertex& snout, std::span<const float> stations,
                       int sides) {
    const std::uint16_t tip = add(snout);
    std::vector<std::uint16_t> last;
    for (const float along : stations) {
        std::vector<std::uint16_t> ring;
        for (int side = 0; side < sides; ++side) {
            // The first vertex is on the ridge of the back: even numbers of sides keep the full height.
            const float angle = kTurn * (0.25f + static_cast<float>(side) / static_cast<float>(sides));
            ring.push_back(add({skin(outline, along, angle), skinNormal(outline, along, angle),
                                std::sin(angle), 0.0f, 0.0f, BodyVertex::body}));
        }
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const std::size_t j = (i + 1) % ring.size();
            if (last.empty()) {
                triangle(tip, ring[j], ring[i]);
            } else {
                triangle(last[i], last[j], ring[i]);
                triangle(last[j], ring[j], ring[i]);
            }
        }
        last = std::move(ring);
    }
    // The end is flat and inside the tail's root: a fan without a centre vertex.
    for (std::size_t i = 1; i + 1 < last.size(); ++i) {
        triangle(last[0], last[i], last[i + 1]);
    }
}

void MeshBuilder::sheet(std::span<const glm::vec3> root, std::span<const glm::vec3> rim,
                        BodyVertex::Part part, float lift, float otherLift, bool isBlade) {
    for (const bool isOtherSide : {false, true}) {
        std::vector<std::uint16_t> inner;
        std::vector<std::uint16_t> outer;
        for (std::size_t i = 0; i < root.size(); ++i) {
            const std::size_t j = std::min(i + 1, root.size() - 1);
            const std::size_t h = j - 1;
            glm::vec3 normal = glm::cross(rim[i] - root[i], (rim[j] - rim[h]) + (root[j] - root[h]));
            normal = glm::length(normal) > 0.0f ? glm::normalize(normal) : glm::vec3{1.0f, 0.0f, 0.0f};
            normal = isOtherSide ? -normal : normal;
            const auto ray = static_cast<float>(i);
            const float up = isOtherSide ? otherLift : lift;
            const float along = ray / static_cast<float>(root.size() - 1);
            inner.push_back(
                add({root[i], normal, up, isBlade ? along : 0.0f, ray, static_cast<float>(part)}));
            outer.push_back(add({rim[i], normal, up, isBlade ? along : 1.0f, ray, static_cast<float>(part)}));
        }
        for (std::size_t i = 0; i + 1 < inner.size(); ++i) {
            quad({inner[i], outer[i], outer[i + 1], inner[i + 1]}, isOtherSide);
        }
    }
}

void MeshBuilder::limb(std::span<const Joint> joints, int sides, BodyVertex::Part part, float lift) {
    std::vector<std::uint16_t> last;
    const glm::vec3 way = glm::normalize(joints.back().centre - joints.front().centre);
    // The right limb of a pair is the left one mirrored.
    const bool isRight = joints.back().centre.x > 0.0f;
    const glm::vec3 across = glm::normalize(glm::cross(way, glm::vec3{0.0f, 0.0f, 1.0f}));
    const glm::vec3 ahead = glm::cross(across, way);
    const glm::vec3 aside = isRight ? -across : across;
    for (std::size_t joint = 0; joint < joints.size(); ++joint) {
        std::vector<std::uint16_t> ring;
        const float along = static_cast<float>(joint) / static_cast<float>(joints.size() - 1);
        for (int side = 0; side < sides; ++side) {
            const float angle = kTurn * (static_cast<float>(side) + 0.5f) / static_cast<float>(sides);
            const glm::vec3 outwards = aside * std::cos(angle) + ahead * std::sin(angle);
            ring.push_back(add({joints[joint].centre + outwards * joints[joint].radius, outwards, lift, along,
                                0.0f, static_cast<float>(part)}));
        }
        for (std::size_t i = 0; !last.empty() && i < ring.size(); ++i) {
            const std::size_t j = (i + 1) % ring.size();
            quad({last[i], last[j], ring[j], ring[i]}, !isRight);
        }
        last = std::move(ring);
    }
}

void MeshBuilder::quad(const std::array<std::uint16_t, 4>& corners, bool isReversed) {
    const auto at = [this](std::uint16_t i) { return m_mesh.vertices[i].position; };
    const auto oneWay = [&](std::uint16_t i, std::uint16_t j, std::uint16_t k) {
        if (glm::length(glm::cross(at(j) - at(i), at(k) - at(i))) > 1e-6f) {
            isReversed ? triangle(i, k, j) : triangle(i, j, k);
        }
    };
    oneWay(corners[0], corners[1], corners[2]);
    oneWay(corners[0], corners[2], corners[3]);
}

std::vector<glm::vec3> mirrored(std::span<const glm::vec3> points, const glm::vec3& factor) {
    std::vector<glm::vec3> other(points.begin(), points.end());
    for (glm::vec3& point : other) {
        point *= factor;
    }
    return other;
}

void fitToCoarser(BodyMesh& fine, const BodyMesh& coarse, const OutlineOf& outline) {
    // Difference in lift that separates the dorsal fin from the anal fin.
    constexpr float kSameFin = 0.7f;
    constexpr float kAny = 10.0f;
    for (BodyVertex& vertex : fine.vertices) {
        float smallest = 1e9f;
        const BodyOutline here = outline(vertex.position.z);
        const float height = vertex.position.y - here.middle;
        const float largest = 0.6f * (height > 0.0f ? here.back : -here.belly);
        BodyVertex best = vertex;
        best.position.x = 0.0f;
        best.position.y = here.middle + std::clamp(height, -largest, largest);
        for (std::size_t i = 0; i < coarse.indices.size(); i += 3) {
            const std::array corners{coarse.vertices[coarse.indices[i]],
                                     coarse.vertices[coarse.indices[i + 1]],
                                     coarse.vertices[coarse.indices[i + 2]]};
            const std::array at{corners[0].position, corners[1].position, corners[2].position};
            const bool isCap = at[0].z == at[1].z && at[1].z == at[2].z;
            const glm::vec3 facing = glm::cross(at[1] - at[0], at[2] - at[0]);
            const bool isOther = corners[0].part != vertex.part || std::abs(corners[0].lift - vertex.lift) >
                                                                       (vertex.part > 0.5f ? kSameFin : kAny);
            if (isOther || isCap || glm::dot(facing, vertex.normal) <= 0.0f) {
                continue;
            }
            const glm::vec3 shares = nearestBarycentric(at, vertex.position);
            const auto mixed = [&](auto BodyVertex::*value) {
                return corners[0].*value * shares.x + corners[1].*value * shares.y +
                       corners[2].*value * shares.z;
            };
            const glm::vec3 position = mixed(&BodyVertex::position);
            if (const float distance = glm::length(position - vertex.position); distance < smallest) {
                smallest = distance;
                best.position = position;
                best.normal = glm::normalize(mixed(&BodyVertex::normal));
                best.lift = mixed(&BodyVertex::lift);
                best.edge = mixed(&BodyVertex::edge);
            }
        }
        setCoarse(vertex, best);
    }
}

}  // namespace shoal
