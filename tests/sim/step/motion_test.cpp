#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "catch.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

// Enough steering to reach the limits.
Scene livelyScene(std::initializer_list<std::string_view> more) {
    Scene scene = sceneWith({"perception.radius=2", "separation.enabled=on", "separation.radius=1",
                             "separation.weight=4", "alignment.enabled=on", "alignment.weight=10",
                             "cohesion.enabled=on", "cohesion.radius=2"});
    for (const std::string_view assignment : more) {
        REQUIRE(scene.applyText(assignment));
    }
    return scene;
}

double angleBetween(const Vec3d& a, const Vec3d& b) {
    // atan2, because arc cosines are imprecise near 0 and 180°.
    return std::atan2(lengthOf(cross(a, b)), dot(a, b));
}

}  // namespace

TEST_CASE("steering changes the velocity, and the new velocity moves the position", "[sim][motion]") {
    for (const Layout& layout : hardLayouts(400)) {
        INFO("layout \"" << layout.name << "\"");
        const Stepped stepped = stepOnce(livelyScene({}), layout);
        double worst = 0.0;
        for (std::size_t id = 0; id < layout.count(); ++id) {
            const Vec3d velocity = asDouble(layout.velocities[id]) + asDouble(stepped.steering[id]) * kStep;
            const Vec3d position = asDouble(layout.positions[id]) + velocity * kStep;
            const double size = lengthOf(velocity) + lengthOf(position) + 1e-6;
            worst = std::max(worst, errorOf(stepped.velocities[id], velocity) / size);
            worst = std::max(worst, errorOf(stepped.positions[id], position) / size);
        }
        CHECK(worst < 1e-6);
    }
}

TEST_CASE("coordinates stay within 1,000 km and velocities within 10 km/s, as the manual says",
          "[sim][motion]") {
    const Scene scene = sceneWith({});
    const Stepped stepped = stepOnce(scene, {"fast", {{999'999, 0, 0}}, {{9'999, -3, 0}}});
    CHECK(stepped.positions[0].x == 1e6f);
    CHECK(stepped.velocities[0] == Vec3f{9'999, -3, 0});
    // The first boid is pulled forwards at 700 m/s².
    const Stepped driven = stepOnce(sceneWith({"morse.enabled=on", "morse.attraction=100",
                                               "morse.attraction_length=0.05", "morse.repulsion=0"}),
                                    {"pulled", {{0, 0, 0}, {0.05f, 0, 0}}, {{9'999, 0, 0}, {9'999, 0, 0}}});
    CHECK(driven.velocities[0].x == 1e4f);
}

TEST_CASE("a limit on the acceleration shortens the steering", "[sim][motion]") {
    const Layout layout = clustered(300, 8);
    const Stepped stepped =
        stepOnce(livelyScene({"limit_acceleration.enabled=on", "limit_acceleration.max=5"}), layout);
    int limited = 0;
    for (std::size_t id = 0; id < layout.count(); ++id) {
        const Vec3d steering = asDouble(stepped.steering[id]);
        const double size = lengthOf(steering);
        const Vec3d expected = steering * (size > 5.0 ? 5.0 / size : 1.0);
        const Vec3d taken = (asDouble(stepped.velocities[id]) - asDouble(layout.velocities[id])) * 60.0;
        CHECK(lengthOf(taken - expected) < 1e-4 * (1.0 + lengthOf(expected)));
        limited += size > 5.0 ? 1 : 0;
    }
    CHECK(limited > 30);
    CHECK(limited < 300);
}

TEST_CASE("a limit on the speed keeps the direction", "[sim][motion]") {
    const Layout layout = clustered(300, 9);
    const Stepped free = stepOnce(livelyScene({}), layout);
    const Stepped stepped = stepOnce(
        livelyScene({"limit_speed.enabled=on", "limit_speed.min=1.2", "limit_speed.max=1.5"}), layout);
    int slow = 0;
    int fast = 0;
    for (std::size_t id = 0; id < layout.count(); ++id) {
        const Vec3d wanted = asDouble(free.velocities[id]);
        const double speed = lengthOf(wanted);
        const Vec3d expected = wanted * (std::clamp(speed, 1.2, 1.5) / speed);
        CHECK(errorOf(stepped.velocities[id], expected) < 1e-6);
        CHECK(errorOf(stepped.positions[id], asDouble(layout.positions[id]) + expected * kStep) < 2e-6);
        slow += speed < 1.2 ? 1 : 0;
        fast += speed > 1.5 ? 1 : 0;
    }
    CHECK(slow > 5);
    CHECK(fast > 30);
}

TEST_CASE("unusual speeds meet the limit as declared", "[sim][motion]") {
    const Layout layout{"odd", {{0, 0, 0}, {50, 0, 0}, {100, 0, 0}}, {{0, 0, 0}, {0, -3, 0}, {1e-9f, 0, 0}}};
    const Stepped stepped =
        stepOnce(sceneWith({"limit_speed.enabled=on", "limit_speed.min=1", "limit_speed.max=2"}), layout);
    // Without a heading there is no direction for the minimum speed.
    CHECK(stepped.velocities[0] == Vec3f{0, 0, 0});
    CHECK(errorOf(stepped.velocities[1], {0, -2, 0}) < 1e-6);
    CHECK(isFinite(stepped.velocities[2]));
    const Stepped crossed =
        stepOnce(sceneWith({"limit_speed.enabled=on", "limit_speed.min=5", "limit_speed.max=2"}), layout);
    CHECK(errorOf(crossed.velocities[1], {0, -2, 0}) < 1e-6);
}

TEST_CASE("a limit on the turn holds the heading within the angle and keeps the speed", "[sim][motion]") {
    const Layout layout = clustered(300, 10);
    const Stepped free = stepOnce(livelyScene({}), layout);
    for (const double rate : {30.0, 180.0, 720.0}) {
        INFO("rate " << rate << " degrees a second");
        Scene scene = livelyScene({"limit_turn.enabled=on"});
        REQUIRE(scene.apply({"limit_turn.rate", rate}));
        const Stepped stepped = stepOnce(scene, layout);
        const double largest = rate * kStep * std::numbers::pi / 180.0;
        int turned = 0;
        for (std::size_t id = 0; id < layout.count(); ++id) {
            const Vec3d old = asDouble(layout.velocities[id]);
            const Vec3d wanted = asDouble(free.velocities[id]);
            const Vec3d found = asDouble(stepped.velocities[id]);
            const double angle = angleBetween(old, wanted);
            // The heading turns within the plane of the two headings, as far as allowed.
            const Vec3d axis = cross(old, wanted);
            Vec3d expected = wanted;
            if (angle > largest && lengthOf(axis) > 1e-6) {
                const Vec3d forward = unitOf(old);
                const Vec3d aside = unitOf(cross(axis, old));
                expected = (forward * std::cos(largest) + aside * std::sin(largest)) * lengthOf(wanted);
                ++turned;
            }
            CHECK(lengthOf(found - expected) < 1e-4 * (lengthOf(wanted) + 1e-3));
        }
        CHECK((turned > 0 || rate > 200.0));
    }
}

TEST_CASE("a boid that steers straight back still turns by the allowed angle", "[sim][motion]") {
    // A boid ahead pushes it back much harder than it swims.
    for (const Vec3f heading : {Vec3f{1, 0, 0}, Vec3f{0, 1, 0}, Vec3f{0, 0, -1}, Vec3f{0.6f, 0.8f, 0}}) {
        const Layout layout{"head on", {{0, 0, 0}, heading * 0.0625f}, {heading, heading * -1.0f}};
        const Stepped stepped = stepOnce(sceneWith({"separation.enabled=on", "separation.weight=5",
                                                    "limit_turn.enabled=on", "limit_turn.rate=300"}),
                                         layout);
        REQUIRE(isFinite(stepped.velocities[0]));
        const double angle = angleBetween(asDouble(heading), asDouble(stepped.velocities[0]));
        CHECK(angle == approx(300.0 / 60.0 * std::numbers::pi / 180.0).epsilon(1e-3));
        const double speed = std::abs(1.0 - 5.0 / 0.0625 * kStep);
        CHECK(static_cast<double>(lengthOf(stepped.velocities[0])) == approx(speed).epsilon(1e-4));
    }
}

TEST_CASE("wander pushes no harder than its weight and changes smoothly", "[sim][motion]") {
    const Layout layout = uniformLayout(500, {4, 4, 4}, 5);
    Scene scene = sceneWith({"wander.enabled=on", "wander.weight=3", "wander.interval=0.5"});
    Simulation simulation = placed(scene, layout);
    std::vector<Vec3f> last;
    double maxJump = 0.0;
    double maxPush = 0.0;
    Vec3d total;
    constexpr int kSteps = 240;
    for (int step = 0; step < kSteps; ++step) {
        simulation.step();
        const std::vector<Vec3f> push = steeringById(simulation);
        for (std::size_t id = 0; id < push.size(); ++id) {
            maxPush = std::max(maxPush, static_cast<double>(lengthOf(push[id])));
            total += asDouble(push[id]);
            if (!last.empty()) {
                maxJump = std::max(maxJump, static_cast<double>(lengthOf(push[id] - last[id])));
            }
        }
        last = push;
    }
    CHECK(maxPush <= 3.0001);
    CHECK(maxPush > 1.5);
    // From one vector to its opposite in an interval of 30 steps, at most 1.5 times as fast in between.
    CHECK(maxJump <= 1.5 * 2.0 * 3.0 / 30.0 * 1.01);
    // No drift: over 4 s and 500 boids the pushes cancel.
    CHECK(lengthOf(total) / (500.0 * kSteps) < 0.1);
}

TEST_CASE("wander depends on the seed and the id alone", "[sim][motion]") {
    const Layout layout = uniformLayout(50, {4, 4, 4}, 5);
    Layout elsewhere = uniformLayout(50, {1, 1, 1}, 6);
    Scene scene = sceneWith({"wander.enabled=on"});
    const std::vector<Vec3f> first = stepOnce(scene, layout).steering;
    CHECK(stepOnce(scene, layout).steering == first);
    CHECK(stepOnce(scene, elsewhere).steering == first);
    CHECK(first[0] != first[1]);
    scene.seed = 2;
    CHECK(stepOnce(scene, layout).steering != first);
}

TEST_CASE("bounce mirrors the path at the wall", "[sim][motion]") {
    const Scene scene = sceneWith({"bounce.enabled=on", "world.width=8", "world.height=6", "world.depth=4"});
    // Towards +x, out through −y, and into an edge, each 0.01 m before the wall at 3 m/s.
    const Layout layout{"at walls",
                        {{3.99f, 0, 0}, {0, -2.99f, 0}, {3.99f, 0, 1.99f}, {0, 0, 0}},
                        {{3, 1, 0}, {1, -3, 0}, {3, 0, 3}, {3, 0, 0}}};
    const Stepped stepped = stepOnce(scene, layout);
    CHECK(errorOf(stepped.positions[0], {3.96, 1.0 / 60, 0}) < 1e-5);
    CHECK(errorOf(stepped.velocities[0], {-3, 1, 0}) < 1e-6);
    CHECK(errorOf(stepped.positions[1], {1.0 / 60, -2.96, 0}) < 1e-5);
    CHECK(errorOf(stepped.velocities[1], {1, 3, 0}) < 1e-6);
    CHECK(errorOf(stepped.positions[2], {3.96, 0, 1.96}) < 1e-5);
    CHECK(errorOf(stepped.velocities[2], {-3, 0, -3}) < 1e-6);
    CHECK(errorOf(stepped.positions[3], {0.05, 0, 0}) < 1e-6);
}

TEST_CASE("bounce in a sphere reverses the velocity component across the wall", "[sim][motion]") {
    const Scene scene = sceneWith({"bounce.enabled=on", "world.shape=sphere", "world.width=8"});
    const Vec3d normal = unitOf({1, 2, -2});
    const Vec3d along = unitOf(cross(normal, {0, 1, 0}));
    const Vec3d position = normal * 3.99;
    const Vec3d velocity = normal * 3.0 + along * 1.0;
    const auto narrow = [](const Vec3d& a) {
        return Vec3f{static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
    };
    const Stepped stepped = stepOnce(scene, {"at wall", {narrow(position)}, {narrow(velocity)}});
    CHECK(lengthOf(stepped.velocities[0]) == approx(std::sqrt(10.0)).epsilon(1e-5));
    CHECK(errorOf(stepped.velocities[0], normal * -3.0 + along) < 0.03);
    CHECK(lengthOf(stepped.positions[0]) == approx(3.96).epsilon(1e-4));
}

TEST_CASE("wrap moves a boid to the other side together with its previous position", "[sim][motion]") {
    const Scene scene = sceneWith({"wrap.enabled=on", "world.width=8", "world.height=6", "world.depth=4"});
    const Layout layout{"at walls", {{3.99f, 0, 0}, {0, -2.99f, 1.99f}}, {{3, 1, 0}, {0, -3, 3}}};
    Simulation simulation = placed(scene, layout);
    simulation.step();
    const std::vector<Vec3f> positions = positionsById(simulation);
    CHECK(errorOf(positions[0], {-3.96, 1.0 / 60, 0}) < 1e-5);
    CHECK(errorOf(positions[1], {0, 2.96, -1.96}) < 1e-5);
    CHECK(velocitiesById(simulation) == layout.velocities);
    const Flock& flock = simulation.flocks()[0];
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        const Vec3f moved = flock.now().position.at(slot) - flock.before().position.at(slot);
        CHECK(errorOf(moved, asDouble(flock.now().velocity.at(slot)) * kStep) < 1e-5);
    }
}

TEST_CASE("contain leaves the middle alone and pushes in from the walls", "[sim][motion]") {
    for (const char* shape : {"box", "sphere"}) {
        INFO(shape);
        Scene scene = sceneWith({"contain.enabled=on", "contain.margin=2", "contain.weight=6",
                                 "world.width=20", "world.height=20", "world.depth=20"});
        REQUIRE(scene.applyText(std::string("world.shape=") + shape));
        const Layout layout{"still", {{0, 0, 0}, {7, 0, 0}, {9, 0, 0}, {9.9f, 0, 0}}, {{}, {}, {}, {}}};
        const Stepped stepped = stepOnce(scene, layout);
        CHECK(stepped.steering[0] == Vec3f{0, 0, 0});
        CHECK(stepped.steering[1] == Vec3f{0, 0, 0});
        CHECK(stepped.steering[2].x < 0.0f);
        CHECK(stepped.steering[3].x < stepped.steering[2].x);
        CHECK(lengthOf(stepped.steering[3]) <= 6.0001f);
    }
}

TEST_CASE("no boid ever leaves a world with walls", "[sim][motion]") {
    for (const char* wall : {"contain", "bounce", "wrap"}) {
        for (const char* shape : {"box", "sphere"}) {
            INFO(wall << " in a " << shape);
            Scene scene = sceneWith({"world.width=6", "world.height=4", "world.depth=5",
                                     "perception.radius=1.5", "separation.enabled=on", "separation.weight=5",
                                     "separation.radius=1.5", "alignment.enabled=on", "alignment.weight=10",
                                     "wander.enabled=on", "wander.weight=10"});
            REQUIRE(scene.applyText(std::string("world.shape=") + shape));
            REQUIRE(scene.applyText(std::string(wall) + ".enabled=on"));
            Layout layout = uniformLayout(300, {1.5f, 1.5f, 1.5f}, 12);
            layout.velocities[3] = {500, -300, 20};
            layout.velocities[4] = {0, 0, 4000};
            Simulation simulation = placed(scene, layout);
            const bool isSphere = scene.world.shape == World::Shape::sphere && std::string(wall) != "wrap";
            for (int step = 0; step < 300; ++step) {
                simulation.step();
                for (const Vec3f& at : positionsById(simulation)) {
                    const Vec3f half = scene.world.halfExtent();
                    const bool isInside = isSphere ? lengthOf(at) <= half.x
                                                   : std::abs(at.x) <= half.x && std::abs(at.y) <= half.y &&
                                                         std::abs(at.z) <= half.z;
                    if (!isInside) {
                        FAIL("step " << step << ": a boid at " << at.x << " " << at.y << " " << at.z);
                    }
                }
            }
        }
    }
}
