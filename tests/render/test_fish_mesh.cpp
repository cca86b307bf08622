#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "catch.hpp"
#include "render/fish_mesh.hpp"

namespace shoal {
namespace {

using test::approx;

struct Extent {
    glm::vec3 least{1e9f};
    glm::vec3 most{-1e9f};
};

Extent extentOf(const FishMesh& mesh) {
    Extent extent;
    for (const FishVertex& vertex : mesh.vertices) {
        extent.least = glm::min(extent.least, vertex.position);
        extent.most = glm::max(extent.most, vertex.position);
    }
    return extent;
}

TEST_CASE("each level of detail has the triangles it is meant to have", "[render][mesh]") {
    const std::size_t near = makeFishMesh(FishDetail::near).triangleCount();
    const std::size_t mid = makeFishMesh(FishDetail::mid).triangleCount();
    const std::size_t far = makeFishMesh(FishDetail::far).triangleCount();
    CAPTURE(near, mid, far);
    CHECK(near >= 150);
    CHECK(near <= 300);
    CHECK(mid >= 45);
    CHECK(mid <= 75);
    CHECK(far >= 8);
    CHECK(far <= 16);
}

TEST_CASE("all levels of detail share one outline", "[render][mesh]") {
    const Extent near = extentOf(makeFishMesh(FishDetail::near));
    for (const FishDetail detail : {FishDetail::mid, FishDetail::far}) {
        const Extent other = extentOf(makeFishMesh(detail));
        CHECK(other.least.z == approx(near.least.z).margin(0.01));
        CHECK(other.most.z == approx(near.most.z).margin(0.02));
        CHECK(other.least.y == approx(near.least.y).margin(0.02));
        // The near mesh alone has a fine point on its dorsal fin.
        CHECK(other.most.y > 0.1f);
        CHECK(other.most.y <= near.most.y + 0.01f);
    }
}

TEST_CASE("a body is one unit long and five to six times its thickness", "[render][mesh]") {
    float height = 0.0f;
    for (float along = 0.0f; along < 0.86f; along += 0.01f) {
        const FishOutline outline = fishOutline(along);
        height = std::max(height, outline.back - outline.belly);
        CHECK(outline.halfWidth >= 0.0f);
        CHECK(outline.back > outline.belly);
    }
    CHECK(height > 1.0f / 6.0f);
    CHECK(height <= 1.0f / 4.9f);
    const Extent extent = extentOf(makeFishMesh(FishDetail::near));
    CHECK(extent.most.z - extent.least.z == approx(1.0).margin(0.01));
}

TEST_CASE("every triangle faces the way its normals do", "[render][mesh]") {
    for (const FishDetail detail : {FishDetail::near, FishDetail::mid, FishDetail::far}) {
        const FishMesh mesh = makeFishMesh(detail);
        for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
            const FishVertex& a = mesh.vertices[mesh.indices[i]];
            const FishVertex& b = mesh.vertices[mesh.indices[i + 1]];
            const FishVertex& c = mesh.vertices[mesh.indices[i + 2]];
            const glm::vec3 facing = glm::cross(b.position - a.position, c.position - a.position);
            CAPTURE(static_cast<int>(detail), i / 3, a.position.x, a.position.y, a.position.z);
            CHECK(glm::length(facing) > 0.0f);
            // The cap at the end of the body keeps its ring's normals; it is inside the tail.
            const bool isCap = a.position.z == b.position.z && b.position.z == c.position.z;
            CHECK((isCap || glm::dot(facing, a.normal + b.normal + c.normal) > 0.0f));
        }
    }
}

TEST_CASE("normals are unit vectors and left mirrors right", "[render][mesh]") {
    const FishMesh mesh = makeFishMesh(FishDetail::near);
    for (const FishVertex& vertex : mesh.vertices) {
        CHECK(glm::length(vertex.normal) == approx(1.0).margin(1e-3));
        const bool hasMirror =
            std::any_of(mesh.vertices.begin(), mesh.vertices.end(), [&](const FishVertex& other) {
                return glm::length(other.position - vertex.position * glm::vec3{-1.0f, 1.0f, 1.0f}) < 1e-4f;
            });
        CAPTURE(vertex.position.x, vertex.position.y, vertex.position.z);
        CHECK(hasMirror);
    }
}

}  // namespace
}  // namespace shoal
