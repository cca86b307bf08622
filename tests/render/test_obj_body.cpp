// Bodies of users, read from OBJ files.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "catch.hpp"
#include "picture.hpp"
#include "render/import/obj_body.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

// A box of 2 x 4 x 1 m, with quads as most programs write them. Its upper end, at +y, is red.
const std::string kBox =
    "mtllib box.mtl\nv -1 0 0\nv 1 0 0\nv 1 4 0\nv -1 4 0\nv -1 0 1\nv 1 0 1\nv 1 4 1\nv -1 4 1\n"
    "usemtl rest\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 1 5 8 4\nusemtl head\nf 4 8 7 3\n";
const std::string kMaterials = "newmtl head\nKd 1 0 0\nnewmtl rest\nKd 0.2 0.2 0.2\n";

std::string materialsOf(const std::string& name) {
    return name == "box.mtl" ? kMaterials : "";
}

TEST_CASE("an OBJ file becomes a body of length 1 with its head in front", "[render][obj]") {
    const auto body = readObj(kBox, "box.obj", materialsOf);
    INFO((body ? "" : body.problem().text));
    REQUIRE(body);
    const BodyMesh& mesh = body->levels[0];
    CHECK(mesh.triangleCount() == 12);
    CHECK(mesh.vertices.size() == 24);  // sharp edges keep four corners a face
    const float red = partOfColour({1.0f, 0.0f, 0.0f});
    for (const BodyVertex& vertex : mesh.vertices) {
        // Length along z from 0; as wide as 2 of 4 m; the box's z is its height now.
        CHECK(std::abs(std::abs(vertex.position.z - 0.5f) - 0.5f) < 1e-5f);
        CHECK(std::abs(std::abs(vertex.position.x) - 0.25f) < 1e-5f);
        CHECK(std::abs(std::abs(vertex.position.y) - 0.125f) < 1e-5f);
        if (vertex.part == red) {
            CHECK(vertex.position.z < 0.01f);
            CHECK(vertex.normal.z < -0.99f);
        }
    }
    CHECK(std::ranges::count(mesh.vertices, red, &BodyVertex::part) == 4);
    // A flank of 1 x 0.25, a back of 1 x 0.5 and an end of 0.5 x 0.25.
    CHECK(std::abs(body->faces.x - 0.25f) < 1e-5f);
    CHECK(std::abs(body->faces.y - 0.5f) < 1e-5f);
    CHECK(std::abs(body->faces.z - 0.125f) < 1e-5f);
    REQUIRE(body->colour);
    CHECK(body->colour->r > body->colour->g + 0.02f);
    // Faces point outwards still.
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const glm::vec3 a = mesh.vertices[mesh.indices[i]].position;
        const glm::vec3 across = glm::cross(mesh.vertices[mesh.indices[i + 1]].position - a,
                                            mesh.vertices[mesh.indices[i + 2]].position - a);
        CHECK(glm::dot(across, a - glm::vec3{0.0f, 0.0f, 0.5f}) > 0.0f);
    }
}

TEST_CASE("a body that is longest along x or z has its head at the lower end", "[render][obj]") {
    const auto isAlongX = GENERATE(true, false);
    const std::string spike =
        isAlongX ? "v -5 0 0\nv 5 1 1\nv 5 -1 1\nv 5 0 -1\n" : "v 0 0 -5\nv 1 1 5\nv -1 1 5\nv 0 -1 5\n";
    const auto body = readObj(spike + "f 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n", "spike.obj");
    REQUIRE(body);
    CHECK_FALSE(body->colour);
    // Only the tip lies in front.
    for (const BodyVertex& vertex : body->levels[0].vertices) {
        CHECK((vertex.position.z < 0.01f) == (std::hypot(vertex.position.x, vertex.position.y) < 0.09f));
    }
}

TEST_CASE("coarser levels of a file's body keep its outline with fewer triangles", "[render][obj]") {
    std::string text;
    constexpr int kRings = 60;
    constexpr int kSides = 40;
    for (int ring = 0; ring <= kRings; ++ring) {
        for (int side = 0; side < kSides; ++side) {
            const double turn = 6.2831853 * side / kSides;
            const double t = static_cast<double>(ring) / kRings;
            const double radius = 0.01 + 0.4 * t * (1.0 - t);
            text += "v " + std::to_string(radius * std::cos(turn)) + " " +
                    std::to_string(radius * std::sin(turn)) + " " + std::to_string(t) + "\n";
        }
    }
    for (int ring = 0; ring < kRings; ++ring) {
        for (int side = 0; side < kSides; ++side) {
            const int next = (side + 1) % kSides;
            const int a = ring * kSides + 1;
            text += "f " + std::to_string(a + side) + " " + std::to_string(a + kSides + side) + " " +
                    std::to_string(a + kSides + next) + " " + std::to_string(a + next) + "\n";
        }
    }
    const auto body = readObj(text, "spindle.obj");
    REQUIRE(body);
    CHECK(body->levels[0].triangleCount() == 2 * kRings * kSides);
    CHECK(body->levels[1].triangleCount() < 2500);
    CHECK(body->levels[2].triangleCount() < 500);
    for (const BodyMesh& level : body->levels) {
        const auto [low, high] = std::ranges::minmax(
            level.vertices, {}, [](const BodyVertex& vertex) { return vertex.position.z; });
        CHECK(low.position.z < 0.05f);
        CHECK(high.position.z > 0.95f);
        const BodyVertex& widest =
            std::ranges::max(level.vertices, {}, [](const BodyVertex& vertex) { return vertex.position.x; });
        CHECK(widest.position.x > 0.095f);
        CHECK(widest.position.x < 0.12f);
        for (const BodyVertex& vertex : level.vertices) {
            CHECK(glm::distance(vertex.position, vertex.coarsePosition) < 0.13f);
        }
    }
}

TEST_CASE("files that are no body are refused in one line", "[render][obj]") {
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    std::string large;
    for (std::size_t i = 0; i <= kMaxObjTriangles; ++i) {
        large += "f 1 2 3\n";
    }
    const auto [text, what] = GENERATE_COPY(
        std::pair(std::string(), std::string("in one place")),
        std::pair(std::string("v 1 1 1\nf 1 1 1\n"), std::string("in one place")),
        std::pair(triangle, std::string("no face")),
        std::pair(std::string("v 0 0 0\nv 1e30 0 0\nv 0 1 0\nf 1 2 3\n"), std::string("too far apart")),
        std::pair(triangle + large, std::string("more than 100000 triangles")));
    const auto body = readObj(text, "some.obj");
    REQUIRE_FALSE(body);
    CAPTURE(body.problem().text);
    CHECK(body.problem().text.starts_with("some.obj: "));
    CHECK(body.problem().text.find(what) != std::string::npos);
    CHECK_FALSE(readObj(triangle + "f 1 2 9\n", "some.obj"));
}

TEST_CASE("a species with a mesh file is drawn as that body, in its colours", "[render][obj]") {
    const test::ScratchFolder scratch;
    std::ofstream(scratch.path() / "box.obj") << kBox;
    std::ofstream(scratch.path() / "box.mtl") << "newmtl head\nKd 0 1 0\nnewmtl rest\nKd 0 1 0\n";
    const Flock flock = test::makeFlock(std::array{test::Body{.position = {}}});
    BodyBatch batch{.flock = &flock, .bodyLength = 2.0f, .body = kOwnBody};
    Frame frame = test::frameOf(test::kWidth, test::kHeight, test::kAhead);
    frame.look.place = LookSettings::Place::plain;
    frame.look.turbidity = 0.0f;
    frame.isTransparent = true;
    const auto greenest = [&](const std::filesystem::path& file) {
        batch.mesh = file.string();
        const Image picture = test::draw(std::array{batch}, frame);
        int most = 0;
        for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
            most = std::max(most, picture.rgba[i + 1] - std::max(picture.rgba[i], picture.rgba[i + 2]));
        }
        return most;
    };
    const int green = greenest(scratch.path() / "box.obj");
    CHECK(green > 60);
    // A sardine stands in for a file that has gone.
    CHECK(greenest(scratch.path() / "gone.obj") < 10);
    CHECK(greenest(scratch.path() / "box.obj") == green);
}

}  // namespace
}  // namespace shoal
