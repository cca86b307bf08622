#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>

#include "catch.hpp"
#include "render/bodies/body_mesh.hpp"

namespace shoal {
namespace {

using test::approx;
using Kind = Species::Body;

constexpr std::array kBodies{Kind::fish, Kind::bird, Kind::beast, Kind::dart};
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
         {Bounds{Kind::fish, {150, 45, 8}, {300, 75, 16}}, Bounds{Kind::bird, {150, 45, 8}, {300, 75, 26}},
          Bounds{Kind::beast, {150, 90, 24}, {330, 140, 40}},
          Bounds{Kind::cat, {150, 90, 24}, {380, 150, 40}}, Bounds{Kind::dart, {12, 8, 8}, {60, 12, 12}}}) {
        for (std::size_t i = 0; i < kDetails.size(); ++i) {
            const std::size_t triangles = makeBodyMesh(bounds.body, kDetails[i]).triangleCount();
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

}  // namespace
}  // namespace shoal
