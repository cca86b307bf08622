#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "render/bodies/body_mesh.hpp"

namespace shoal {
namespace {

using test::approx;
using Kind = Species::Body;

constexpr std::array kBodies{Kind::fish,  Kind::bird,   Kind::beast, Kind::dart,  Kind::tuna,
                             Kind::shark, Kind::damsel, Kind::gull,  Kind::falcon};
constexpr std::array kFishes{Kind::fish, Kind::tuna, Kind::shark, Kind::damsel};
constexpr std::array kDetails{BodyDetail::near, BodyDetail::mid, BodyDetail::far};

std::string_view nameOf(Kind body) {
    return Species::bodies[static_cast<std::size_t>(body)];
}

struct Extent {
    glm::vec3 min{1e9f};
    glm::vec3 max{-1e9f};
};

Extent extentOf(const BodyMesh& mesh) {
    Extent extent;
    for (const BodyVertex& vertex : mesh.vertices) {
        extent.min = glm::min(extent.min, vertex.position);
        extent.max = glm::max(extent.max, vertex.position);
    }
    return extent;
}

TEST_CASE("each level of detail has its intended number of triangles", "[render][mesh]") {
    struct Bounds {
        Kind body;
        std::array<std::size_t, 3> min;
        std::array<std::size_t, 3> max;
    };
    for (const Bounds& bounds :
         {Bounds{Kind::fish, {150, 45, 8}, {300, 75, 16}}, Bounds{Kind::bird, {150, 45, 8}, {460, 80, 26}},
          // With round legs, and hair.
          Bounds{Kind::beast, {150, 90, 24}, {670, 160, 40}},
          Bounds{Kind::cat, {150, 90, 24}, {600, 160, 40}}, Bounds{Kind::dart, {12, 8, 8}, {60, 12, 12}},
          // Few at a time are seen, and from near.
          Bounds{Kind::tuna, {300, 75, 16}, {750, 130, 36}},
          Bounds{Kind::shark, {300, 75, 16}, {750, 130, 36}},
          Bounds{Kind::damsel, {250, 60, 16}, {500, 130, 44}},
          Bounds{Kind::gull, {150, 45, 8}, {460, 80, 26}},
          Bounds{Kind::falcon, {150, 45, 8}, {460, 80, 26}}}) {
        for (std::size_t i = 0; i < kDetails.size(); ++i) {
            const std::size_t triangles = makeBodyMesh(bounds.body, kDetails[i]).indices.size() / 3;
            INFO(nameOf(bounds.body) << " at level " << i);
            CHECK(triangles >= bounds.min[i]);
            CHECK(triangles <= bounds.max[i]);
        }
    }
}

TEST_CASE("all levels of detail share one outline", "[render][mesh]") {
    for (const Kind body : kBodies) {
        const Extent near = extentOf(makeBodyMesh(body, BodyDetail::near));
        for (const BodyDetail detail : {BodyDetail::mid, BodyDetail::far}) {
            INFO(nameOf(body) << " at level " << static_cast<int>(detail));
            const Extent other = extentOf(makeBodyMesh(body, detail));
            CHECK(other.min.z == approx(near.min.z).margin(0.025));
            CHECK(other.max.z == approx(near.max.z).margin(0.07));
            CHECK(other.min.y == approx(near.min.y).margin(0.02));
            CHECK(other.max.x == approx(near.max.x).margin(0.05));
            // Only the near fish has a fine point on its dorsal fin, and the far beast has no horns.
            CHECK(other.max.y <= near.max.y + 0.01f);
            CHECK(other.max.y > near.max.y - (body == Kind::beast ? 0.12f : 0.07f));
        }
    }
}

TEST_CASE("a fish is one unit long and five to six times its thickness", "[render][mesh]") {
    float height = 0.0f;
    for (float along = 0.0f; along < 0.86f; along += 0.01f) {
        const BodyOutline outline = fishOutline(along);
        height = std::max(height, outline.back - outline.belly);
        CHECK(outline.halfWidth >= 0.0f);
        CHECK(outline.back > outline.belly);
    }
    CHECK(height > 1.0f / 6.0f);
    CHECK(height <= 1.0f / 4.9f);
}

TEST_CASE("every body is one unit long", "[render][mesh]") {
    for (const Kind body : kBodies) {
        INFO(nameOf(body));
        const Extent extent = extentOf(makeBodyMesh(body, BodyDetail::near));
        CHECK(extent.max.z - extent.min.z == approx(1.0).margin(0.05));
    }
}

TEST_CASE("a bird is wider than long and a beast stands on its hooves", "[render][mesh]") {
    for (const BodyDetail detail : kDetails) {
        const Extent bird = extentOf(makeBodyMesh(Kind::bird, detail));
        CHECK(bird.max.x - bird.min.x > 1.5f);
        CHECK(bird.max.y - bird.min.y < 0.25f);
        const Extent beast = extentOf(makeBodyMesh(Kind::beast, detail));
        CHECK(beast.min.y == approx(0.0).margin(0.005));
        CHECK(beast.max.y > 0.7f);
    }
}

TEST_CASE("every triangle faces the way its normals do", "[render][mesh]") {
    for (const Kind body : kBodies) {
        for (const BodyDetail detail : kDetails) {
            const BodyMesh mesh = makeBodyMesh(body, detail);
            for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
                const BodyVertex& a = mesh.vertices[mesh.indices[i]];
                const BodyVertex& b = mesh.vertices[mesh.indices[i + 1]];
                const BodyVertex& c = mesh.vertices[mesh.indices[i + 2]];
                const glm::vec3 facing = glm::cross(b.position - a.position, c.position - a.position);
                CAPTURE(nameOf(body), static_cast<int>(detail), i / 3, a.part, a.position.x, a.position.y,
                        a.position.z);
                CHECK(glm::length(facing) > 0.0f);
                // The cap at the end of the body keeps its ring's normals; it lies inside the tail.
                const bool isCap = a.position.z == b.position.z && b.position.z == c.position.z;
                CHECK((isCap || glm::dot(facing, a.normal + b.normal + c.normal) > 0.0f));
            }
        }
    }
}

TEST_CASE("normals are unit vectors and left mirrors right", "[render][mesh]") {
    for (const Kind body : kBodies) {
        const BodyMesh mesh = makeBodyMesh(body, BodyDetail::near);
        for (const BodyVertex& vertex : mesh.vertices) {
            CHECK(glm::length(vertex.normal) == approx(1.0).margin(1e-3));
            CHECK(glm::length(vertex.coarseNormal) == approx(1.0).margin(1e-3));
            const bool hasMirror =
                std::any_of(mesh.vertices.begin(), mesh.vertices.end(), [&](const BodyVertex& other) {
                    return glm::length(other.position - vertex.position * glm::vec3{-1.0f, 1.0f, 1.0f}) <
                           1e-4f;
                });
            CAPTURE(nameOf(body), vertex.part, vertex.position.x, vertex.position.y, vertex.position.z);
            CHECK(hasMirror);
        }
    }
}

/// A body in black, 64 pixels long, seen from its right or from above; its centroid is in the middle.
struct BlackOutline {
    static constexpr int kLength = 64;
    static constexpr int kSize = 3 * kLength;  // wings are wider than long
    std::vector<bool> black = std::vector<bool>(kSize * kSize);

    BlackOutline(const BodyMesh& mesh, bool isFromAbove) {
        const auto corner = [&](std::size_t index) {
            const glm::vec3& at = mesh.vertices[mesh.indices[index]].position;
            return glm::vec2{at.z, isFromAbove ? at.x : at.y} * static_cast<float>(kLength);
        };
        glm::vec2 middle{0.0f};
        float area = 0.0f;
        std::vector<bool> drawn(kSize * kSize);
        const auto cross = [](const glm::vec2& a, const glm::vec2& b) { return a.x * b.y - a.y * b.x; };
        for (int y = 0; y < kSize; ++y) {
            for (int x = 0; x < kSize; ++x) {
                const glm::vec2 pixel = glm::vec2{x, y} + 0.5f - 0.5f * static_cast<float>(kSize);
                bool isInside = false;
                for (std::size_t i = 0; i < mesh.indices.size() && !isInside; i += 3) {
                    const std::array at{corner(i) - pixel, corner(i + 1) - pixel, corner(i + 2) - pixel};
                    const std::array turns{cross(at[0], at[1]), cross(at[1], at[2]), cross(at[2], at[0])};
                    const auto [low, high] = std::ranges::minmax(turns);
                    isInside = (low >= 0.0f || high <= 0.0f) && high - low > 0.0f;
                }
                if (isInside) {
                    drawn[static_cast<std::size_t>(y * kSize + x)] = true;
                    middle += glm::vec2{x, y};
                    area += 1.0f;
                }
            }
        }
        const glm::ivec2 shift = glm::ivec2(glm::round(middle / area)) - kSize / 2;
        for (int y = 0; y < kSize; ++y) {
            for (int x = 0; x < kSize; ++x) {
                const glm::ivec2 from = glm::ivec2{x, y} + shift;
                const bool isInside = std::min(from.x, from.y) >= 0 && std::max(from.x, from.y) < kSize;
                black[static_cast<std::size_t>(y * kSize + x)] =
                    isInside && drawn[static_cast<std::size_t>(from.y * kSize + from.x)];
            }
        }
    }

    /// Area in both outlines, relative to that in either.
    double overlap(const BlackOutline& other) const {
        double both = 0.0;
        double either = 0.0;
        for (std::size_t i = 0; i < black.size(); ++i) {
            both += black[i] && other.black[i] ? 1.0 : 0.0;
            either += black[i] || other.black[i] ? 1.0 : 0.0;
        }
        return both / either;
    }
};

TEST_CASE("any two kinds of body can be told by their outlines in black, 64 pixels long", "[render][mesh]") {
    std::vector<std::array<BlackOutline, 2>> outlines;
    for (std::size_t body = 0; body < Species::bodies.size(); ++body) {
        const BodyMesh mesh = makeBodyMesh(static_cast<Kind>(body), BodyDetail::near);
        outlines.push_back({BlackOutline(mesh, false), BlackOutline(mesh, true)});
    }
    for (std::size_t a = 0; a < outlines.size(); ++a) {
        for (std::size_t b = a + 1; b < outlines.size(); ++b) {
            const double aside = outlines[a][0].overlap(outlines[b][0]);
            const double above = outlines[a][1].overlap(outlines[b][1]);
            CAPTURE(Species::bodies[a], Species::bodies[b], aside, above);
            CHECK(std::min(aside, above) < 0.85);
        }
    }
}

bool isOf(const BodyVertex& vertex, BodyVertex::Part part) {
    return vertex.part == static_cast<float>(part);
}

TEST_CASE("a fish's body ends as a wedge within its tail, without a cut-off end", "[render][mesh]") {
    for (const Kind body : kFishes) {
        const BodyMesh mesh = makeBodyMesh(body, BodyDetail::near);
        float end = 0.0f;
        for (const BodyVertex& vertex : mesh.vertices) {
            end = isOf(vertex, BodyVertex::body) ? std::max(end, vertex.position.z) : end;
        }
        // Seen from the side, whether a point lies on the tail, up to a margin.
        const auto isOnTail = [&](const glm::vec3& point) {
            constexpr float kMargin = 0.006f;
            for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
                if (!isOf(mesh.vertices[mesh.indices[i]], BodyVertex::tail)) {
                    continue;
                }
                bool isInside = true;
                float turned = 0.0f;
                for (std::size_t k = 0; k < 3; ++k) {
                    const glm::vec3 from = mesh.vertices[mesh.indices[i + k]].position;
                    const glm::vec3 to = mesh.vertices[mesh.indices[i + (k + 1) % 3]].position;
                    const glm::vec3 edge = to - from;
                    const float turn = edge.z * (point.y - from.y) - edge.y * (point.z - from.z);
                    const float away = turn / glm::length(edge);
                    turned = k == 0 ? std::copysign(1.0f, mesh.vertices[mesh.indices[i]].normal.x) : turned;
                    isInside = isInside && (turned < 0.0f ? away > -kMargin : away < kMargin);
                }
                if (isInside) {
                    return true;
                }
            }
            return false;
        };
        for (const BodyVertex& vertex : mesh.vertices) {
            if (isOf(vertex, BodyVertex::body) && vertex.position.z > end - 1e-4f) {
                CAPTURE(nameOf(body), vertex.position.x, vertex.position.y, vertex.position.z);
                CHECK(std::abs(vertex.position.x) < 0.004f);
                CHECK(isOnTail(vertex.position));
            }
        }
    }
}

}  // namespace
}  // namespace shoal
