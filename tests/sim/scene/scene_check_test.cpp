#include <shoal/preset.hpp>

#include "sim/scene/population.hpp"
#include "sim/scene/scene_trial.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// Returns what check() reports about a scene of fish and sharks after this change.
std::string problemAfter(const std::function<void(Scene&)>& change) {
    Scene scene = sceneOf({"fish", "shark"});
    scene.obstacles.emplace_back();
    scene.species[1].sees.emplace_back().observed = "fish";
    REQUIRE(problemOf(scene.check()).empty());
    change(scene);
    return problemOf(scene.check());
}

}  // namespace

TEST_CASE("every built-in preset passes the scene check", "[sim][scene]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        INFO(preset.name);
        CHECK(problemOf(openPreset(std::string(preset.name))->check()).empty());
    }
    CHECK(problemOf(Scene().check()).empty());
}

TEST_CASE("every tunable at either end of its range passes the scene check", "[sim][scene]") {
    Scene scene = sceneOf({"fish"});
    for (const Section& section : scene.sections()) {
        for (std::size_t index = 0; index < section.tunables.parameters.size(); ++index) {
            const Parameter& parameter = section.tunables.parameters[index];
            INFO(section.path << "." << parameter.declared.key);
            const double kept = section.tunables.get(index);
            for (const double end : {parameter.declared.min, parameter.declared.max}) {
                section.tunables.set(index, parameter.stored(end));
                CHECK(problemOf(scene.check()).empty());
            }
            section.tunables.set(index, kept);
        }
    }
}

TEST_CASE("the scene check names the tunable out of range and the range", "[sim][scene]") {
    CHECK(problemAfter([](Scene& scene) { scene.species[0].perception.radius = -1.0f; }) ==
          "species.fish.perception.radius is -1, but must be a number from 0.05 to 200 m");
    CHECK(problemAfter([](Scene& scene) { scene.species[0].perception.count = -1; }) ==
          "species.fish.perception.count is -1, but must be a whole number from 1 to 32");
    CHECK(problemAfter([](Scene& scene) { scene.species[1].sees[0].perception.radius = 0.0f; }) ==
          "species.shark.sees.fish.perception.radius is 0, but must be a number from 0.05 to 200 m");
    CHECK(problemAfter([](Scene& scene) { scene.world.width = kNan; }) ==
          "world.width is not finite, but must be a number from 1 to 2000 m");
    CHECK(problemAfter([](Scene& scene) { scene.obstacles[0].x = kInfinity; }) ==
          "obstacle.rock.x is not finite, but must be a number from -1000 to 1000 m");
    CHECK(problemAfter([](Scene& scene) { scene.species[0].count = -5; }) ==
          "species.fish.count is -5, but must be a whole number from 0 to 4000000");
    CHECK(problemAfter([](Scene& scene) { scene.world.shape = static_cast<World::Shape>(7); }) ==
          "world.shape is 7, but must be one of box, sphere");
    CHECK(problemAfter([](Scene& scene) { scene.species[0].perception.blindAngle = 7.0f; }) ==
          "species.fish.perception.blind_angle is 401.070457, but must be a number from 0 to 350°");
}

TEST_CASE("the scene check refuses names that are not legal or not unique", "[sim][scene]") {
    CHECK(problemAfter([](Scene& scene) { scene.species[0].name = "my fish"; }) ==
          "\"my fish\" cannot name a species: use letters, digits, _ and -");
    CHECK(problemAfter([](Scene& scene) { scene.obstacles[0].name.clear(); }) ==
          "\"\" cannot name an obstacle: use letters, digits, _ and -");
    CHECK(problemAfter([](Scene& scene) { scene.obstacles.emplace_back(); }) ==
          "obstacle.rock is defined twice: give each obstacle its own name");
    CHECK(problemAfter([](Scene& scene) { scene.species[1].sees[0].observed = "whale"; }) ==
          "species.shark.sees.whale: there is no such species");
    CHECK(problemAfter([](Scene& scene) { scene.species[1].sees[0].observed = "shark"; }) ==
          "species.shark sees its own kind through its own rules, not through sees.shark");
    CHECK(problemAfter([](Scene& scene) { scene.species[1].sees.push_back(scene.species[1].sees[0]); }) ==
          "species.shark.sees.fish is defined twice");
}

TEST_CASE("the scene check limits the numbers of species and boids", "[sim][scene]") {
    Scene scene;
    for (std::size_t s = 0; s <= kMaxSpecies; ++s) {
        scene.species.emplace_back().name = "kind" + std::to_string(s);
    }
    CHECK(problemOf(scene.check()) == "the scene has 65 species, but may have at most 64");
    scene.species.pop_back();
    CHECK(problemOf(scene.check()).empty());
    for (Species& species : scene.species) {
        species.count = 62500;
    }
    CHECK(problemOf(scene.check()).empty());
    scene.species[0].count += 1;
    CHECK(problemOf(scene.check()) == "the scene has 4000001 boids in total, but may have at most 4000000");
}

TEST_CASE("one limit on boids holds for a species and a scene, and a refusal names the number asked for",
          "[sim][scene]") {
    const auto largest = static_cast<double>(kMaxBoids);
    for (const std::size_t others : {0U, 1U, 3U}) {
        Scene scene = sceneOf({"a", "b", "c", "d"});
        scene.species.resize(1 + others);
        for (Species& species : scene.species) {
            species.count = 0;
        }
        CHECK(problemOf(scene.apply({"species.a.count", largest})).empty());
        CHECK(problemOf(scene.check()).empty());
        CHECK_THAT(problemOf(scene.apply({"species.a.count", largest + 1})), contains("4000001"));
        CHECK_THAT(problemOf(scene.applyText("species.a.count=4000001")), contains("4000001"));
        CHECK(scene.boidCount() == kMaxBoids);
        populate(static_cast<int>(kMaxBoids), scene);
        CHECK(scene.boidCount() == kMaxBoids);
        CHECK(problemOf(scene.check()).empty());
    }
    CHECK(problemIn(kFish + "count = 4000000\n").empty());
    CHECK_THAT(problemIn(kFish + "count = 4000001\n"), contains("4000001") && contains("0 to 4000000"));
}

TEST_CASE("an edit past the budget of boids is refused and changes nothing", "[sim][scene]") {
    Scene scene = sceneOf({"a", "b", "c", "d", "e"});
    for (Species& species : scene.species) {
        species.count = 800000;
    }
    CHECK(problemOf(scene.apply({"a.count", 900000.0})) ==
          "a.count = 900000 would make 4100000 boids in total, but a scene may have at most 4000000");
    CHECK(problemOf(scene.applyText("a.count=800001")) ==
          "a.count = 800001 would make 4000001 boids in total, but a scene may have at most 4000000");
    CHECK(scene.species[0].count == 800000);
    CHECK(problemOf(scene.apply({"b.count", 700000.0})).empty());
    CHECK(problemOf(scene.apply({"a.count", 900000.0})).empty());
}

TEST_CASE("an edit that is not finite is refused and changes nothing", "[sim][scene]") {
    Scene scene = sceneOf({"fish"});
    for (const float bad : {kNan, kInfinity, -kInfinity}) {
        CHECK(problemOf(scene.apply({"world.width", static_cast<double>(bad)})) ==
              "world.width is not finite, but must be a number from 1 to 2000 m");
        CHECK(problemOf(scene.apply({"separation.enabled", static_cast<double>(bad)})) ==
              "separation.enabled is not finite, but must be true or false");
        CHECK_FALSE(scene.apply({"attractor.lure.present", static_cast<double>(bad)}));
    }
    CHECK(scene.world.width == 20.0f);
    CHECK(scene.attractors.empty());
}

TEST_CASE("too many things or interactions are refused by the check and by edits", "[sim][scene]") {
    const std::string tooMany = problemAfter([](Scene& scene) {
        for (std::size_t k = 0; k <= kMaxThings; ++k) {
            scene.goals.emplace_back().name = "g" + std::to_string(k);
        }
    });
    CHECK_THAT(tooMany, contains("1001 goals") && contains("at most 1000"));
    CHECK_THAT(problemAfter([](Scene& scene) { scene.species[0].sees.resize(kMaxInteractions); }),
               contains("1025 tables"));

    Scene scene = sceneOf({"fish"});
    for (std::size_t k = 0; k < kMaxThings; ++k) {
        REQUIRE(scene.apply({"attractor.a" + std::to_string(k) + ".present", 1.0}));
    }
    CHECK_THAT(problemOf(scene.apply({"attractor.last.present", 1.0})), contains("at most 1000"));
    CHECK(scene.attractors.size() == kMaxThings);
    CHECK(scene.apply({"attractor.a7.present", 1.0}));
    CHECK(scene.apply({"attractor.a7.present", 0.0}));
    CHECK(scene.apply({"attractor.last.present", 1.0}));
}
