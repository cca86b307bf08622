#include <limits>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/vec4.hpp>

#include "render/camera/camera.hpp"

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

/// Lets a flock at rest pass its steps.
void rest(Camera& camera, const Vec3f& centre, float seconds) {
    for (float t = 0.0f; t < seconds; t += kStepSeconds) {
        camera.track(ballExtent(centre, 1.0f), kStepSeconds);
        camera.advance(kStepSeconds);
    }
}

/// A flock that circles, grows and shrinks.
FlockExtent extentAfter(int step) {
    const float angle = 0.01f * static_cast<float>(step);
    FlockExtent extent = ballExtent({9.0f * std::sin(angle), 0.0f, 9.0f * std::cos(angle)},
                                    4.0f + 3.0f * std::sin(0.7f * angle));
    extent.velocity = {0.6f * 9.0f * std::cos(angle), 0.0f, -0.6f * 9.0f * std::sin(angle)};
    return extent;
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
    const glm::vec2 seen = screenOf(camera.view(1.0f), {1.0f, 1.0f, 0.0f});
    CHECK(seen.x > 0.05f);
    CHECK(seen.y > 0.05f);
}

TEST_CASE("the camera orbits until the user first moves it", "[render][camera]") {
    Camera camera({.azimuth = 0.0f, .orbit = 0.1f});
    camera.track(ballExtent({}, 1.0f));
    rest(camera, {}, 2.0f);
    CHECK(camera.settings().azimuth == approx(0.2).margin(0.01));
    camera.touch();
    const float azimuth = camera.settings().azimuth;
    rest(camera, {}, 2.0f);
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

TEST_CASE("a glide comes in from twice the distance, and a touch ends it soon", "[render][camera]") {
    const auto distance = [](const Camera& camera) {
        return std::sqrt(lengthSq(camera.view(1.5f).eye - camera.target()));
    };
    for (const bool isTouched : {false, true}) {
        Camera camera({.distance = 10.0f, .azimuth = 0.0f, .elevation = 0.0f});
        camera.glideIn();
        CHECK(distance(camera) == approx(20.0));
        pass(camera, 1.0f);
        CHECK(distance(camera) > 14.0f);
        if (isTouched) {
            camera.orbit(0.1f, 0.0f);
        }
        pass(camera, isTouched ? 1.0f : 6.0f);
        CHECK(distance(camera) == approx(10.0).epsilon(0.04));
    }
}

TEST_CASE("framing puts a ball across most of the picture's height", "[render][camera]") {
    Camera camera({.fieldOfView = 0.8f, .azimuth = 0.4f, .elevation = -0.2f});
    camera.setRoom(1.7f, 1.0f);
    camera.frame({5.0f, 3.0f, -2.0f}, 2.0f);
    camera.settle();
    const View view = camera.view(1.7f);
    CHECK(glm::length(screenOf(view, {5.0f, 3.0f, -2.0f})) < 1e-4f);
    const glm::vec3 up = glm::vec3(glm::transpose(view.view)[1]);
    CHECK(screenOf(view, glm::vec3{5.0f, 3.0f, -2.0f} + 2.0f * up).y == approx(0.6).margin(0.03));
}

TEST_CASE("the camera follows the flock until it is moved away, and again after framing",
          "[render][camera]") {
    Camera camera;
    camera.track(ballExtent({4.0f, 0.0f, 0.0f}, 1.0f));
    CHECK(camera.target().x == 4.0f);
    rest(camera, {6.0f, 0.0f, 0.0f}, 12.0f);
    CHECK(camera.target().x == approx(6.0).margin(0.05));
    camera.orbit(0.5f, 0.1f);
    camera.zoom(0.8f);
    rest(camera, {9.0f, 0.0f, 0.0f}, 12.0f);
    CHECK(camera.target().x == approx(9.0).margin(0.05));
    camera.pan(0.0f, 0.0f);
    rest(camera, {2.0f, 0.0f, 0.0f}, 12.0f);
    CHECK(camera.target().x == approx(9.0).margin(0.05));
    camera.frameFlock(ballExtent({2.0f, 0.0f, 0.0f}, 1.0f));
    rest(camera, {3.0f, 0.0f, 0.0f}, 12.0f);
    CHECK(camera.target().x == approx(3.0).margin(0.05));
    camera.follow({5.0f, 0.0f, 0.0f});
    rest(camera, {3.0f, 0.0f, 0.0f}, 12.0f);
    CHECK(camera.target().x == approx(5.0).margin(0.05));
    camera.stopFollowing();
    rest(camera, {3.0f, 0.0f, 0.0f}, 12.0f);
    CHECK(camera.target().x == approx(3.0).margin(0.05));
}

TEST_CASE("a camera whose flock makes no steps stands still", "[render][camera]") {
    Camera camera({.orbit = 0.3f});
    camera.track(extentAfter(0));
    for (int step = 1; step <= 60; ++step) {
        camera.track(extentAfter(step), kStepSeconds);
    }
    camera.showMoment(0.4f);
    const CameraPose before = camera.pose();
    pass(camera, 2.0f);
    CHECK(camera.pose() == before);
    camera.track(extentAfter(61), kStepSeconds);
    CHECK(camera.pose() != before);
}

TEST_CASE("the automatic camera takes the same path at any frame rate", "[render][camera]") {
    constexpr int kSteps = 600;
    const auto fly = [](int stepsPerFrame, std::vector<CameraPose>& poses) {
        Camera camera({.orbit = 0.2f});
        camera.track(extentAfter(0));
        for (int step = 1; step <= kSteps; ++step) {
            camera.track(extentAfter(step), kStepSeconds);
            if (step % stepsPerFrame == 0) {
                camera.advance(kStepSeconds * static_cast<float>(stepsPerFrame));
                camera.showMoment(0.5f);
                if (step % 60 == 0) {
                    poses.push_back(camera.pose());
                }
            }
        }
    };
    std::vector<CameraPose> smooth;
    fly(1, smooth);
    REQUIRE(smooth.size() == 10);
    CHECK(smooth[0].azimuth != smooth[1].azimuth);
    CHECK(smooth[0].distance != smooth[4].distance);
    for (const int stepsPerFrame : {2, 6, 20}) {
        CAPTURE(stepsPerFrame);
        std::vector<CameraPose> poses;
        fly(stepsPerFrame, poses);
        CHECK(poses == smooth);
    }
}

TEST_CASE("the aim does not trail behind a flock, nor jitter with its measured centre", "[render][camera]") {
    Camera camera;
    FlockExtent extent = ballExtent({}, 2.0f);
    extent.velocity = {6.0f, 0.0f, 0.0f};
    camera.track(extent);
    const float lead = camera.target().x;  // room to move into
    CHECK(lead > 0.0f);
    CHECK(lead < 0.5f);
    float last = lead;
    for (int step = 1; step <= 300; ++step) {
        extent.centre = {0.1f * static_cast<float>(step), 0.0f, 0.0f};
        const float noise = step % 2 == 0 ? 0.05f : -0.05f;
        extent.centre.x += noise;
        camera.track(extent, kStepSeconds);
        CHECK(camera.target().x == approx(lead + 0.1 * step).margin(0.02));
        CHECK(camera.target().x - last == approx(0.1).margin(0.005));
        last = camera.target().x;
    }
}

TEST_CASE("the camera backs off from a flock that grows, to fit it into the free space", "[render][camera]") {
    for (const glm::vec2 room : {glm::vec2{1.5f, 0.98f}, glm::vec2{0.4f, 0.98f}, glm::vec2{3.0f, 0.98f}}) {
        CAPTURE(room.x);
        Camera camera({.distance = 6.0f, .elevation = -0.2f, .orbit = 0.1f});
        camera.setRoom(room.x, room.y);
        camera.track(ballExtent({}, 1.0f));
        CHECK(camera.pose().distance >= 6.0f);
        for (int step = 1; step <= 900; ++step) {
            const float radius = 1.0f + 0.02f * static_cast<float>(std::min(step, 600));
            camera.track(ballExtent({}, radius), kStepSeconds);
        }
        // The silhouette of the ball, as a part of half the picture's height.
        const CameraPose pose = camera.pose();
        const float size = std::tan(std::asin(13.0f / pose.distance)) / std::tan(pose.fieldOfView / 2.0f);
        CHECK(size < std::min(room.x, room.y));
        CHECK(size > 0.6f * std::min(room.x, room.y));
    }
}

TEST_CASE("the distance neither pumps with a breathing flock nor comes closer than the preset's",
          "[render][camera]") {
    Camera camera({.distance = 10.0f});
    camera.track(ballExtent({}, 3.5f));
    const auto breathe = [&](float radius, float depth) {
        std::vector<float> distances;
        for (int step = 1; step <= 1200; ++step) {
            const float phase = 0.05f * static_cast<float>(step);
            camera.track(ballExtent({}, radius * (1.0f + depth * std::sin(phase))), kStepSeconds);
            distances.push_back(camera.pose().distance);
        }
        return distances;
    };
    const std::vector<float> large = breathe(8.0f, 0.15f);
    CHECK(large[600] > 20.0f);
    CHECK(large[1199] == approx(large[600]).epsilon(0.02));
    breathe(0.5f, 0.0f);
    CHECK(camera.pose().distance == approx(10.0).epsilon(0.02));
}

TEST_CASE("a zoom is kept as the automatic distance changes", "[render][camera]") {
    Camera camera({.distance = 10.0f});
    camera.track(ballExtent({}, 2.0f));
    camera.zoom(0.5f);
    pass(camera, 3.0f);
    CHECK(camera.pose().distance == approx(5.0).epsilon(1e-3));
    for (int step = 0; step < 600; ++step) {
        camera.track(ballExtent({}, 12.0f), kStepSeconds);
    }
    const float zoomed = camera.pose().distance;
    camera.frameFlock(ballExtent({}, 12.0f));
    camera.settle();
    const float whole = camera.pose().distance;
    CHECK(whole > 2.4f * zoomed);  // the zoom is undone, and stragglers are in view
    for (int step = 0; step < 600; ++step) {
        camera.track(ballExtent({}, 12.0f), kStepSeconds);
    }
    CHECK(camera.pose().distance == approx(whole).epsilon(1e-3));
}

TEST_CASE("a new shape of the window refits the flock even while it is paused", "[render][camera]") {
    Camera camera({.distance = 10.0f});
    camera.track(ballExtent({}, 3.0f));
    const float wide = camera.pose().distance;
    camera.setRoom(0.3f, 0.98f);
    CHECK(camera.pose().distance == approx(wide).epsilon(1e-4));  // no jump
    pass(camera, 3.0f);
    CHECK(camera.pose().distance > 2.0f * wide);
}

TEST_CASE("the eye stays above ground and floors, and a drag below them does not accumulate",
          "[render][camera]") {
    Terrain hills;
    hills.ground.form = Ground::Form::hills;
    hills.ground.relief = 8.0f;
    Terrain floor;
    floor.floor = -1.5f;
    for (const Terrain& terrain : {hills, floor}) {
        Camera camera({.distance = 20.0f, .elevation = 0.4f, .orbit = 0.5f});
        camera.setTerrain(terrain);
        camera.track(ballExtent({}, 1.0f));
        const auto isAbove = [&] {
            const Vec3f eye = camera.view(1.5f).eye;
            return eye.y > terrain.heightAt(eye.x, eye.z);
        };
        camera.orbit(0.0f, -5.0f);
        for (int step = 0; step < 600; ++step) {
            camera.track(ballExtent({}, 1.0f), kStepSeconds);
            camera.advance(kStepSeconds);
            camera.orbit(0.01f, -0.01f);
            CHECK(isAbove());
        }
        const float lowest = camera.pose().elevation;
        camera.orbit(0.0f, 0.3f);
        pass(camera, 2.0f);
        CHECK(camera.pose().elevation == approx(lowest + 0.3f).margin(0.1));
        // Panned under it: no elevation helps.
        camera.pan(0.0f, -3.0f);
        pass(camera, 2.0f);
        CHECK(isAbove());
    }
}

TEST_CASE("framing brings the flock back from anywhere", "[render][camera]") {
    Camera camera({.distance = 10.0f});
    camera.track(ballExtent({3.0f, 2.0f, 1.0f}, 2.0f));
    const float composed = camera.pose().distance;
    camera.fly({0.0f, 0.0f, 1.0f}, 900.0f);
    camera.zoom(1e-3f);
    camera.orbit(40.0f, 3.0f);
    camera.lookFrom({.eye = {100.0f, 0.0f, 0.0f}, .azimuth = 1.0f});
    pass(camera, 1.0f);
    camera.frameFlock(ballExtent({3.0f, 2.0f, 1.0f}, 2.0f));
    pass(camera, 6.0f);
    CHECK(glm::length(screenOf(camera.view(1.5f), {3.0f, 2.0f, 1.0f})) < 0.01f);
    CHECK(camera.pose().distance == approx(composed).epsilon(1e-3));
}

TEST_CASE("a camera looks from an eye along its sight, and a drag turns it in place", "[render][camera]") {
    Camera camera({.distance = 10.0f});
    camera.track(ballExtent({}, 2.0f));
    const Vec3f eye{1.0f, 2.0f, 3.0f};
    camera.lookFrom({.eye = eye, .azimuth = 0.5f, .elevation = 0.1f, .reach = 2.0f});
    pass(camera, 6.0f);
    const auto isThere = [&] {
        const Vec3f now = camera.view(1.0f).eye;
        return lengthSq(now - eye) < 1e-4f;
    };
    CHECK(isThere());
    CHECK(camera.pose().azimuth == approx(0.5).margin(1e-3));
    const float distance = camera.settings().distance;
    camera.orbit(0.4f, 0.2f);
    camera.zoom(0.5f);
    pass(camera, 3.0f);
    CHECK(isThere());
    CHECK(camera.pose().azimuth == approx(0.9).margin(1e-3));
    CHECK(camera.settings().distance == distance);  // the settings still describe the view of the flock
    camera.stopFollowing();
    CHECK_FALSE(camera.isLookingFrom());
    pass(camera, 6.0f);
    CHECK(camera.pose().distance == approx(distance).epsilon(1e-3));
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
    camera.track(ballExtent({kNone, 0.0f, 0.0f}, 1.0f));
    camera.track(ballExtent({kNone, 0.0f, 0.0f}, 1.0f), kStepSeconds);
    camera.track(ballExtent({}, kInfinite), kStepSeconds);
    camera.track(ballExtent({}, 1.0f), kNone);
    camera.setRoom(0.0f, -1.0f);
    camera.setRoom(kNone, 1.0f);
    camera.lookFrom({.eye = {kNone, 0.0f, 0.0f}});
    camera.lookFrom({.eye = {}, .reach = 0.0f});
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

TEST_CASE("however far the user zooms, the settings stay in the range of presets", "[render][camera]") {
    const auto& distance = CameraSettings::parameters[1].declared;
    REQUIRE(distance.key == "distance");
    for (const float factor : {1e-6f, 1e6f}) {
        Camera camera({.distance = 10.0f});
        camera.track(ballExtent({}, 2.0f));
        camera.zoom(factor);
        CAPTURE(factor);
        CHECK(static_cast<double>(camera.settings().distance) >= distance.min);
        CHECK(static_cast<double>(camera.settings().distance) <= distance.max);
    }
}

TEST_CASE("a flock that outgrows the picture changes the pose and not the settings", "[render][camera]") {
    Camera camera({.distance = 10.0f});
    camera.zoom(1.5f);
    camera.track(ballExtent({}, 40.0f));
    CHECK(camera.pose().distance > 40.0f);
    CHECK(camera.settings().distance == approx(15.0).epsilon(1e-4));
    // The settings therefore also suit a camera that looks at another flock.
    Camera next({.distance = 10.0f});
    next.apply(camera.settings());
    CHECK(next.settings().distance == approx(15.0).epsilon(1e-4));
}

constexpr CameraSettings kMap{.fieldOfView = 0.8f,
                              .distance = 2.0f,
                              .azimuth = 0.0f,
                              .elevation = std::numbers::pi_v<float> / 2.0f,
                              .orbit = 0.0f,
                              .projection = CameraSettings::Projection::orthographic,
                              .aim = CameraSettings::Aim::world};

TEST_CASE("the world's edge fills 86 % of the free height, seen from straight above", "[render][camera]") {
    FlockExtent world = ballExtent({}, 12.0f);
    world.box = Vec3f{7.0f, 0.0f, 7.0f};
    for (const float roomUp : {1.0f, 0.7f}) {
        Camera camera(kMap);
        camera.setOffset(0.0f, 1.0f - roomUp);
        camera.setRoom(16.0f / 9.0f, roomUp);
        camera.track(world);
        camera.settle();
        const View view = camera.view(16.0f / 9.0f);
        CHECK(view.isOrthographic());
        CHECK(isFinite(view));
        const glm::vec2 back = screenOf(view, {-7.0f, 0.0f, -7.0f});
        const glm::vec2 front = screenOf(view, {7.0f, 0.0f, 7.0f});
        CHECK(back.y - front.y == approx(2.0 * 0.86 * static_cast<double>(roomUp)).margin(1e-4));
        CHECK(back.y + front.y == approx(2.0 * (1.0 - static_cast<double>(roomUp))).margin(1e-4));
        // As wide as high, and +x on the right.
        CHECK((front.x - back.x) * 16.0f / 9.0f ==
              approx(static_cast<double>(back.y - front.y)).margin(1e-4));
    }
}

TEST_CASE("in perspective all corners of the world are in the picture, from any side", "[render][camera]") {
    FlockExtent world = ballExtent({}, 12.0f);
    world.box = Vec3f{7.0f, 1.0f, 5.0f};
    for (float azimuth = -3.0f; azimuth < 3.1f; azimuth += 0.7f) {
        CameraSettings settings = kMap;
        settings.projection = CameraSettings::Projection::perspective;
        settings.azimuth = azimuth;
        settings.elevation = 0.6f;
        Camera camera(settings);
        camera.setRoom(1.5f, 1.0f);
        camera.track(world);
        camera.settle();
        float farthest = 0.0f;
        for (const float x : {-7.0f, 7.0f}) {
            for (const float z : {-5.0f, 5.0f}) {
                for (const float y : {-1.0f, 1.0f}) {
                    const glm::vec2 at = screenOf(camera.view(1.5f), {x, y, z});
                    farthest = std::max({farthest, std::abs(at.x), std::abs(at.y)});
                }
            }
        }
        CHECK(farthest == approx(0.86).margin(1e-3));
    }
}

TEST_CASE("an orthographic zoom and a pan move the picture like a map", "[render][camera]") {
    Camera camera(kMap);
    FlockExtent world = ballExtent({}, 12.0f);
    world.box = Vec3f{7.0f, 0.0f, 7.0f};
    camera.track(world);
    camera.settle();
    const float before = screenOf(camera.view(1.0f), {1.0f, 0.0f, 0.0f}).x;
    camera.zoom(0.5f);
    camera.settle();
    CHECK(screenOf(camera.view(1.0f), {1.0f, 0.0f, 0.0f}).x == approx(2.0 * static_cast<double>(before)));
    camera.pan(-0.25f, 0.0f);
    camera.settle();
    CHECK(screenOf(camera.view(1.0f), {0.0f, 0.0f, 0.0f}).x == approx(0.5).margin(1e-4));
    // Through a boid's eyes the view is in perspective.
    camera.lookFrom({.eye = {1.0f, 0.0f, 0.0f}, .azimuth = 0.0f, .elevation = 0.0f, .reach = 1.0f});
    camera.settle();
    CHECK_FALSE(camera.view(1.0f).isOrthographic());
}

TEST_CASE("a camera's settings read back as they were given", "[render][camera]") {
    const CameraSettings given{.fieldOfView = 0.9f,
                               .distance = 7.0f,
                               .azimuth = -0.4f,
                               .elevation = 0.2f,
                               .orbit = 0.1f,
                               .projection = CameraSettings::Projection::orthographic,
                               .aim = CameraSettings::Aim::world};
    const CameraSettings read = Camera(given).settings();
    CHECK(read.fieldOfView == given.fieldOfView);
    CHECK(read.distance == approx(7.0).epsilon(1e-5));
    CHECK(read.azimuth == approx(-0.4).epsilon(1e-5));
    CHECK(read.elevation == given.elevation);
    CHECK(read.orbit == given.orbit);
    CHECK(read.projection == given.projection);
    CHECK(read.aim == given.aim);
}

}  // namespace
}  // namespace shoal
