#include "render/fish_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace shoal {
namespace {

/// The outline by hand, read off side and top views of herring-like fish: length five times the height.
struct Station {
    float along, back, belly, halfWidth;
};
constexpr std::array kStations{
    Station{0.000f, 0.002f, -0.010f, 0.004f}, Station{0.030f, 0.026f, -0.033f, 0.020f},
    Station{0.090f, 0.054f, -0.060f, 0.036f}, Station{0.180f, 0.079f, -0.086f, 0.049f},
    Station{0.300f, 0.094f, -0.105f, 0.056f}, Station{0.420f, 0.094f, -0.106f, 0.055f},
    Station{0.550f, 0.079f, -0.090f, 0.046f}, Station{0.680f, 0.052f, -0.060f, 0.030f},
    Station{0.780f, 0.029f, -0.034f, 0.016f}, Station{0.840f, 0.021f, -0.025f, 0.007f},
    Station{0.880f, 0.015f, -0.017f, 0.001f},
};
constexpr float kBodyEnd = 0.86f;

/// Catmull-Rom through the stations.
float interpolate(float along, float Station::*value) {
    const auto after = std::upper_bound(kStations.begin() + 1, kStations.end() - 1, along,
                                        [](float a, const Station& station) { return a < station.along; });
    const auto index = static_cast<std::size_t>(after - kStations.begin()) - 1;
    const Station& from = kStations[index];
    const Station& to = kStations[index + 1];
    const Station& previous = kStations[index > 0 ? index - 1 : 0];
    const Station& next = kStations[std::min(index + 2, kStations.size() - 1)];
    const float span = to.along - from.along;
    const float t = std::clamp((along - from.along) / span, 0.0f, 1.0f);
    const float slopeFrom = (to.*value - previous.*value) / (to.along - previous.along) * span;
    const float slopeTo = (next.*value - from.*value) / (next.along - from.along) * span;
    const float t2 = t * t;
    const float t3 = t2 * t;
    return (2.0f * t3 - 3.0f * t2 + 1.0f) * from.*value + (t3 - 2.0f * t2 + t) * slopeFrom +
           (3.0f * t2 - 2.0f * t3) * to.*value + (t3 - t2) * slopeTo;
}

/// A point of the skin; `angle` 0 is the right side, a quarter turn up the back.
glm::vec3 skin(float along, float angle) {
    const FishOutline outline = fishOutline(along);
    const float height = std::sin(angle) > 0.0f ? outline.back : -outline.belly;
    return {outline.halfWidth * std::cos(angle), height * std::sin(angle), along};
}

class Builder {
public:
    FishMesh take() { return std::move(m_mesh); }

    std::uint16_t add(const FishVertex& vertex) {
        m_mesh.vertices.push_back(vertex);
        return static_cast<std::uint16_t>(m_mesh.vertices.size() - 1);
    }

    void triangle(std::uint16_t a, std::uint16_t b, std::uint16_t c) {
        m_mesh.indices.insert(m_mesh.indices.end(), {a, b, c});
    }

    /// Rings of the body about its axis, closed at the snout and at the end.
    void body(std::span<const float> stations, int sides) {
        const std::uint16_t snout =
            add({{0.0f, -0.004f, 0.0f}, {0.0f, 0.0f, -1.0f}, -0.1f, 0.0f, 0.0f, FishVertex::body});
        std::vector<std::uint16_t> last;
        for (const float along : stations) {
            std::vector<std::uint16_t> ring;
            for (int side = 0; side < sides; ++side) {
                // The first vertex on the ridge of the back: even numbers of sides then keep the full height.
                const float angle = 2.0f * std::numbers::pi_v<float> *
                                    (0.25f + static_cast<float>(side) / static_cast<float>(sides));
                ring.push_back(skinVertex(along, angle, skinNormal(along, angle), std::sin(angle)));
            }
            for (std::size_t i = 0; i < ring.size(); ++i) {
                const std::size_t j = (i + 1) % ring.size();
                if (last.empty()) {
                    triangle(snout, ring[j], ring[i]);
                } else {
                    triangle(last[i], last[j], ring[i]);
                    triangle(last[j], ring[j], ring[i]);
                }
            }
            last = std::move(ring);
        }
        // The end is flat and inside the tail's root: a fan without a vertex of its own.
        for (std::size_t i = 1; i + 1 < last.size(); ++i) {
            triangle(last[0], last[i], last[i + 1]);
        }
    }

    /// A sheet between the points of its root and those of its rim, both sides of it.
    void fin(std::span<const glm::vec3> root, std::span<const glm::vec3> rim, FishVertex::Part part,
             float lift) {
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
                inner.push_back(add({root[i], normal, lift, 0.0f, ray, static_cast<float>(part)}));
                outer.push_back(add({rim[i], normal, lift, 1.0f, ray, static_cast<float>(part)}));
            }
            for (std::size_t i = 0; i + 1 < inner.size(); ++i) {
                quad(inner[i], outer[i], outer[i + 1], inner[i + 1], isOtherSide);
            }
        }
    }

private:
    std::uint16_t skinVertex(float along, float angle, const glm::vec3& normal, float lift) {
        return add({skin(along, angle), normal, lift, 0.0f, 0.0f, FishVertex::body});
    }

    static glm::vec3 skinNormal(float along, float angle) {
        constexpr float kStep = 1e-3f;  // small against the distance of stations, large against rounding
        const float from = std::max(along - kStep, 0.0f);
        const glm::vec3 lengthwise = skin(along + kStep, angle) - skin(from, angle);
        const glm::vec3 around = skin(along, angle + kStep) - skin(along, angle - kStep);
        return glm::normalize(glm::cross(around, lengthwise));
    }

    /// Skips what has no area, as at the corner of a fin.
    void quad(std::uint16_t a, std::uint16_t b, std::uint16_t c, std::uint16_t d, bool isReversed) {
        const auto at = [this](std::uint16_t i) { return m_mesh.vertices[i].position; };
        const auto oneWay = [&](std::uint16_t i, std::uint16_t j, std::uint16_t k) {
            if (glm::length(glm::cross(at(j) - at(i), at(k) - at(i))) > 1e-6f) {
                isReversed ? triangle(i, k, j) : triangle(i, j, k);
            }
        };
        oneWay(a, b, c);
        oneWay(a, c, d);
    }

    FishMesh m_mesh;
};

/// Both fins of a pair, or both lobes of the tail, from the points of one.
std::vector<glm::vec3> mirrored(std::span<const glm::vec3> points, const glm::vec3& factor) {
    std::vector<glm::vec3> other(points.begin(), points.end());
    for (glm::vec3& point : other) {
        point *= factor;
    }
    return other;
}

void addTail(Builder& builder, bool isFine) {
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
    builder.fin(root, rim, FishVertex::tail, 0.35f);
    const glm::vec3 down{1.0f, -1.0f, 1.0f};
    builder.fin(mirrored(root, down), mirrored(rim, down), FishVertex::tail, -0.15f);
}

void addMedianFins(Builder& builder, bool isFine) {
    const auto on = [](float along, float FishOutline::*edge) {
        return glm::vec3{0.0f, fishOutline(along).*edge * 0.93f, along};
    };
    const auto rise = [&](float along, float FishOutline::*edge, float height, float back) {
        return glm::vec3{0.0f, fishOutline(along).*edge + height, along + back};
    };
    if (isFine) {
        const std::array dorsalRoot{on(0.36f, &FishOutline::back), on(0.39f, &FishOutline::back),
                                    on(0.43f, &FishOutline::back), on(0.50f, &FishOutline::back),
                                    on(0.57f, &FishOutline::back)};
        const std::array dorsalRim{
            rise(0.36f, &FishOutline::back, 0.002f, 0.005f), rise(0.39f, &FishOutline::back, 0.040f, 0.025f),
            rise(0.43f, &FishOutline::back, 0.058f, 0.045f), rise(0.50f, &FishOutline::back, 0.026f, 0.035f),
            rise(0.57f, &FishOutline::back, 0.014f, 0.050f)};
        builder.fin(dorsalRoot, dorsalRim, FishVertex::fin, 0.9f);
        const std::array analRoot{on(0.60f, &FishOutline::belly), on(0.66f, &FishOutline::belly),
                                  on(0.74f, &FishOutline::belly)};
        const std::array analRim{rise(0.60f, &FishOutline::belly, 0.0f, 0.01f),
                                 rise(0.66f, &FishOutline::belly, -0.040f, 0.03f),
                                 rise(0.74f, &FishOutline::belly, -0.012f, 0.035f)};
        builder.fin(analRoot, analRim, FishVertex::fin, -0.5f);
        return;
    }
    const std::array dorsalRoot{on(0.37f, &FishOutline::back), on(0.56f, &FishOutline::back)};
    const std::array dorsalRim{rise(0.42f, &FishOutline::back, 0.056f, 0.03f),
                               rise(0.57f, &FishOutline::back, 0.012f, 0.045f)};
    builder.fin(dorsalRoot, dorsalRim, FishVertex::fin, 0.9f);
}

void addPectorals(Builder& builder) {
    // Held out and back, a little down, from just behind the gills.
    const std::array root{glm::vec3{0.040f, -0.045f, 0.225f}, glm::vec3{0.044f, -0.054f, 0.245f},
                          glm::vec3{0.044f, -0.060f, 0.262f}};
    const std::array rim{glm::vec3{0.096f, -0.080f, 0.330f}, glm::vec3{0.092f, -0.092f, 0.350f},
                         glm::vec3{0.066f, -0.086f, 0.330f}};
    builder.fin(root, rim, FishVertex::pectoral, -0.2f);
    const glm::vec3 left{-1.0f, 1.0f, 1.0f};
    builder.fin(mirrored(root, left), mirrored(rim, left), FishVertex::pectoral, -0.2f);
}

/// Sixteen triangles that keep the outline: six corners seen from the side, drawn out to a ridge on each
/// flank, and a flat tail.
FishMesh makeFar() {
    Builder builder;
    for (const float side : {1.0f, -1.0f}) {
        const auto corner = [&](const glm::vec3& position, const glm::vec3& normal, float lift) {
            return builder.add({position, glm::normalize(normal), lift, 0.0f, 0.0f, FishVertex::body});
        };
        const auto edge = [&](float along, float FishOutline::*outline, float lift) {
            // A little proud of the skin: straight lines between so few corners cut off what bulges. The
            // normal leans aside, as the skin's does but for the very ridge.
            return corner({0.0f, fishOutline(along).*outline * 1.12f, along}, {side, 0.8f * lift, 0.0f},
                          0.95f * lift);
        };
        const std::array outline{corner({0.0f, -0.004f, 0.0f}, {side, 0.1f, -1.0f}, 0.0f),
                                 edge(0.17f, &FishOutline::back, 1.0f),
                                 edge(0.55f, &FishOutline::back, 1.0f),
                                 corner({0.0f, 0.0f, 0.88f}, {side, 0.1f, 0.0f}, 0.1f),
                                 edge(0.55f, &FishOutline::belly, -1.0f),
                                 edge(0.17f, &FishOutline::belly, -1.0f)};
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
    builder.fin(root, up, FishVertex::tail, 0.3f);
    const std::array down{glm::vec3{0.0f, -0.122f, 0.995f}, glm::vec3{0.0f, 0.0f, 0.92f}};
    builder.fin(root, down, FishVertex::tail, -0.15f);
    return builder.take();
}

FishMesh makeNearOrMid(bool isFine) {
    Builder builder;
    if (isFine) {
        // Rings and sides of the mid mesh are among these: its edges then lie along some of this one's.
        constexpr std::array stations{0.018f, 0.07f, 0.15f, 0.26f, 0.38f, 0.50f, 0.64f, 0.76f, kBodyEnd};
        builder.body(stations, 12);
        addPectorals(builder);
    } else {
        constexpr std::array stations{0.07f, 0.26f, 0.50f, kBodyEnd};
        builder.body(stations, 6);
    }
    addTail(builder, isFine);
    addMedianFins(builder, isFine);
    return builder.take();
}

void setCoarse(FishVertex& vertex, const FishVertex& coarse) {
    vertex.coarsePosition = coarse.position;
    vertex.coarseNormal = coarse.normal;
    vertex.coarseLift = coarse.lift;
    vertex.coarseEdge = coarse.edge;
}

/// The point of a triangle that is nearest to `point`, as shares of its corners.
glm::vec3 nearestShares(const std::array<glm::vec3, 3>& corners, const glm::vec3& point) {
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
    float least = 1e9f;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const glm::vec3& from = corners[static_cast<std::size_t>(i)];
        const glm::vec3 edge = corners[static_cast<std::size_t>(j)] - from;
        const float t = std::clamp(glm::dot(point - from, edge) / glm::dot(edge, edge), 0.0f, 1.0f);
        if (const float distance = glm::length(from + edge * t - point); distance < least) {
            least = distance;
            shares = {0.0f, 0.0f, 0.0f};
            shares[i] = 1.0f - t;
            shares[j] = t;
        }
    }
    return shares;
}

/// Gives each vertex of `fine` its place on `coarse`: the nearest on the same part and the same side. A fin
/// that the coarse mesh does not have draws back into the body.
void fit(FishMesh& fine, const FishMesh& coarse) {
    // Of lift: tells the dorsal fin from the anal one.
    constexpr float kSameFin = 0.7f;
    constexpr float kAny = 10.0f;
    for (FishVertex& vertex : fine.vertices) {
        float least = 1e9f;
        const float most = 0.6f * (vertex.position.y > 0.0f ? fishOutline(vertex.position.z).back
                                                            : -fishOutline(vertex.position.z).belly);
        FishVertex best = vertex;
        best.position.x = 0.0f;
        best.position.y = std::clamp(vertex.position.y, -most, most);
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
            const glm::vec3 shares = nearestShares(at, vertex.position);
            const auto mixed = [&](auto FishVertex::*value) {
                return corners[0].*value * shares.x + corners[1].*value * shares.y +
                       corners[2].*value * shares.z;
            };
            const glm::vec3 position = mixed(&FishVertex::position);
            if (const float distance = glm::length(position - vertex.position); distance < least) {
                least = distance;
                best.position = position;
                best.normal = glm::normalize(mixed(&FishVertex::normal));
                best.lift = mixed(&FishVertex::lift);
                best.edge = mixed(&FishVertex::edge);
            }
        }
        setCoarse(vertex, best);
    }
}

}  // namespace

FishOutline fishOutline(float along) {
    return {interpolate(along, &Station::back), interpolate(along, &Station::belly),
            interpolate(along, &Station::halfWidth)};
}

FishMesh makeFishMesh(FishDetail detail) {
    FishMesh mesh = detail == FishDetail::far ? makeFar() : makeNearOrMid(detail == FishDetail::near);
    if (detail == FishDetail::far) {
        for (FishVertex& vertex : mesh.vertices) {
            setCoarse(vertex, vertex);
        }
    } else {
        fit(mesh, makeFishMesh(detail == FishDetail::near ? FishDetail::mid : FishDetail::far));
    }
    return mesh;
}

}  // namespace shoal
