// The rules of two well-known programs against their plain definitions in tests/oracle.

#include <numbers>

#include <shoal/preset.hpp>

#include "oracle/steering_oracle.hpp"
#include "sim/oracle_boids.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

using Expected = std::function<oracle::Steering(const oracle::Boids&, std::size_t)>;

void checkSteering(const Scene& scene, const Layout& layout, const Expected& expected) {
    const oracle::Boids boids = boidsOf(layout);
    const Stepped stepped = stepOnce(scene, layout);
    double worst = 0.0;
    std::size_t checked = 0;
    for (std::size_t id = 0; id < boids.size(); ++id) {
        const oracle::Steering steering = expected(boids, id);
        if (!steering.isAmbiguous) {
            ++checked;
            worst = std::max(worst, errorOf(stepped.steering[id], steering.value) / (steering.error + 1e-9));
        }
    }
    CHECK(worst < 1.0);
    CHECK(checked > layout.count() / 2);
}

double cosineOfHalf(double degrees) {
    return degrees >= 360.0 ? -2.0 : std::cos(degrees / 2.0 * std::numbers::pi / 180.0);
}

}  // namespace

TEST_CASE("unit_flocking steers as its formula says", "[sim][rules][oracle]") {
    struct Case {
        double separation[3];  // weight, radius, view
        double alignment[3];
        double cohesion[3];
        double touch;
    };
    const Case cases[] = {{{12, 1, 270}, {8, 1.5, 91}, {8, 1.8, 197}, 0.3},
                          {{3, 0.5, 360}, {0, 1, 90}, {7, 0.2, 40}, 0},
                          {{0, 1, 90}, {5, 2, 360}, {0, 1, 90}, 0.1}};
    for (const Case& one : cases) {
        Scene scene = sceneWith({"perception.radius=3", "unit_flocking.enabled=on"});
        const auto set = [&scene](const char* key, double value) { REQUIRE(scene.apply({key, value})); };
        set("unit_flocking.separation", one.separation[0]);
        set("unit_flocking.separation_radius", one.separation[1]);
        set("unit_flocking.separation_view", one.separation[2]);
        set("unit_flocking.alignment", one.alignment[0]);
        set("unit_flocking.alignment_radius", one.alignment[1]);
        set("unit_flocking.alignment_view", one.alignment[2]);
        set("unit_flocking.cohesion", one.cohesion[0]);
        set("unit_flocking.cohesion_radius", one.cohesion[1]);
        set("unit_flocking.cohesion_view", one.cohesion[2]);
        set("unit_flocking.touch", one.touch);
        const auto behaviour = [](const double(&given)[3]) {
            return oracle::Behaviour{given[0], given[1], cosineOfHalf(given[2])};
        };
        const oracle::UnitFlocking model{behaviour(one.separation), behaviour(one.alignment),
                                         behaviour(one.cohesion), one.touch};
        for (const std::size_t count : {2, 40, 300}) {
            INFO(count << " boids, separation " << one.separation[0]);
            checkSteering(scene, uniformLayout(count, {1.5f, 1.5f, 1.5f}, count),
                          [&](const oracle::Boids& boids, std::size_t id) {
                              return oracle::unitFlocking(boids, id, model);
                          });
        }
    }
}

TEST_CASE("steer_towards steers as its formula says", "[sim][rules][oracle]") {
    const oracle::SteerTowards models[] = {
        {2, 1, 2.5, 2.5, 1, 8, 8}, {1, 0, 0, 1, 0.5, 3, 50}, {0, 3, 4, 0.8, 2, 1, 0.5}};
    for (const oracle::SteerTowards& model : models) {
        Scene scene = sceneWith({"perception.radius=3", "steer_towards.enabled=on"});
        const auto set = [&scene](const char* key, double value) { REQUIRE(scene.apply({key, value})); };
        set("steer_towards.alignment", model.alignment);
        set("steer_towards.cohesion", model.cohesion);
        set("steer_towards.separation", model.separation);
        set("steer_towards.radius", model.radius);
        set("steer_towards.separation_radius", model.separationRadius);
        set("steer_towards.speed", model.speed);
        set("steer_towards.strength", model.strength);
        for (const std::size_t count : {2, 40, 300}) {
            INFO(count << " boids, strength " << model.strength);
            checkSteering(scene, uniformLayout(count, {1.5f, 1.5f, 1.5f}, count),
                          [&](const oracle::Boids& boids, std::size_t id) {
                              return oracle::steerTowards(boids, id, model);
                          });
        }
    }
}
