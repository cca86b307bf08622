// Staggered updates: boids decide in phases instead of at every step, and keep their steering in between.

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Scene sceneAt(const char* rate) {
    Scene scene = sceneWith({"separation.enabled=on", "alignment.enabled=on", "cohesion.enabled=on",
                             "wander.enabled=on", "limit_speed.enabled=on", "limit_speed.min=0.5"});
    REQUIRE(scene.applyText(std::string("decision_rate=") + rate));
    return scene;
}

float fastestOf(const std::vector<Vec3f>& velocities) {
    float fastest = 0.0f;
    for (const Vec3f& velocity : velocities) {
        fastest = std::max(fastest, lengthOf(velocity));
    }
    return fastest;
}

using Velocities = std::vector<Vec3f>;

Vec3f meanOf(const Velocities& velocities, std::size_t id) {
    Vec3f sum;
    for (const Vec3f& velocity : velocities) {
        sum += velocity;
    }
    const auto others = static_cast<float>(velocities.size() - 1);
    return (sum - velocities[id]) * (1.0f / others);
}

/// [s] from one decision to the next.
float periodOf(float step, int rate) {
    return step * std::max(std::round(1.0f / (step * static_cast<float>(rate))), 1.0f);
}

struct Pace {
    float step;  ///< [s]
    int rate;    ///< decisions a second
};
constexpr Pace kPaces[] = {{kStepSeconds, 60}, {kStepSeconds, 5}, {kStepSeconds, 1},
                           {0.1f, 10},         {0.1f, 2},         {1.0f, 1}};

}  // namespace

TEST_CASE("no push towards a velocity carries a boid past it, however strong it is and seldom they decide",
          "[sim][decision]") {
    struct Relaxation {
        std::initializer_list<std::string_view> assignments;
        Vec3f (*goal)(const Velocities&, std::size_t id);  ///< [m/s] the velocity that boid takes on
    };
    const auto still = [](const Velocities&, std::size_t) { return Vec3f{}; };
    const auto along = [](const Velocities& all, std::size_t id) {
        return all[id] * (1.0f / lengthOf(all[id]));
    };
    const Relaxation relaxations[] = {
        {{"alignment.enabled=on", "alignment.weight=10", "alignment.radius=50"}, meanOf},
        {{"inclusive_alignment.enabled=on", "inclusive_alignment.weight=60", "inclusive_alignment.radius=50"},
         meanOf},
        {{"flock_alignment.enabled=on", "flock_alignment.weight=20"}, meanOf},
        {{"cucker_smale.enabled=on", "cucker_smale.weight=10", "cucker_smale.exponent=0"}, meanOf},
        {{"wind.enabled=on", "wind.weight=10", "wind.speed=1"},
         [](const Velocities&, std::size_t) {
             return Vec3f{0.0f, 0.0f, -1.0f};
         }},
        {{"prefer_horizontal.enabled=on", "prefer_horizontal.weight=5"},
         [](const Velocities& all, std::size_t id) {
             return Vec3f{all[id].x, 0.0f, all[id].z};
         }},
        {{"self_propulsion.enabled=on", "self_propulsion.thrust=10", "self_propulsion.friction=10"}, along},
        {{"follow_leader.enabled=on", "follow_leader.weight=20", "follow_leader.speed=0",
          "follow_leader.leader_speed=0", "follow_leader.roam=0"},
         still},
        {{"follow_leader.enabled=on", "follow_leader.weight=20", "follow_leader.speed=0",
          "follow_leader.leader_speed=0", "follow_leader.course=goal"},
         still},
        {{"stalk.enabled=on", "stalk.weight=20", "stalk.speed=0", "stalk.dash_speed=0"}, still},
    };
    const Layout layout = uniformLayout(60, {2.0f, 2.0f, 2.0f}, 26);
    for (const Relaxation& relaxation : relaxations) {
        for (const auto& [step, rate] : kPaces) {
            Scene scene = sceneWith(relaxation.assignments);
            scene.species[0].perception.radius = 50.0f;
            scene.species[0].decisionRate = rate;
            scene.time.step = step;
            scene.goals.push_back({.x = 30.0f});
            const Stepped stepped = stepOnce(scene, layout);
            for (std::size_t id = 0; id < layout.count(); ++id) {
                const Vec3f wanted = relaxation.goal(layout.velocities, id) - layout.velocities[id];
                const Vec3f pushed = stepped.steering[id] * periodOf(step, rate);
                INFO(*relaxation.assignments.begin()
                     << ", step " << step << ", " << rate << " decisions a second, boid " << id);
                CHECK(lengthOf(pushed) > 0.0f);
                CHECK(lengthOf(pushed) <= 1.001f * lengthOf(wanted));
                CHECK(lengthOf(wanted - pushed) <= 1.001f * lengthOf(wanted));
            }
        }
    }
}

TEST_CASE("pushes towards velocities, alone or together, make no boid faster than the fastest of these",
          "[sim][decision]") {
    struct Relaxations {
        std::initializer_list<std::string_view> assignments;
        float goal;  ///< [m/s] the highest speed that the rules themselves ask for
    };
    const Relaxations table[] = {
        {{"match_velocity.enabled=on", "match_velocity.weight=10", "match_velocity.vertical=5"}, 0.0f},
        {{"cucker_smale.enabled=on", "cucker_smale.weight=10"}, 0.0f},
        {{"zones.enabled=on", "zones.weight=60", "zones.speed=1"}, 1.0f},
        {{"vicsek.enabled=on", "vicsek.speed=1", "vicsek.radius=50"}, 1.0f},
        {{"steer_towards.enabled=on", "steer_towards.alignment=10", "steer_towards.cohesion=10",
          "steer_towards.separation=10", "steer_towards.speed=1", "steer_towards.strength=50"},
         1.0f},
        {{"follow_leader.enabled=on", "follow_leader.weight=20", "follow_leader.speed=1",
          "follow_leader.leader_speed=1", "follow_leader.course=goal"},
         1.0f},
        {{"stalk.enabled=on", "stalk.weight=20", "stalk.speed=1", "stalk.dash_speed=1"}, 1.0f},
        {{"alignment.enabled=on", "alignment.weight=10", "alignment.radius=50", "wind.enabled=on",
          "wind.weight=10", "wind.speed=1"},
         1.0f},
        {{"alignment.enabled=on", "alignment.weight=10", "alignment.radius=50", "wind.enabled=on",
          "wind.weight=10", "wind.speed=1", "prefer_horizontal.enabled=on", "prefer_horizontal.weight=5"},
         1.0f},
        {{"zones.enabled=on", "zones.weight=60", "zones.speed=1", "stalk.enabled=on", "stalk.weight=20",
          "stalk.speed=1", "stalk.dash_speed=1", "follow_leader.enabled=on", "follow_leader.weight=20",
          "follow_leader.speed=1", "follow_leader.leader_speed=1", "follow_leader.roam=0"},
         1.0f},
    };
    const Layout layout = uniformLayout(60, {2.0f, 2.0f, 2.0f}, 26);
    for (const Relaxations& relaxations : table) {
        for (const auto& [step, rate] : kPaces) {
            Scene scene = sceneWith(relaxations.assignments);
            scene.species[0].perception.radius = 50.0f;
            scene.species[0].decisionRate = rate;
            scene.time.step = step;
            scene.goals.push_back({.x = 30.0f});
            Simulation simulation = placed(scene, layout);
            const float most = 1.01f * std::max(fastestOf(layout.velocities), relaxations.goal);
            float fastest = 0.0f;
            for (int count = 0; count < 200; ++count) {
                simulation.step();
                fastest = std::max(fastest, fastestOf(velocitiesById(simulation)));
            }
            std::string rules;
            for (const std::string_view assignment : relaxations.assignments) {
                rules += std::string(assignment) + ", ";
            }
            INFO(rules << "step " << step << ", " << rate << " decisions a second");
            CHECK(fastest <= most);
        }
    }
}

TEST_CASE("rules for other species share the decisions with a species' own", "[sim][decision]") {
    Scene scene = sceneWith(
        {"count=40", "alignment.enabled=on", "alignment.weight=10", "alignment.radius=50", "start.speed=1"});
    scene.species.push_back(scene.species[0]);
    scene.species[1].name = "other";
    scene.species[0].perception.radius = 50.0f;
    scene.species[0].decisionRate = 5;
    Interaction& seen = scene.species[0].sees.emplace_back();
    seen.observed = "other";
    seen.perception.radius = 50.0f;
    REQUIRE(scene.applyText("species.boid.sees.other.alignment.enabled=on"));
    REQUIRE(scene.applyText("species.boid.sees.other.alignment.weight=10"));
    REQUIRE(scene.applyText("species.boid.sees.other.alignment.radius=50"));
    REQUIRE(scene.applyText("species.boid.prefer_horizontal.enabled=on"));
    REQUIRE(scene.applyText("species.boid.prefer_horizontal.weight=5"));
    Simulation simulation = *Simulation::create(scene);
    const float most =
        std::max(fastestOf(velocitiesById(simulation, 0)), fastestOf(velocitiesById(simulation, 1)));
    runSteps(simulation, 600);
    CHECK(fastestOf(velocitiesById(simulation)) <= 1.01f * most);
}

TEST_CASE("staggered boids decide in phases by id and keep their steering in between", "[sim][decision]") {
    const Layout layout = uniformLayout(700, {2.0f, 2.0f, 2.0f}, 21);
    for (const auto& [rate, period] : {std::pair{"10", 6U}, std::pair{"30", 2U}, std::pair{"7", 9U}}) {
        Simulation simulation = placed(sceneAt(rate), layout);
        simulation.step();
        std::vector<Vec3f> before = steeringById(simulation);
        for (std::uint32_t step = 1; step < 2 * period; ++step) {
            simulation.step();
            const std::vector<Vec3f> after = steeringById(simulation);
            std::size_t kept = 0;
            std::size_t renewed = 0;
            for (std::uint32_t id = 0; id < layout.count(); ++id) {
                const bool isDue = id % period == step % period;
                kept += !isDue && after[id] == before[id] ? 1 : 0;
                renewed += isDue && !(after[id] == before[id]) ? 1 : 0;
            }
            INFO("rate " << rate << ", step " << step);
            CHECK(kept + renewed == layout.count());
            before = after;
        }
    }
}

TEST_CASE("a staggered boid decides as if all did", "[sim][decision]") {
    const Layout layout = clustered(900, 22);
    Simulation simulation = placed(sceneAt("15"), layout);
    simulation.step();
    for (std::uint32_t step = 1; step < 9; ++step) {
        // All boids decide from the same state. Wander depends on the step, so it is switched off here.
        Layout here{"here", positionsById(simulation), velocitiesById(simulation)};
        REQUIRE(simulation.apply({"wander.enabled", 0.0}));
        simulation.step();
        Scene all = sceneAt("60");
        REQUIRE(all.applyText("wander.enabled=off"));
        const std::vector<Vec3f> expected = stepOnce(all, here).steering;
        const std::vector<Vec3f> found = steeringById(simulation);
        for (std::uint32_t id = step % 4; id < layout.count(); id += 4) {
            INFO("step " << step << ", boid " << id);
            CHECK(errorOf(found[id], asDouble(expected[id])) <=
                  1e-4 * (1.0 + lengthOf(asDouble(expected[id]))));
        }
    }
}

TEST_CASE("the candidate limit bounds the search of staggered boids", "[sim][decision][crowd]") {
    Scene scene = sceneAt("10");
    REQUIRE(scene.applyText("perception.max_candidates=256"));
    Simulation simulation = placed(scene, uniformLayout(20000, {0.2f, 0.2f, 0.2f}, 38));
    runSteps(simulation, 2);
    const double perDecision = static_cast<double>(simulation.profile().candidates) / (20000.0 / 6.0);
    CHECK(perDecision > 50.0);
    CHECK(perDecision <= 257.0);
}

TEST_CASE("the decision rate may change during a run", "[sim][decision]") {
    Simulation simulation = placed(sceneAt("60"), uniformLayout(300, {2.0f, 2.0f, 2.0f}, 25));
    for (const double rate : {10.0, 1.0, 60.0, 12.0}) {
        REQUIRE(simulation.apply({"decision_rate", rate}));
        for (int step = 0; step < 7; ++step) {
            simulation.step();
        }
        CHECK(isFinite(simulation));
        REQUIRE(simulation.apply({"count", rate < 11.0 ? 350.0 : 250.0}));
    }
}
