#include "picture.hpp"
#include "render/card/card_scene.hpp"
#include "render/picture/offscreen.hpp"

namespace shoal {
namespace {

using test::drawScene;

constexpr CameraSettings kSolidCamera{.distance = 10.0f, .azimuth = 0.0f, .elevation = 0.0f};

/// A world with one fish and these obstacles and goals.
Scene sceneWith(std::vector<Obstacle> obstacles, std::vector<Goal> goals) {
    Scene scene;
    scene.species.emplace_back().count = 1;
    scene.species[0].bodyLength = 1.0f;
    scene.obstacles = std::move(obstacles);
    scene.goals = std::move(goals);
    return scene;
}

Frame transparentFrame() {
    Frame frame = test::frameOf(160, 120, kSolidCamera);
    frame.isTransparent = true;
    return frame;
}

bool isCovered(const Image& image, const test::Pixel& at) {
    const int x = std::clamp(static_cast<int>(at.x), 0, image.width - 1);
    const int y = std::clamp(static_cast<int>(at.y), 0, image.height - 1);
    return image.at(x, y)[3] > 0;
}

/// An obstacle under a floor in a world of this size, so that no rocks or kelp grow above it.
Obstacle buried(float size, float floor) {
    Obstacle obstacle;
    obstacle.shape = Obstacle::Shape::cylinder;
    obstacle.name = "buried";
    obstacle.y = floor - 0.1f;
    obstacle.width = std::min(5.0f * size, 1000.0f);
    obstacle.height = 0.1f;
    return obstacle;
}

constexpr Vec3f kFarAside{500.0f, 0.0f, 0.0f};

}  // namespace

TEST_CASE("a point that is an animal is drawn as its body, and swims on smoothly", "[render][solids]") {
    const Frame frame = transparentFrame();
    Scene scene = sceneWith({}, {});
    Attractor hunter{.name = "hunter", .x = 0.5f, .y = -0.3f, .animal = Attractor::Animal::shark};
    scene.attractors = {hunter};
    const Image image = drawScene(scene, kFarAside, frame);
    CHECK(isCovered(image, test::project(frame, hunter.place())));
    CHECK_FALSE(isCovered(image, test::project(frame, hunter.place() + Vec3f{0.0f, 2.0f, 0.0f})));
    // The mouse moves it in jumps.
    HunterBodies bodies;
    Simulation simulation = *Simulation::create(scene);
    float last = hunter.x;
    float longest = 0.0f;
    for (int step = 0; step < 60; ++step) {
        bodies.follow(simulation, 1);
        std::vector<BodyBatch> batches;
        bodies.addTo(batches, simulation.scene());
        REQUIRE(batches.size() == 1);
        CHECK(batches[0].body == Species::Body::shark);
        const float x = batches[0].flock->now().position.x[0];
        longest = std::max(longest, x - last);
        CHECK(x >= last);
        last = x;
        simulation.step();
        if (step == 10) {
            REQUIRE(simulation.apply({"attractor.hunter.x", 1.5}));
        }
    }
    CHECK(last > 1.49f);
    CHECK(longest < 0.3f);
}

TEST_CASE("each obstacle covers its own outline and no more", "[render][solids]") {
    const Frame frame = transparentFrame();
    for (const auto shape : {Obstacle::Shape::sphere, Obstacle::Shape::box, Obstacle::Shape::cylinder}) {
        INFO("shape " << Obstacle::shapes[static_cast<std::size_t>(shape)]);
        Obstacle obstacle;
        obstacle.shape = shape;
        obstacle.x = 0.5f;
        obstacle.y = -0.3f;
        obstacle.width = 2.0f;
        obstacle.height = 3.0f;
        obstacle.depth = 0.2f;
        const Image image = drawScene(sceneWith({obstacle}, {}), kFarAside, frame);
        const float tall = shape == Obstacle::Shape::sphere ? 1.0f : 1.5f;
        const Vec3f centre = obstacle.centre();
        CHECK(isCovered(image, test::project(frame, centre)));
        for (const float side : {-1.0f, 1.0f}) {
            CHECK(isCovered(image, test::project(frame, centre + Vec3f{side * 0.9f, 0.0f, 0.0f})));
            CHECK_FALSE(isCovered(image, test::project(frame, centre + Vec3f{side * 1.25f, 0.0f, 0.0f})));
            CHECK(isCovered(image, test::project(frame, centre + Vec3f{0.0f, side * tall * 0.9f, 0.0f})));
            CHECK_FALSE(
                isCovered(image, test::project(frame, centre + Vec3f{0.0f, side * tall * 1.25f, 0.0f})));
        }
        // Only a sphere has no corner.
        CHECK(isCovered(image, test::project(frame, centre + Vec3f{0.9f, tall * 0.9f, 0.0f})) ==
              (shape != Obstacle::Shape::sphere));
    }
}

TEST_CASE("a floor fills the picture below it", "[render][solids]") {
    Obstacle obstacle;
    obstacle.shape = Obstacle::Shape::floor;
    obstacle.y = -1.0f;
    const Image image = drawScene(sceneWith({obstacle}, {}), kFarAside, transparentFrame());
    CHECK(isCovered(image, {80.0f, 115.0f}));
    CHECK_FALSE(isCovered(image, {80.0f, 5.0f}));
}

TEST_CASE("a floor ends at a straight horizon in worlds of every size, even in clear water",
          "[render][solids]") {
    for (const float size : {1.0f, 34.0f, 800.0f}) {
        Obstacle obstacle;
        obstacle.shape = Obstacle::Shape::floor;
        obstacle.y = -0.4f * size;
        Scene scene = sceneWith({obstacle, buried(size, obstacle.y)}, {});
        scene.world = {.width = size, .height = size, .depth = size};
        for (const float height : {0.0f, 120.0f, 700.0f}) {
            for (const auto place : {LookSettings::Place::water, LookSettings::Place::sky}) {
                CAPTURE(size, height, LookSettings::places[static_cast<std::size_t>(place)]);
                Frame frame = test::frameOf(160, 120, {.distance = 1.0f, .azimuth = 0.7f, .elevation = 0.1f},
                                            {0.0f, height, 0.0f});
                frame.look.turbidity = 0.0f;
                frame.look.place = place;
                test::checkHorizon(scene, kFarAside, frame);
            }
        }
    }
}

TEST_CASE("water hides a floor before the horizon", "[render][solids]") {
    const Frame frame = test::frameOf(160, 120, kSolidCamera);
    Obstacle obstacle;
    obstacle.shape = Obstacle::Shape::floor;
    obstacle.y = -3.0f;
    const Image with = drawScene(sceneWith({obstacle, buried(40.0f, obstacle.y)}, {}), kFarAside, frame);
    const Image without = drawScene(sceneWith({}, {}), kFarAside, frame);
    CHECK(test::countDifferent(with, without, 2, {0, 0, 160, 61}) == 0);
    CHECK(test::countDifferent(with, without, 24, {0, 100, 160, 120}) > 1000);
}

TEST_CASE("caustics on a distant floor are too fine to flicker", "[render][solids]") {
    Frame frame = test::frameOf(160, 120, {.distance = 600.0f, .azimuth = 0.3f, .elevation = 0.5f});
    frame.look.turbidity = 0.0f;
    Obstacle obstacle;
    obstacle.shape = Obstacle::Shape::floor;
    obstacle.y = -3.0f;
    const Image image = drawScene(sceneWith({obstacle, buried(40.0f, obstacle.y)}, {}), kFarAside, frame);
    CHECK(test::roughness(image, 20, 120) < 3.0f);
}

TEST_CASE("an obstacle hides the fish behind it and not the one in front of it", "[render][solids]") {
    const Frame frame = test::frameOf(160, 120, kSolidCamera);
    Obstacle obstacle;
    const auto changes = [&](float fishZ) {
        const Image with = drawScene(sceneWith({obstacle}, {}), {0.0f, 0.0f, fishZ}, frame);
        const Image without = drawScene(sceneWith({obstacle}, {}), kFarAside, frame);
        return test::countDifferent(with, without, 8);
    };
    CHECK(changes(-3.0f) == 0);
    CHECK(changes(3.0f) > 20);
}

TEST_CASE("a goal shines where it is, and moves with its circle", "[render][solids]") {
    const Frame frame = transparentFrame();
    Goal goal;
    goal.circle = 2.0f;
    goal.period = 2.0f;
    for (const int steps : {0, 60}) {  // half a turn later it is on the other side
        const Image image = drawScene(sceneWith({}, {goal}), kFarAside, frame, steps);
        const float side = steps == 0 ? 2.0f : -2.0f;
        CHECK(isCovered(image, test::project(frame, {side, 0.0f, 0.0f})));
        CHECK_FALSE(isCovered(image, test::project(frame, {-side, 0.0f, 0.0f})));
    }
}

TEST_CASE("a goal glows through a fish in front of it", "[render][solids]") {
    Frame frame = test::frameOf(160, 120, kSolidCamera);
    Goal goal;
    goal.circle = 0.0f;
    const Vec3f fish{0.0f, 0.0f, 1.0f};
    const Image with = drawScene(sceneWith({}, {goal}), fish, frame);
    const Image without = drawScene(sceneWith({}, {}), fish, frame);
    const test::Pixel at = test::project(frame, fish);
    const int x = static_cast<int>(at.x);
    const int y = static_cast<int>(at.y);
    CHECK(with.at(x, y)[0] > without.at(x, y)[0] + 20);
    CHECK(test::countDifferent(with, without, 8) > 100);
}

TEST_CASE("a stone is darker where it stands on the ground", "[render][solids]") {
    const Frame frame = test::frameOf(160, 120, {.distance = 6.0f, .azimuth = 0.0f, .elevation = 0.0f});
    Obstacle stone;
    stone.shape = Obstacle::Shape::box;
    stone.width = 2.0f;
    stone.height = 3.0f;
    stone.depth = 2.0f;
    Obstacle floor;
    floor.name = "floor";
    floor.shape = Obstacle::Shape::floor;
    floor.y = -1.5f;
    const Image standing = drawScene(sceneWith({stone, floor}, {}), kFarAside, frame);
    const Image floating = drawScene(sceneWith({stone}, {}), kFarAside, frame);
    const auto light = [&](const Image& image, float height) {
        int sum = 0;
        for (int i = -5; i <= 5; ++i) {
            const test::Pixel at = test::project(frame, {0.1f * static_cast<float>(i), height, 1.0f});
            sum += image.at(static_cast<int>(at.x), static_cast<int>(at.y))[1];
        }
        return sum;
    };
    CHECK(light(standing, 1.2f) == light(floating, 1.2f));
    CHECK(light(standing, -1.0f) < 0.92 * light(floating, -1.0f));
}

TEST_CASE("the best place that a search has found shines on its ground", "[render][solids]") {
    const Frame frame = transparentFrame();
    Scene scene = sceneWith({}, {});
    scene.ground.level = -1.0f;
    // The particle itself is far above.
    const Vec3f particle{1.5f, 500.0f, -1.0f};
    CHECK_FALSE(isCovered(drawScene(scene, particle, frame), test::project(frame, {1.5f, -1.0f, -1.0f})));
    scene.species[0].rules.find("particle_swarm")->isEnabled = true;
    CHECK(isCovered(drawScene(scene, particle, frame), test::project(frame, {1.5f, -1.0f, -1.0f})));
}

TEST_CASE("a renderer keeps two scenes apart", "[render][solids]") {
    const Frame frame = transparentFrame();
    Obstacle obstacle;
    obstacle.y = 1.5f;
    const Image one = drawScene(sceneWith({obstacle}, {}), {-1.0f, 0.0f, 0.0f}, frame);
    const Image other = drawScene(sceneWith({}, {}), {1.0f, 0.0f, 0.0f}, frame);
    REQUIRE(one.rgba != other.rgba);
    Renderer& drawer = test::renderer();
    // The second scene lies in the other slot; the first must be unchanged.
    REQUIRE(drawScene(sceneWith({obstacle}, {}), {-1.0f, 0.0f, 0.0f}, frame).rgba == one.rgba);
    drawer.select(1);
    CHECK(drawScene(sceneWith({}, {}), {1.0f, 0.0f, 0.0f}, frame).rgba == other.rgba);
    Result<Offscreen> target = Offscreen::create(frame.size.width, frame.size.height);
    REQUIRE(target);
    Frame again = frame;
    again.framebuffer = target->framebuffer();
    drawer.select(0);
    drawer.draw(again);
    CHECK(target->read().rgba == one.rgba);
    drawer.select(1);
    drawer.draw(again);
    CHECK(target->read().rgba == other.rgba);
    drawer.select(0);
}

}  // namespace shoal
