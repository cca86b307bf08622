#include <numbers>

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
