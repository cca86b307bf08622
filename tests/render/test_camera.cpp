#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/vec4.hpp>

#include "catch.hpp"
#include "render/scene/camera.hpp"

namespace shoal {
namespace {

using test::approx;

glm::vec2 screenOf(const View& view, const glm::vec3& point) {
    const glm::vec4 clip = view.projection * view.view * glm::vec4(point, 1.0f);
    return {clip.x / clip.w, clip.y / clip.w};
}

bool isFinite(const View& view) {
    bool isFine = std::isfinite(view.eye.x) && std::isfinite(view.eye.y) && std::isfinite(view.eye.z);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            isFine = isFine && std::isfinite(view.view[column][row]) &&
                     std::isfinite(view.projection[column][row]);
        }
    }
    return isFine;
}

void pass(Camera& camera, float seconds) {
    for (float t = 0.0f; t < seconds; t += 1.0f / 60.0f) {
        camera.advance(1.0f / 60.0f);
    }
}

TEST_CASE("azimuth 0 looks along -z and a negative elevation looks up", "[render][camera]") {
    const View level = Camera({.distance = 10.0f, .azimuth = 0.0f, .elevation = 0.0f}).view(1.5f);
    CHECK(level.eye.z == approx(10.0).margin(1e-4));
    CHECK(level.eye.y == approx(0.0).margin(1e-4));
    const View below = Camera({.distance = 10.0f, .azimuth = 0.0f, .elevation = -0.5f}).view(1.5f);
    CHECK(below.eye.y < -1.0f);
    const View east = Camera({.distance = 10.0f, .azimuth = 1.5707963f, .elevation = 0.0f}).view(1.5f);
    CHECK(east.eye.x == approx(10.0).margin(1e-4));
}

TEST_CASE("the target appears at the requested offset", "[render][camera]") {
    Camera camera({.distance = 8.0f, .azimuth = 0.7f, .elevation = 0.3f});
    for (const glm::vec2 offset : {glm::vec2{0.0f, 0.0f}, glm::vec2{0.3f, -0.1f}, glm::vec2{-0.5f, 0.4f}}) {
        camera.setOffset(offset.x, offset.y);
        const glm::vec2 seen = screenOf(camera.view(1.6f), glm::vec3{0.0f});
        CHECK(seen.x == approx(offset.x).margin(1e-4));
        CHECK(seen.y == approx(offset.y).margin(1e-4));
    }
}

TEST_CASE("a point up and right of the target appears up and right of it", "[render][camera]") {
    Camera camera({.distance = 8.0f, .azimuth = 0.0f, .elevation = 0.0f});
    camera.setOffset(0.0f, 0.0f);
    const glm::vec2 seen = screenOf(camera.view(1.0f), {1.0f, 1.0f, 0.0f});
    CHECK(seen.x > 0.05f);
    CHECK(seen.y > 0.05f);
}

TEST_CASE("the camera orbits until the user first moves it", "[render][camera]") {
    Camera camera({.azimuth = 0.0f, .orbit = 0.1f});
    pass(camera, 2.0f);
    CHECK(camera.settings().azimuth == approx(0.2).margin(0.01));
    camera.touch();
    const float azimuth = camera.settings().azimuth;
    pass(camera, 2.0f);
    CHECK(camera.settings().azimuth == azimuth);
}

TEST_CASE("a turn eases to its target", "[render][camera]") {
    Camera camera({.distance = 10.0f, .azimuth = 0.0f, .elevation = 0.0f, .orbit = 0.0f});
    camera.orbit(1.0f, 0.0f);
    camera.advance(1.0f / 60.0f);
    const float first = std::asin(camera.view(1.0f).eye.x / 10.0f);
    CHECK(first > 0.01f);
    CHECK(first < 0.5f);
    pass(camera, 2.0f);
    CHECK(camera.view(1.0f).eye.x == approx(10.0 * std::sin(1.0)).margin(1e-3));
}

TEST_CASE("framing puts a ball across most of the picture's height", "[render][camera]") {
    Camera camera({.fieldOfView = 0.8f, .azimuth = 0.4f, .elevation = -0.2f});
    camera.setOffset(0.0f, 0.0f);
    camera.frame({5.0f, 3.0f, -2.0f}, 2.0f);
    camera.settle();
    const View view = camera.view(1.7f);
    CHECK(glm::length(screenOf(view, {5.0f, 3.0f, -2.0f})) < 1e-4f);
    const glm::vec3 up = glm::vec3(glm::transpose(view.view)[1]);
    CHECK(screenOf(view, glm::vec3{5.0f, 3.0f, -2.0f} + 2.0f * up).y == approx(0.6).margin(0.01));
}

TEST_CASE("the camera follows the flock until it is moved away, and again after framing",
          "[render][camera]") {
    Camera camera;
    camera.attend({{4.0f, 0.0f, 0.0f}, 1.0f});
    CHECK(camera.target().x == 4.0f);
    camera.attend({{6.0f, 0.0f, 0.0f}, 1.0f});
    pass(camera, 12.0f);
    CHECK(camera.target().x == approx(6.0).margin(0.05));
    camera.orbit(0.5f, 0.1f);
    camera.zoom(0.8f);
    camera.attend({{9.0f, 0.0f, 0.0f}, 1.0f});
    pass(camera, 12.0f);
    CHECK(camera.target().x == approx(9.0).margin(0.05));
    camera.pan(0.0f, 0.0f);
    camera.attend({{2.0f, 0.0f, 0.0f}, 1.0f});
    pass(camera, 12.0f);
    CHECK(camera.target().x == approx(9.0).margin(0.05));
    camera.frame({2.0f, 0.0f, 0.0f}, 1.0f);
    camera.attend({{3.0f, 0.0f, 0.0f}, 1.0f});
    pass(camera, 12.0f);
    CHECK(camera.target().x == approx(3.0).margin(0.05));
    camera.follow({5.0f, 0.0f, 0.0f});
    camera.attend({{3.0f, 0.0f, 0.0f}, 1.0f});
    pass(camera, 12.0f);
    CHECK(camera.target().x == approx(5.0).margin(0.05));
}

TEST_CASE("a camera that must not turn stands still", "[render][camera]") {
    Camera camera({.orbit = 0.3f});
    const float before = camera.settings().azimuth;
    camera.advance(2.0f, false);
    CHECK(camera.settings().azimuth == before);
    camera.advance(2.0f);
    CHECK(camera.settings().azimuth != before);
}

TEST_CASE("a fast followed point settles in the middle of the picture", "[render][camera]") {
    Camera camera;
    Vec3f point{10.0f, 0.0f, 0.0f};
    for (int frame = 0; frame < 300; ++frame) {
        point.x += 3.0f / 60.0f;
        camera.follow(point);
        camera.advance(1.0f / 60.0f);
    }
    CHECK(camera.target().x == approx(point.x).margin(0.01));
    CHECK(camera.isFollowing());
    camera.pan(0.1f, 0.0f);
    CHECK_FALSE(camera.isFollowing());
}

TEST_CASE("flying ahead brings things ahead nearer", "[render][camera]") {
    Camera camera({.distance = 10.0f, .azimuth = 0.0f, .elevation = 0.0f});
    camera.fly({0.0f, 0.0f, 1.0f}, 0.5f);
    pass(camera, 2.0f);
    CHECK(camera.target().z < -1.0f);
    CHECK(camera.view(1.0f).eye.z == approx(10.0 + camera.target().z).margin(1e-3));
}

TEST_CASE("the view stays finite for any input", "[render][camera]") {
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    Camera camera;
    camera.zoom(0.0f);
    camera.zoom(-1.0f);
    camera.zoom(kInfinite);
    camera.zoom(1e-30f);
    camera.frame({kNone, 0.0f, 0.0f}, 1.0f);
    camera.frame({}, kInfinite);
    camera.frame({}, 0.0f);
    camera.follow({kInfinite, 0.0f, 0.0f});
    camera.attend({{kNone, 0.0f, 0.0f}, 1.0f});
    camera.orbit(0.0f, 100.0f);
    camera.advance(kNone);
    camera.advance(-1.0f);
    camera.advance(1e9f);
    for (const float aspect : {1.0f, 0.0f, -1.0f, kNone, kInfinite, 1e-6f}) {
        CHECK(isFinite(camera.view(aspect)));
    }
    camera.zoom(1e30f);
    camera.settle();
    CHECK(isFinite(camera.view(1.0f)));
}

TEST_CASE("settings read back what the camera was given", "[render][camera]") {
    const CameraSettings given{
        .fieldOfView = 0.9f, .distance = 7.0f, .azimuth = -0.4f, .elevation = 0.2f, .orbit = 0.1f};
    const CameraSettings read = Camera(given).settings();
    CHECK(read.fieldOfView == given.fieldOfView);
    CHECK(read.distance == approx(7.0).epsilon(1e-5));
    CHECK(read.azimuth == approx(-0.4).epsilon(1e-5));
    CHECK(read.elevation == given.elevation);
    CHECK(read.orbit == given.orbit);
}

}  // namespace
}  // namespace shoal
