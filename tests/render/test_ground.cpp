#include <glm/geometric.hpp>

#include "picture.hpp"
#include "render/card/ground_mesh.hpp"
#include "render/frame/scene_block.hpp"

namespace shoal {
namespace {

using test::approx;
using test::drawScene;
using Place = LookSettings::Place;

constexpr CameraSettings kAbove{.distance = 20.0f, .azimuth = 0.0f, .elevation = 0.5f};
constexpr World kWorld{.width = 30.0f, .height = 10.0f, .depth = 20.0f};

constexpr std::array kForms{Ground::Form::flat, Ground::Form::hills, Ground::Form::rastrigin,
                            Ground::Form::ackley, Ground::Form::himmelblau};

Scene sceneOn(const Ground& ground, Species::Body body = Species::Body::beast) {
    Scene scene;
    scene.world = kWorld;
    scene.ground = ground;
    scene.species.emplace_back().count = 1;
    scene.species[0].body = body;
    scene.species[0].bodyLength = 2.0f;
    return scene;
}

Frame onPlain(const CameraSettings& camera) {
    Frame frame = test::frameOf(160, 120, camera);
    frame.look.place = Place::plain;
    frame.look.turbidity = 0.2f;
    return frame;
}

/// A metre from the world's middle, on the side that shadows fall on.
Vec3f downSun(const Frame& frame) {
    const glm::vec4 sun = makeSceneBlock(frame, World{}, {0, 0, 160, 120}).sun;
    const float level = std::hypot(sun.x, sun.z);
    return {-sun.x / level, 0.0f, -sun.z / level};
}

constexpr Vec3f kHighAbove{0.0f, 900.0f, 0.0f};

TEST_CASE("a ground that is not drawn has no mesh", "[render][ground]") {
    CHECK(makeGroundMesh({}, kWorld).indices.empty());
}

TEST_CASE("the land's mesh lies on the ground, faces up and is level where it leaves for the horizon",
          "[render][ground]") {
    for (const Ground::Form form : kForms) {
        const Ground ground{.form = form, .level = -3.0f, .relief = 4.0f, .size = 12.0f};
        const GroundMesh mesh = makeGroundMesh(ground, kWorld);
        INFO(Ground::forms[static_cast<std::size_t>(form)]);
        REQUIRE_FALSE(mesh.indices.empty());
        CHECK(mesh.reach > ground.size);
        float farthest = 0.0f;
        float outermost = 0.0f;  // of the lines but the last
        for (const GroundVertex& vertex : mesh.vertices) {
            outermost = vertex.position.x < mesh.reach ? std::max(outermost, vertex.position.x) : outermost;
        }
        for (const GroundVertex& vertex : mesh.vertices) {
            const float height = ground.heightAt(vertex.position.x, vertex.position.z);
            const float out = std::max(std::abs(vertex.position.x), std::abs(vertex.position.z));
            // Beyond the world, or round a search surface, the land falls to the lowest level.
            const bool isAround = out > (ground.isSurface() ? ground.size / 2 : 1.5f * 15.0f);
            REQUIRE((isAround ? vertex.position.y <= height : vertex.position.y == height));
            REQUIRE(vertex.position.y >= ground.level);
            REQUIRE((out < outermost || vertex.position.y == approx(ground.level)));
            REQUIRE(glm::length(vertex.normal) == approx(1.0).margin(1e-3));
            REQUIRE(vertex.height >= 0.0f);
            REQUIRE(vertex.height <= 1.0f);
            farthest = std::max(farthest, vertex.position.x);
        }
        CHECK(farthest == approx(mesh.reach).epsilon(1e-3));
        for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
            const glm::vec3 a = mesh.vertices[mesh.indices[i]].position;
            const glm::vec3 b = mesh.vertices[mesh.indices[i + 1]].position;
            const glm::vec3 c = mesh.vertices[mesh.indices[i + 2]].position;
            REQUIRE(glm::cross(b - a, c - a).y > 0.0f);
        }
    }
}

TEST_CASE("the mesh is close to the ground between its corners, where boids are", "[render][ground]") {
    for (const Ground::Form form : kForms) {
        const Ground ground{.form = form, .level = 0.0f, .relief = 4.0f, .size = 20.0f};
        const GroundMesh mesh = makeGroundMesh(ground, kWorld);
        float worst = 0.0f;
        for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
            const glm::vec3 middle =
                (mesh.vertices[mesh.indices[i]].position + mesh.vertices[mesh.indices[i + 1]].position +
                 mesh.vertices[mesh.indices[i + 2]].position) /
                3.0f;
            if (std::max(std::abs(middle.x), std::abs(middle.z)) < 10.0f) {
                worst = std::max(worst, std::abs(middle.y - ground.heightAt(middle.x, middle.z)));
            }
        }
        INFO(Ground::forms[static_cast<std::size_t>(form)]);
        CHECK(worst < 0.03f * ground.relief);
    }
}

TEST_CASE("the land covers everything below the horizon and nothing above", "[render][ground]") {
    Frame frame = onPlain({.distance = 10.0f, .azimuth = 0.0f, .elevation = 0.0f});
    frame.isTransparent = true;
    for (const Place place : {Place::sky, Place::plain}) {
        frame.look.place = place;
        const Image image =
            drawScene(sceneOn({.form = Ground::Form::flat, .level = -3.0f}), kHighAbove, frame);
        CHECK(test::renderer().lastFrame());
        CHECK(image.at(80, 110)[3] == 255);
        CHECK(image.at(80, 10)[3] == 0);
    }
}

TEST_CASE("transparent pictures show no sea floor, unless it is an obstacle", "[render][ground]") {
    Frame frame = test::frameOf(160, 120, {.distance = 10.0f, .azimuth = 0.0f, .elevation = 0.0f});
    frame.isTransparent = true;
    Scene scene = sceneOn({.form = Ground::Form::hills, .level = -3.0f, .relief = 0.5f});
    CHECK(drawScene(scene, kHighAbove, frame).at(80, 110)[3] == 0);
    scene.ground = {};
    scene.obstacles.push_back({.shape = Obstacle::Shape::floor, .y = -3.0f});
    CHECK(drawScene(scene, kHighAbove, frame).at(80, 110)[3] == 255);
}

TEST_CASE("the land reaches a straight horizon from worlds and eyes of every size", "[render][ground]") {
    for (const Ground::Form form : {Ground::Form::flat, Ground::Form::hills, Ground::Form::rastrigin}) {
        for (const float size : {1.0f, 60.0f, 2000.0f}) {
            Scene scene =
                sceneOn({.form = form, .level = -1.0f, .relief = 1.0f, .size = 20.0f}, Species::Body::bird);
            scene.world = {.width = size, .height = size, .depth = size};
            for (const float height : {3.0f, 120.0f, 700.0f}) {
                // Nearly level, with the nearest near plane; and from afar, over a corner of the mesh.
                for (const CameraSettings& camera :
                     {CameraSettings{.distance = 1.0f, .azimuth = 0.0f, .elevation = 0.02f},
                      CameraSettings{.distance = 3000.0f, .azimuth = 0.7854f, .elevation = 0.2f}}) {
                    CAPTURE(Ground::forms[static_cast<std::size_t>(form)], size, height, camera.distance);
                    Frame frame = test::frameOf(160, 120, camera, {0.0f, height, 0.0f});
                    frame.look.place = Place::plain;
                    frame.look.turbidity = 0.0f;
                    test::checkHorizon(scene, kHighAbove, frame);
                }
            }
        }
    }
}

TEST_CASE("distant land fades into the haze, without an edge at the horizon", "[render][ground]") {
    Frame frame = onPlain({.distance = 10.0f, .azimuth = 0.0f, .elevation = 0.0f});
    const Image land = drawScene(sceneOn({.form = Ground::Form::flat, .level = -3.0f}), kHighAbove, frame);
    const Image sky = drawScene(sceneOn({}), kHighAbove, frame);
    CHECK(test::countDifferent(land, sky, 2, {0, 0, 160, 61}) == 0);
    CHECK(test::countDifferent(land, sky, 24, {0, 100, 160, 120}) > 1000);
    frame.look.turbidity = 0.0f;
    const Image clear = drawScene(sceneOn({.form = Ground::Form::flat, .level = -3.0f}), kHighAbove, frame);
    const auto steepest = [](const Image& image) {
        float step = 0.0f;
        for (int row = 50; row < 70; ++row) {
            step = std::max(
                step, std::abs(test::brightness(image, 80, row + 1) - test::brightness(image, 80, row)));
        }
        return step;
    };
    CAPTURE(steepest(land), steepest(clear));
    CHECK(steepest(land) < 0.4f * steepest(clear));
    CHECK(test::countDifferent(clear, sky, 24, {0, 61, 160, 64}) == 3 * 160);
}

TEST_CASE("far hills and tracks are too fine to flicker", "[render][ground]") {
    // A pixel's colour is that of its surroundings where hills and tracks are finer than pixels.
    Frame frame = test::frameOf(160, 120, {.distance = 4000.0f, .azimuth = 0.3f, .elevation = 0.3f});
    frame.look.place = Place::plain;
    frame.look.turbidity = 0.0f;
    const Ground hills{.form = Ground::Form::hills, .level = -1.0f, .relief = 4.0f, .size = 20.0f};
    const Image image = drawScene(sceneOn(hills, Species::Body::bird), kHighAbove, frame);
    CHECK(test::roughness(image, 18, 40) < 3.0f);
}

TEST_CASE("the lowest places of a search surface are its darkest", "[render][ground]") {
    const Frame frame = onPlain({.distance = 26.0f, .azimuth = 0.0f, .elevation = 1.2f});
    const auto brightnessAt = [&](const Image& image, const Ground& ground, float x, float z) {
        const test::Pixel at = test::project(frame, {x, ground.heightAt(x, z), z});
        float sum = 0.0f;
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                sum +=
                    test::brightness(image, static_cast<int>(at.x) + dx, static_cast<int>(at.y) + dy) / 9.0f;
            }
        }
        return sum;
    };
    const Ground ackley{.form = Ground::Form::ackley, .level = -2.0f, .relief = 3.0f, .size = 20.0f};
    const Image funnel = drawScene(sceneOn(ackley), kHighAbove, frame);
    for (const auto& [x, z] : {std::pair{7.0f, 0.0f}, std::pair{0.0f, 5.0f}, std::pair{-6.0f, -4.0f}}) {
        CHECK(brightnessAt(funnel, ackley, 0.0f, 0.0f) < brightnessAt(funnel, ackley, x, z) - 30.0f);
    }
    // Himmelblau's four minima, at (3, 2) and so on in its own unit; five units are half the side.
    const Ground four{.form = Ground::Form::himmelblau, .level = -2.0f, .relief = 3.0f, .size = 20.0f};
    const Image valleys = drawScene(sceneOn(four), kHighAbove, frame);
    for (const auto& [x, z] : {std::pair{3.0f, 2.0f}, std::pair{-2.805f, 3.131f}, std::pair{-3.779f, -3.283f},
                               std::pair{3.584f, -1.848f}}) {
        CHECK(brightnessAt(valleys, four, 2.0f * x, 2.0f * z) <
              brightnessAt(valleys, four, -0.54f, -1.84f) - 10.0f);
    }
}

TEST_CASE("a beast is drawn on the land, however high above it rules keep its centre", "[render][ground]") {
    const Frame frame = onPlain(kAbove);
    const Ground hills{.form = Ground::Form::hills, .level = -1.0f, .relief = 2.0f, .size = 12.0f};
    const auto drawn = [&](Species::Body body, float above) {
        return drawScene(sceneOn(hills, body), {1.0f, hills.heightAt(1.0f, 2.0f) + above, 2.0f}, frame);
    };
    const Image standing = drawn(Species::Body::beast, 0.0f);
    CHECK(test::countDifferent(standing, drawn(Species::Body::beast, 0.8f), 4) < 10);
    CHECK(test::countDifferent(standing, drawn(Species::Body::beast, 5.0f), 20) > 50);
    CHECK(test::countDifferent(drawn(Species::Body::bird, 0.0f), drawn(Species::Body::bird, 0.8f), 8) > 50);
}

TEST_CASE("a beast casts a shadow on the land and a bird does not", "[render][ground]") {
    const Frame frame = onPlain(kAbove);
    const Ground flat{.form = Ground::Form::flat, .level = 0.0f};
    const auto darkened = [&](Species::Body body) {
        const Image with = drawScene(sceneOn(flat, body), {}, frame);
        const std::size_t calls = test::renderer().cost().calls;
        const Image without = drawScene(sceneOn(flat, body), kHighAbove, frame);
        // Down-sun of the hooves, where there is no body.
        const test::Pixel at = test::project(frame, downSun(frame));
        const float change = test::brightness(without, static_cast<int>(at.x), static_cast<int>(at.y)) -
                             test::brightness(with, static_cast<int>(at.x), static_cast<int>(at.y));
        return std::pair{change, calls};
    };
    const auto beast = darkened(Species::Body::beast);
    const auto bird = darkened(Species::Body::bird);
    CHECK(beast.second == bird.second + 1);
    CAPTURE(beast.first, bird.first);
    CHECK(beast.first > 8.0f);
}

TEST_CASE("the shadow setting fades a beast's shadow on the land, and 0 draws none", "[render][ground]") {
    Frame frame = onPlain(kAbove);
    const Scene scene = sceneOn({.form = Ground::Form::flat, .level = 0.0f});
    const test::Pixel at = test::project(frame, downSun(frame));
    const auto lightAt = [&](float shadow) {
        frame.look.shadow = shadow;
        return test::brightness(drawScene(scene, {}, frame), static_cast<int>(at.x), static_cast<int>(at.y));
    };
    const float full = lightAt(1.0f);
    const std::size_t calls = test::renderer().cost().calls;
    const float half = lightAt(0.5f);
    const float none = lightAt(0.0f);
    CAPTURE(full, half, none);
    CHECK(full + 3.0f < half);
    CHECK(half + 3.0f < none);
    CHECK(test::renderer().cost().calls + 1 == calls);
}

TEST_CASE("a beast's shadow fades out on hills, without hard edges", "[render][ground]") {
    const Ground hills{.form = Ground::Form::hills, .level = -1.0f, .relief = 2.0f, .size = 12.0f};
    int shadowed = 0;
    for (int number = 0; number < 12; ++number) {
        const float x = -5.5f + static_cast<float>(number);
        const float z = 1.7f * std::cos(static_cast<float>(number));
        const Vec3f place{x, hills.heightAt(x, z), z};
        const CameraSettings camera{
            .distance = 6.0f, .azimuth = 0.9f * static_cast<float>(number), .elevation = 0.7f};
        Frame frame = test::frameOf(320, 240, camera, place);
        frame.look.place = Place::plain;
        frame.look.turbidity = 0.0f;
        frame.look.brightness = 2.0f;  // eight bits are too coarse for ratios in the toe
        const Image with = test::withoutToe(drawScene(sceneOn(hills), place, frame));
        const Image without = test::withoutToe(drawScene(sceneOn(hills), kHighAbove, frame));
        frame.isTransparent = true;
        const Image body = drawScene(sceneOn({}), place, frame);
        const auto isOfBody = [&](int column, int row) {
            for (int dy = -3; dy <= 3; ++dy) {
                for (int dx = -3; dx <= 3; ++dx) {
                    const int there = std::clamp(column + dx, 0, 319);
                    if (body.at(there, std::clamp(row + dy, 0, 239))[3] > 0) {
                        return true;
                    }
                }
            }
            return false;
        };
        const auto light = [&](int column, int row) {
            return test::brightness(with, column, row) / test::brightness(without, column, row);
        };
        for (int row = 0; row + 1 < 240; ++row) {
            for (int column = 0; column + 1 < 320; ++column) {
                if (isOfBody(column, row)) {
                    continue;
                }
                shadowed += light(column, row) < 0.8f ? 1 : 0;
                const float step = std::max(std::abs(light(column, row) - light(column + 1, row)),
                                            std::abs(light(column, row) - light(column, row + 1)));
                if (!isOfBody(column + 1, row) && !isOfBody(column, row + 1) && step > 0.08f) {
                    CAPTURE(number, column, row, step);
                    CHECK(step <= 0.08f);
                }
            }
        }
    }
    CHECK(shadowed > 1000);
}

}  // namespace
}  // namespace shoal
