// The rule "wind": its push against a plain definition, and its effect on boids.

#include <numbers>

#include <shoal/detail/blocks.hpp>

#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

struct Blow {
    double weight = 0.7;
    double speed = 3.0;
    double direction = 90.0;  ///< [°]
    double climb = 0.5;

    Scene scene() const {
        Scene result = sceneWith({"wind.enabled=on"});
        const Edit edits[] = {{"wind.weight", weight},
                              {"wind.speed", speed},
                              {"wind.direction", direction},
                              {"wind.climb", climb}};
        for (const Edit& edit : edits) {
            REQUIRE(result.apply(edit));
        }
        return result;
    }

    Vec3d air() const {
        const double angle = direction * std::numbers::pi / 180.0;
        return {speed * std::sin(angle), climb, -speed * std::cos(angle)};
    }
};

/// Applies the rule itself.
Vec3f pushAt(const Blow& blow, const Vec3f& position, const Vec3f& velocity) {
    Surroundings around;
    around.stepSeconds = kStepSeconds;
    Scene scene = blow.scene();
    FlockState state;
    Column3 steering;
    state.resize(1);
    steering.resize(1);
    state.position.put(0, position);
    state.velocity.put(0, velocity);
    Rule& rule = *scene.species[0].rules.find("wind");
    rule.prepare(kStepSeconds);
    rule.steerField({&state, 0, 1, &around, &steering}, bestIsa());
    return steering.at(0);
}

}  // namespace

TEST_CASE("wind pushes towards the air's velocity, the same everywhere", "[sim][rules][wind][oracle]") {
    const Layout places = uniformLayout(60, {40.0f, 20.0f, 40.0f}, 4);
    for (const Blow& blow : {Blow{}, Blow{2, 0, 0, 0}, Blow{0.3, 20, 217, -3}, Blow{1, 5, 45, 1}}) {
        INFO("speed " << blow.speed << ", direction " << blow.direction);
        for (std::size_t k = 0; k < places.count(); ++k) {
            const Vec3d wanted = (blow.air() - asDouble(places.velocities[k])) * blow.weight;
            CHECK(errorOf(pushAt(blow, places.positions[k], places.velocities[k]), wanted) <
                  2e-6 * blow.weight * (1.0 + blow.speed));
        }
    }
}

TEST_CASE("boids that only the wind moves take on its velocity, by the compass", "[sim][wind]") {
    struct Case {
        double direction;
        Vec3d way;
    };
    for (const Case& one :
         {Case{0, {0, 0, -1}}, Case{90, {1, 0, 0}}, Case{180, {0, 0, 1}}, Case{270, {-1, 0, 0}}}) {
        Blow blow;
        blow.direction = one.direction;
        blow.climb = -0.25;
        Simulation simulation = placed(blow.scene(), uniformLayout(20, {3.0f, 3.0f, 3.0f}, 2));
        for (int step = 0; step < 20 * kStepsPerSecond; ++step) {
            simulation.step();
        }
        for (const Vec3f& velocity : velocitiesById(simulation)) {
            CHECK(errorOf(velocity, one.way * 3.0 + Vec3d{0, -0.25, 0}) < 1e-4);
        }
    }
}
