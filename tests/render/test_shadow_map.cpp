#include <iterator>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "picture.hpp"
#include "render/frame/scene_block.hpp"
#include "render/light/shadow_map.hpp"
#include "render/scene/visible_bodies.hpp"

namespace shoal {
namespace {

using test::approx;

constexpr int kPixels = 200;
constexpr float kFloorLevel = -2.0f;  // [m]
constexpr CameraSettings kDownwards{.distance = 14.0f, .azimuth = 0.3f, .elevation = 0.7f};

Frame shadowedFrame(const CameraSettings& camera) {
    Frame frame = test::frameOf(kPixels, kPixels, camera);
    frame.look.place = LookSettings::Place::plain;
    frame.look.turbidity = 0.0f;
    frame.shadowMapSide = 1024;
    return frame;
}

SceneBlock blockOf(const Frame& frame) {
    return makeSceneBlock(frame, World{}, {0, 0, kPixels, kPixels});
}

glm::vec3 towardsSun(const Frame& frame) {
    return glm::vec3(blockOf(frame).sun);
}

/// Returns where the middle of a pixel shows the floor [m].
std::optional<glm::vec3> onFloor(const Frame& frame, int x, int y) {
    const SceneBlock block = blockOf(frame);
    const float half = 0.5f * static_cast<float>(kPixels);
    const float right = (static_cast<float>(x) + 0.5f) / half - 1.0f;
    const float up = 1.0f - (static_cast<float>(y) + 0.5f) / half;
    const glm::vec3 ray =
        glm::vec3(block.rayCentre) + right * glm::vec3(block.rayRight) + up * glm::vec3(block.rayUp);
    const float along = (kFloorLevel - block.eye.y) / ray.y;
    return along > 0.0f ? std::optional(glm::vec3(block.eye) + along * ray) : std::nullopt;
}

/// Whether an obstacle contains a point, by its definition.
bool contains(const Obstacle& obstacle, const glm::vec3& point) {
    const glm::vec3 from = point - glm::vec3{obstacle.x, obstacle.y, obstacle.z};
    switch (obstacle.shape) {
        case Obstacle::Shape::sphere:
            return glm::length(from) < obstacle.width / 2;
        case Obstacle::Shape::box:
            return std::abs(from.x) < obstacle.width / 2 && std::abs(from.y) < obstacle.height / 2 &&
                   std::abs(from.z) < obstacle.depth / 2;
        case Obstacle::Shape::cylinder:
            return std::hypot(from.x, from.z) < obstacle.width / 2 && std::abs(from.y) < obstacle.height / 2;
        case Obstacle::Shape::floor:
            return false;
    }
    return false;
}

/// Whether anything lies on the straight way between two points: looks every centimetre.
bool isBlocked(const std::vector<Obstacle>& obstacles, const glm::vec3& from, const glm::vec3& to) {
    const float distance = glm::length(to - from);
    for (float along = 0.02f; along < distance; along += 0.01f) {
        const glm::vec3 point = from + (to - from) * (along / distance);
        if (std::ranges::any_of(obstacles, [&](const Obstacle& each) { return contains(each, point); })) {
            return true;
        }
    }
    return false;
}

/// The part that is stone for certain: the weather has carved up to 6 % of its least width, and rounded its
/// edges by 8 %.
Obstacle coreOf(Obstacle obstacle) {
    const float least =
        obstacle.shape == Obstacle::Shape::box ? std::min({obstacle.width, obstacle.height, obstacle.depth})
        : obstacle.shape == Obstacle::Shape::cylinder ? std::min(obstacle.width, obstacle.height)
                                                      : obstacle.width;
    const float round = obstacle.shape == Obstacle::Shape::sphere ? 0.0f : 0.08f;
    for (float* side : {&obstacle.width, &obstacle.height, &obstacle.depth}) {
        *side -= round * *side + 2.0f * 0.06f * least;
    }
    return obstacle;
}

std::vector<Obstacle> coresOf(const std::vector<Obstacle>& obstacles) {
    std::vector<Obstacle> cores;
    std::ranges::transform(obstacles, std::back_inserter(cores), coreOf);
    return cores;
}

std::vector<Obstacle> stones() {
    std::vector<Obstacle> all(4);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].name = "stone" + std::to_string(i);
    }
    all[0].shape = Obstacle::Shape::floor;
    all[0].y = kFloorLevel;
    all[1].shape = Obstacle::Shape::cylinder;
    all[1].x = 1.5f;
    all[1].width = 0.8f;
    all[1].height = 4.0f;
    all[2].shape = Obstacle::Shape::box;
    all[2].x = -2.0f;
    all[2].y = -1.0f;
    all[2].z = 1.0f;
    all[2].width = 1.0f;
    all[2].height = 1.0f;
    all[2].depth = 2.5f;
    all[3].y = 0.5f;
    all[3].z = -2.0f;
    all[3].width = 1.6f;
    return all;
}

/// A world with these obstacles and one boid far away.
Scene sceneWith(std::vector<Obstacle> obstacles) {
    Scene scene;
    scene.species.emplace_back().count = 1;
    scene.obstacles = std::move(obstacles);
    return scene;
}

constexpr Vec3f kAway{400.0f, 0.0f, 0.0f};

TEST_CASE("the shadows of obstacles lie where rays to the sun are blocked, and nowhere else",
          "[render][shadows]") {
    test::renderer();
    const Scene scene = sceneWith(stones());
    Frame frame = shadowedFrame(kDownwards);
    const glm::vec3 sun = towardsSun(frame);
    const Image shadowed = test::drawScene(scene, kAway, frame);
    frame.look.shadow = 0.0f;
    const Image bright = test::drawScene(scene, kAway, frame);
    const std::vector<Obstacle> cores = coresOf(scene.obstacles);
    int floors = 0;
    int shadows = 0;
    int wrong = 0;
    for (int y = 0; y < kPixels; ++y) {
        for (int x = 0; x < kPixels; ++x) {
            const std::optional<glm::vec3> at = onFloor(frame, x, y);
            const glm::vec3 eye{frame.view.eye.x, frame.view.eye.y, frame.view.eye.z};
            if (!at || glm::length(*at) > 12.0f || isBlocked(scene.obstacles, eye, *at)) {
                continue;
            }
            ++floors;
            const bool isPossible = isBlocked(scene.obstacles, *at, *at + 12.0f * sun);
            const bool isCertain = isPossible && isBlocked(cores, *at, *at + 12.0f * sun);
            const bool isDark = test::brightness(shadowed, x, y) < 0.75f * test::brightness(bright, x, y);
            shadows += isCertain ? 1 : 0;
            wrong += (isCertain && !isDark) || (isDark && !isPossible) ? 1 : 0;
        }
    }
    CAPTURE(floors, shadows, wrong);
    CHECK(shadows > 1500);
    CHECK(floors > 3 * shadows);
    CHECK(wrong < floors / 200);  // pixels that an edge crosses
}

TEST_CASE("pillars far apart throw whole shadows", "[render][shadows]") {
    std::vector<Obstacle> pillars = stones();
    pillars.resize(3);
    for (std::size_t i = 1; i < pillars.size(); ++i) {
        pillars[i].shape = Obstacle::Shape::cylinder;
        pillars[i].x = i == 1 ? -30.0f : 0.0f;
        pillars[i].y = 0.0f;
        pillars[i].z = 0.0f;
        pillars[i].width = 1.0f;
        pillars[i].height = 4.0f;
    }
    Frame frame = shadowedFrame(kDownwards);
    const Image shadowed = test::drawScene(sceneWith(pillars), kAway, frame);
    frame.look.shadow = 0.0f;
    const Image bright = test::drawScene(sceneWith(pillars), kAway, frame);
    const glm::vec3 sun = towardsSun(frame);
    for (const float side : {-0.35f, 0.0f, 0.35f}) {
        // Across the shadow, halfway along.
        const glm::vec3 across = side * glm::normalize(glm::vec3{sun.z, 0.0f, -sun.x});
        const glm::vec3 place =
            glm::vec3{0.0f, kFloorLevel, 0.0f} + across - sun * (2.0f / sun.y) * glm::vec3{1, 0, 1};
        const test::Pixel pixel = test::project(frame, {place.x, place.y, place.z});
        const int x = static_cast<int>(pixel.x);
        const int y = static_cast<int>(pixel.y);
        CAPTURE(side, x, y);
        CHECK(test::brightness(shadowed, x, y) < 0.75f * test::brightness(bright, x, y));
    }
}

TEST_CASE("under water the edges of shadows are soft", "[render][shadows]") {
    std::vector<Obstacle> pillar = stones();
    pillar.resize(2);
    const auto edgePixels = [&](LookSettings::Place place) {
        Frame frame = shadowedFrame({.distance = 5.0f, .azimuth = 0.3f, .elevation = 0.9f});
        frame.look.place = place;
        const Image shadowed = test::drawScene(sceneWith(pillar), kAway, frame);
        frame.look.shadow = 0.0f;
        const Image bright = test::drawScene(sceneWith(pillar), kAway, frame);
        int dark = 0;
        int partly = 0;
        for (int y = 0; y < kPixels; ++y) {
            for (int x = 0; x < kPixels; ++x) {
                const double left = test::brightness(shadowed, x, y) / test::brightness(bright, x, y);
                dark += left < 0.85 ? 1 : 0;
                partly += left >= 0.85 && left < 0.97 ? 1 : 0;
            }
        }
        CAPTURE(static_cast<int>(place), dark, partly);
        CHECK(dark > 500);
        return static_cast<double>(partly) / dark;
    };
    CHECK(edgePixels(LookSettings::Place::water) > 2.0 * edgePixels(LookSettings::Place::plain));
}

TEST_CASE("without a map, or with look.shadow at 0, obstacles throw no shadows", "[render][shadows]") {
    const Scene scene = sceneWith(stones());
    Frame frame = shadowedFrame(kDownwards);
    frame.look.shadow = 0.0f;
    const Image off = test::drawScene(scene, kAway, frame);
    frame.shadowMapSide = 0;
    CHECK(test::drawScene(scene, kAway, frame).rgba == off.rgba);
    frame.look.shadow = 1.0f;
    const Image none = test::drawScene(scene, kAway, frame);
    frame.shadowMapSide = 1024;
    CHECK(test::countDifferent(test::drawScene(scene, kAway, frame), none, 20) > 1000);
}

TEST_CASE("a body behind a stone gets no sunlight", "[render][shadows]") {
    Obstacle stone;
    stone.width = 2.0f;
    Frame frame = shadowedFrame(kDownwards);
    const glm::vec3 away = -3.0f * towardsSun(frame);
    const glm::vec3 aside = away + 2.0f * glm::normalize(glm::cross(away, {0.0f, 1.0f, 0.0f}));
    for (const bool isBehind : {true, false}) {
        const glm::vec3 at = isBehind ? away : aside;
        test::drawScene(sceneWith({stone}), {at.x, at.y, at.z}, frame);
        float sun = -1.0f;
        for (const auto& level : test::renderer().visibleBodies().posed(0)) {
            sun = level.empty() ? sun : level.front().sun;
        }
        CHECK((isBehind ? sun < 0.02f : sun > 0.97f));
        CHECK(sun >= 0.0f);
    }
}

TEST_CASE("a standing body's shadow lies on the side away from the sun", "[render][shadows]") {
    Scene scene = sceneWith({});
    scene.species[0].body = Species::Body::beast;
    scene.species[0].bodyLength = 2.0f;
    scene.ground.form = Ground::Form::flat;
    scene.ground.level = kFloorLevel;
    Frame frame = shadowedFrame({.distance = 9.0f, .azimuth = 0.0f, .elevation = 1.2f});
    const Vec3f at{0.0f, kFloorLevel, 0.0f};
    const Image shadowed = test::drawScene(scene, at, frame);
    frame.look.shadow = 0.0f;
    const Image bright = test::drawScene(scene, at, frame);
    const glm::vec3 sun = towardsSun(frame);
    const auto darkening = [&](const glm::vec3& place) {
        const test::Pixel pixel = test::project(frame, {place.x, place.y, place.z});
        const int x = static_cast<int>(pixel.x);
        const int y = static_cast<int>(pixel.y);
        return test::brightness(shadowed, x, y) / test::brightness(bright, x, y);
    };
    // From the trunk's side down to the ground.
    const glm::vec3 trunk{0.0f, kFloorLevel + 1.0f, 0.0f};
    const glm::vec3 thrown = trunk - sun * (1.0f / sun.y);
    CHECK(darkening(thrown) < 0.7f);
    CHECK(darkening(2.0f * glm::vec3{0.0f, kFloorLevel, 0.0f} - thrown) > 0.93f);
}

TEST_CASE("the sun's view of a large herd moves by whole texels", "[render][shadows]") {
    test::renderer();
    CardScene scene;
    const Flock herd = test::makeFlock(std::vector<test::Body>{{{0.0f, 0.0f, 0.0f}}});
    const std::array batches{BodyBatch{&herd, 2.0f, 0.0f, 0.0f, Species::Body::beast}};
    scene.upload(World{.width = 800.0f, .height = 20.0f, .depth = 800.0f}, batches, {});
    constexpr int kSide = 512;
    const auto texelOf = [&](const Vec3f& moved) {
        Frame frame = shadowedFrame(kDownwards);
        frame.view.eye = frame.view.eye + moved;
        const SunView view = sunViewOf(scene, frame, blockOf(frame), kSide);
        CHECK(view.texel == approx(2.0 * 40.0 / kSide).epsilon(0.03));
        const Vec3f eye = frame.view.eye;
        const glm::vec4 at =
            view.projection * glm::vec4(glm::vec3{1.0f, 0.5f, 2.0f} - glm::vec3{eye.x, eye.y, eye.z}, 1.0f);
        return glm::vec2(at) * (0.5f * kSide);
    };
    const glm::vec2 first = texelOf({});
    for (int i = 1; i < 20; ++i) {
        const glm::vec2 steps =
            texelOf({0.037f * static_cast<float>(i), 0.0f, 0.011f * static_cast<float>(i)}) - first;
        CHECK(std::abs(steps.x - std::round(steps.x)) < 0.02f);
        CHECK(std::abs(steps.y - std::round(steps.y)) < 0.02f);
    }
    // Whatever is looked at, wherever it is, lies in the middle.
    Frame aside = test::frameOf(kPixels, kPixels, kDownwards, {180.0f, 0.0f, -90.0f});
    aside.shadowMapSide = kSide;
    aside.view.focus = 30.0f;
    const glm::vec3 ahead = -glm::transpose(glm::mat3(aside.view.view))[2];
    const glm::vec4 watched =
        sunViewOf(scene, aside, blockOf(aside), kSide).projection * glm::vec4(32.0f * ahead, 1.0f);
    CHECK(std::abs(watched.x) < 0.5f);
    CHECK(std::abs(watched.y) < 0.5f);
    scene.upload(World{}, {}, {});
    CHECK(sunViewOf(scene, shadowedFrame(kDownwards), blockOf(shadowedFrame(kDownwards)), kSide).texel ==
          0.0f);
}

}  // namespace
}  // namespace shoal
