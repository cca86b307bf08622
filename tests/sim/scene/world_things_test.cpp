// Obstacles, goals and attractors, and how boids respond to them.

#include <fmt/format.h>

#include <shoal/preset.hpp>
#include <shoal/random.hpp>

#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Obstacle obstacle(Obstacle::Shape shape, float x, float y, float z, float width, float height, float depth) {
    Obstacle result;
    result.name = Obstacle::shapes[static_cast<std::size_t>(shape)];
    result.shape = shape;
    result.x = x;
    result.y = y;
    result.z = z;
    result.width = width;
    result.height = height;
    result.depth = depth;
    return result;
}

std::vector<Obstacle> oneOfEach() {
    return {obstacle(Obstacle::Shape::sphere, 3, 0, 0, 3, 1, 1),
            obstacle(Obstacle::Shape::box, -3, 0.5f, 1, 2, 4, 3),
            obstacle(Obstacle::Shape::cylinder, 0, 0, -4, 2, 6, 1),
            obstacle(Obstacle::Shape::floor, 0, -4, 0, 1, 1, 1)};
}

/// Returns whether a point is inside, by plain geometry.
bool isInside(const Obstacle& obstacle, const Vec3f& at, double depth = 0.0) {
    const double x = static_cast<double>(at.x) - static_cast<double>(obstacle.x);
    const double y = static_cast<double>(at.y) - static_cast<double>(obstacle.y);
    const double z = static_cast<double>(at.z) - static_cast<double>(obstacle.z);
    const double radius = static_cast<double>(obstacle.width) / 2.0 - depth;
    const double high = static_cast<double>(obstacle.height) / 2.0 - depth;
    switch (obstacle.shape) {
        case Obstacle::Shape::sphere:
            return std::sqrt(x * x + y * y + z * z) < radius;
        case Obstacle::Shape::box:
            return std::abs(x) < radius && std::abs(y) < high &&
                   std::abs(z) < static_cast<double>(obstacle.depth) / 2.0 - depth;
        case Obstacle::Shape::cylinder:
            return std::sqrt(x * x + z * z) < radius && std::abs(y) < high;
        default:
            return y < -depth;
    }
}

/// Returns a flock that a goal draws straight through the obstacles.
Scene courseScene() {
    Scene scene =
        sceneWith({"world.width=16", "world.height=12", "world.depth=16", "contain.enabled=on",
                   "separation.enabled=on", "alignment.enabled=on", "cohesion.enabled=on",
                   "seek_goal.enabled=on", "seek_goal.weight=6", "avoid_obstacles.enabled=on",
                   "wander.enabled=on", "wander.weight=3", "limit_speed.enabled=on", "limit_speed.min=1",
                   "limit_speed.max=4", "limit_acceleration.enabled=on", "limit_acceleration.max=12"});
    scene.obstacles = oneOfEach();
    Goal goal;
    goal.circle = 5.0f;
    goal.period = 9.0f;
    scene.goals = {goal};
    return scene;
}

/// Returns whether a point is in the world and in no obstacle, by plain geometry. A negative depth asks for
/// that clearance. The wall of a sphere is as exact as floats are.
bool isFree(const Scene& scene, const Vec3f& at, double depth = 0.0) {
    const Vec3d point = asDouble(at);
    const Vec3d half = asDouble(scene.world.halfExtent()) + Vec3d{depth, depth, depth};
    const bool isInWorld =
        scene.world.shape == World::Shape::sphere
            ? lengthOf(point) <= half.x * (1.0 + 1e-6)
            : std::abs(point.x) <= half.x && std::abs(point.y) <= half.y && std::abs(point.z) <= half.z;
    return isInWorld && std::ranges::none_of(scene.obstacles,
                                             [&](const Obstacle& each) { return isInside(each, at, depth); });
}

/// Returns boids that a goal draws to the walls of a small world, with random obstacles across the walls,
/// beside them and in each other. The centre is free.
Scene narrowScene(std::uint64_t seed) {
    RandomSequence random(seed, 0, 0);
    Scene scene = sceneWith({"avoid_obstacles.enabled=on", "avoid_obstacles.weight=0", "wander.enabled=on",
                             "wander.weight=10", "seek_goal.enabled=on", "seek_goal.weight=10",
                             "limit_speed.enabled=on", "limit_speed.min=1", "limit_speed.max=8"});
    REQUIRE(scene.applyText(seed % 2 == 0 ? "contain.enabled=on" : "bounce.enabled=on"));
    scene.world.shape = seed % 4 < 2 ? World::Shape::box : World::Shape::sphere;
    scene.world.width = random.uniform(6.0f, 12.0f);
    scene.world.height = random.uniform(6.0f, 12.0f);
    scene.world.depth = random.uniform(6.0f, 12.0f);
    const Vec3f half = scene.world.halfExtent();
    const auto anywhere = [&] {
        return Vec3f{random.uniform(-half.x, half.x), random.uniform(-half.y, half.y),
                     random.uniform(-half.z, half.z)};
    };
    while (scene.obstacles.size() < 2 + seed % 7) {
        const Vec3f at = anywhere();
        Obstacle next =
            obstacle(static_cast<Obstacle::Shape>(scene.obstacles.size() % 3), at.x, at.y, at.z,
                     random.uniform(0.5f, 5.0f), random.uniform(0.5f, 5.0f), random.uniform(0.5f, 5.0f));
        next.name = "rock" + std::to_string(scene.obstacles.size());
        if (!isInside(next, {}, -0.1)) {
            scene.obstacles.push_back(next);
        }
    }
    Goal& goal = scene.goals.emplace_back();
    const Vec3f at = anywhere() * 2.0f;
    goal.x = at.x;
    goal.y = at.y;
    goal.z = at.z;
    goal.circle = half.x;
    goal.period = 5.0f;
    return scene;
}

}  // namespace

TEST_CASE("the clearance from an obstacle is the distance to its surface, and points outwards",
          "[sim][obstacle]") {
    using L = BaselineLanes;
    for (const Obstacle& obstacle : oneOfEach()) {
        INFO("shape " << Obstacle::shapes[static_cast<std::size_t>(obstacle.shape)]);
        const Layout points = uniformLayout(400, {6.0f, 6.0f, 6.0f}, 21);
        for (const Vec3f& at : points.positions) {
            const Clearance<L> clearance = clearanceFrom(obstacle, Vec3<L>{L(at.x), L(at.y), L(at.z)});
            const float distance = clearance.distance.lane(0);
            const Vec3f away{clearance.away.x.lane(0), clearance.away.y.lane(0), clearance.away.z.lane(0)};
            CHECK(std::sqrt(lengthSq(away)) == approx(1.0f).margin(1e-5));
            CHECK((distance < 0.0f) == isInside(obstacle, at));
            // The other side begins just beyond the nearest point of the surface.
            for (const float past : {-2e-3f, 2e-3f}) {
                const Vec3f there = at - away * (distance + past);
                CHECK(isInside(obstacle, there) == (past > 0.0f));
            }
            // No part of the surface is nearer: a ball of that radius around an outer point contains none of
            // it.
            if (distance > 0.0f) {
                for (const Vec3f& direction : points.positions) {
                    const float size = std::sqrt(lengthSq(direction));
                    CHECK_FALSE(isInside(obstacle, at + direction * (distance * 0.999f / size)));
                }
            }
        }
    }
}

TEST_CASE("none of a hundred thousand boid steps ends inside an obstacle", "[sim][obstacle]") {
    std::size_t entries = 0;
    std::size_t touches = 0;
    std::size_t steps = 0;
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        Scene scene = courseScene();
        scene.seed = seed;
        Layout layout = uniformLayout(120, {2.0f, 2.0f, 2.0f}, seed);
        for (Vec3f& position : layout.positions) {
            position.y += 3.5f;
        }
        Simulation simulation = placed(scene, layout);
        for (int step = 0; step < 300; ++step) {
            simulation.step();
            for (const Vec3f& position : positionsById(simulation)) {
                for (const Obstacle& obstacle : scene.obstacles) {
                    entries += isInside(obstacle, position) ? 1 : 0;
                    // A boid stopped at the surface, not by its own steering.
                    touches += isInside(obstacle, position, -2e-3) ? 1 : 0;
                }
                ++steps;
            }
        }
    }
    CHECK(steps > 100000);
    CHECK(entries == 0);
    INFO(touches << " of " << steps);
    CHECK(touches * 200 < steps);
}

TEST_CASE("a flock put inside an obstacle is outside after one step", "[sim][obstacle]") {
    Scene scene = sceneWith({"avoid_obstacles.enabled=on"});
    for (const Obstacle& obstacle : oneOfEach()) {
        scene.obstacles = {obstacle};
        Layout layout = uniformLayout(50, {0.4f, 0.4f, 0.4f}, 2);
        for (Vec3f& position : layout.positions) {
            position += obstacle.centre() - Vec3f{0.0f, 0.5f, 0.0f};
        }
        layout.positions[0] = obstacle.centre();
        const Stepped stepped = stepOnce(scene, layout);
        for (const Vec3f& position : stepped.positions) {
            CHECK(isFinite(position));
            CHECK_FALSE(isInside(obstacle, position));
        }
    }
}

TEST_CASE("between walls and obstacles no boid leaves the world or enters an obstacle", "[sim][obstacle]") {
    std::size_t pressed = 0;
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        const Scene scene = narrowScene(seed);
        Layout layout = uniformLayout(200, scene.world.halfExtent(), seed);
        for (std::size_t id = 0; id < layout.count(); ++id) {
            // Boids that would start in an obstacle or outside start at the centre, which is free.
            layout.positions[id] = isFree(scene, layout.positions[id]) ? layout.positions[id] : Vec3f{};
        }
        Simulation simulation = placed(scene, layout);
        std::size_t misplaced = 0;
        for (int step = 0; step < 400; ++step) {
            simulation.step();
            for (const Vec3f& position : positionsById(simulation)) {
                misplaced += isFree(scene, position) ? 0 : 1;
                pressed += isFree(scene, position, -2e-3) ? 0 : 1;
            }
        }
        INFO("seed " << seed);
        CHECK(misplaced == 0);
    }
    INFO(pressed << " times a boid touched a wall or an obstacle");
    CHECK(pressed > 10000);
}

TEST_CASE("boids come to the nearest goal and follow it round", "[sim][goal]") {
    Scene scene = sceneWith({"seek_goal.enabled=on", "limit_speed.enabled=on", "limit_speed.max=3",
                             "separation.enabled=on", "separation.radius=0.3"});
    Goal goal;
    goal.x = 4.0f;
    goal.circle = 3.0f;
    goal.period = 40.0f;
    scene.goals = {goal};
    Simulation simulation = placed(scene, uniformLayout(60, {3.0f, 3.0f, 3.0f}, 3));
    for (int step = 0; step < 1200; ++step) {
        simulation.step();
    }
    Vec3f centre{};
    for (const Vec3f& position : positionsById(simulation)) {
        centre += position * (1.0f / 60.0f);
    }
    CHECK(std::sqrt(lengthSq(centre - goal.at(20.0))) < 2.0f);
    CHECK(std::sqrt(lengthSq(goal.at(0.0) - Vec3f{7.0f, 0.0f, 0.0f})) < 1e-5f);
    CHECK(std::sqrt(lengthSq(goal.at(20.0) - Vec3f{1.0f, 0.0f, 0.0f})) < 1e-4f);
}

TEST_CASE("of two goals each boid seeks the nearer", "[sim][goal]") {
    Scene scene = sceneWith({"seek_goal.enabled=on", "seek_goal.near=0.1"});
    Goal left;
    left.x = -5.0f;
    Goal right;
    right.name = "right";
    right.x = 5.0f;
    scene.goals = {left, right};
    const Layout layout{"two", {{-1.0f, 0, 0}, {1.0f, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}};
    const Stepped stepped = stepOnce(scene, layout);
    CHECK(stepped.steering[0].x == approx(-2.0f));
    CHECK(stepped.steering[1].x == approx(2.0f));
}

TEST_CASE("a preset names obstacles and goals, and they survive a round trip", "[sim][obstacle][preset]") {
    const std::string text =
        "[obstacle.rock]\nshape = \"box\"\nwidth = 3\n[goal.food]\ncircle = 2\n"
        "[species.fish]\ncount = 5\n";
    const auto scene = parsePreset(text, "course.toml");
    REQUIRE(scene);
    REQUIRE(scene->obstacles.size() == 1);
    CHECK(scene->obstacles[0].shape == Obstacle::Shape::box);
    CHECK(scene->obstacles[0].width == 3.0f);
    REQUIRE(scene->goals.size() == 1);
    CHECK(scene->goals[0].circle == 2.0f);
    Scene copy = *scene;
    REQUIRE(copy.applyText("obstacle.rock.x=7"));
    CHECK(copy.obstacles[0].x == 7.0f);
    const auto again = parsePreset(presetText(copy), "course.toml");
    REQUIRE(again);
    CHECK(presetText(*again) == presetText(copy));
    const auto wrong = parsePreset("[obstacle.rock]\nradius = 1\n[species.fish]\n", "course.toml");
    REQUIRE_FALSE(wrong);
    CHECK_THAT(wrong.problem().text, contains("course.toml:2:1: unknown key \"radius\""));
    const auto nameless = parsePreset("[obstacle.\"a rock\"]\n[species.fish]\n", "course.toml");
    REQUIRE_FALSE(nameless);
    CHECK_THAT(nameless.problem().text, contains("cannot name an obstacle"));
}

TEST_CASE("boids approach an attractor and flee one that scares, and distant ones ignore both",
          "[sim][attractor]") {
    const float pull = GENERATE(6.0f, -6.0f);
    Scene scene = sceneWith({"world.width=200", "world.height=200", "world.depth=200"});
    scene.species[0].rules.find("heed_attractors")->isEnabled = true;
    scene.attractors.push_back(
        {.name = "lure", .x = 2.0f, .y = -1.0f, .z = 3.0f, .pull = pull, .reach = 8.0f});
    const Vec3f place = scene.attractors[0].place();
    Simulation simulation = *Simulation::create(scene);
    const std::vector<Vec3f> positions{place + Vec3f{4.0f, 0.0f, 0.0f}, place + Vec3f{0.0f, 9.0f, 0.0f},
                                       place};
    REQUIRE(simulation.place(0, positions, std::vector<Vec3f>(3)));
    simulation.step();
    const Flock& flock = simulation.flocks()[0];
    const Vec3f near = flock.now().velocity.at(flock.slotOf(0));
    // Half the reach away, half the pull remains.
    CHECK(near.x == approx(-pull * 0.5f * kStepSeconds));
    CHECK(near.y == 0.0f);
    CHECK(near.z == 0.0f);
    CHECK(lengthSq(flock.now().velocity.at(flock.slotOf(1))) == 0.0f);
    CHECK(lengthSq(flock.now().velocity.at(flock.slotOf(2))) == 0.0f);
}

TEST_CASE("edits add things to the world and remove them, and they survive a round trip",
          "[sim][attractor][preset]") {
    Scene scene = sceneWith({});
    for (const char* kind : {"attractor", "goal", "obstacle"}) {
        CAPTURE(kind);
        const std::string key = fmt::format("{}.new-1", kind);
        CHECK(*scene.value(key + ".present") == 0.0);
        CHECK_FALSE(scene.apply({key + ".x", 2.5}));
        CHECK(scene.apply({key + ".present", 1.0}));
        CHECK(scene.apply({key + ".x", 2.5}));
        CHECK(scene.apply({key + ".present", 1.0}));  // already there: changes nothing
        CHECK(*scene.value(key + ".present") == 1.0);
        CHECK(*scene.value(key + ".x") == 2.5);
        auto saved = parsePreset(presetText(scene), "saved.toml");
        REQUIRE(saved);
        CHECK(*saved->value(key + ".x") == 2.5);
        CHECK(scene.applyText(key + ".present=off"));
        CHECK(*scene.value(key + ".present") == 0.0);
        CHECK_FALSE(scene.apply({key + ".x", 2.5}));
    }
    const auto bad = scene.applyText("attractor.a b.present=on");
    REQUIRE_FALSE(bad);
    CHECK(bad.problem().text == "\"a b\" cannot name an attractor: use letters, digits, _ and -");
    CHECK_FALSE(scene.applyText("fish.new.present=on"));
}
