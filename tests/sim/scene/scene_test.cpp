#include <set>

#include <shoal/scene.hpp>

#include "sim/scene/clamped_edit.hpp"
#include "sim/scene/scene_trial.hpp"

using namespace shoal;
using namespace shoal::test;

TEST_CASE("sections come in the order time, world, ground, species, camera, look", "[sim][scene]") {
    Scene scene = sceneOf({"sardine", "tuna"});
    std::vector<std::string> expected{"time", "world", "ground"};
    for (const std::string path : {"species.sardine", "species.tuna"}) {
        expected.insert(expected.end(), {path, path + ".perception", path + ".start"});
        for (const RegisteredRule& rule : registeredRules()) {
            expected.push_back(path + "." + std::string(rule.info->key));
        }
    }
    expected.insert(expected.end(), {"camera", "look"});
    std::vector<std::string> paths;
    for (const Section& section : scene.sections()) {
        paths.push_back(section.path);
    }
    CHECK(paths == expected);
}

TEST_CASE("each section knows its species and its rule", "[sim][scene]") {
    Scene scene = sceneOf({"sardine", "tuna"});
    for (const Section& section : scene.sections()) {
        INFO(section.path);
        CHECK_FALSE(section.title.empty());
        CHECK_FALSE(section.help.empty());
        const bool isOfSpecies = section.path.starts_with("species.");
        CHECK((section.speciesIndex >= 0) == isOfSpecies);
        if (section.rule != nullptr) {
            CHECK(section.path.ends_with("." + std::string(section.rule->info().key)));
        }
        if (section.path.starts_with("species.tuna")) {
            CHECK(section.speciesIndex == 1);
        }
    }
}

TEST_CASE("an edit sets the value that its key names", "[sim][scene]") {
    Scene scene = sceneOf({"sardine", "tuna"});
    REQUIRE(scene.apply({"world.width", 30.0}));
    REQUIRE(scene.apply({"species.tuna.count", 12.0}));
    REQUIRE(scene.apply({"tuna.perception.blind_angle", 90.0}));
    REQUIRE(scene.apply({"sardine.separation.weight", 2.5}));
    REQUIRE(scene.apply({"sardine.separation.enabled", 1.0}));
    CHECK(scene.world.width == 30.0f);
    CHECK(scene.species[1].count == 12);
    CHECK(scene.species[1].perception.blindAngle == approx(1.5707963f).epsilon(1e-6));
    CHECK(scene.species[0].rules.find("separation")->isEnabled);
    CHECK_FALSE(scene.species[1].rules.find("separation")->isEnabled);
    CHECK(*scene.value("species.sardine.separation.weight") == 2.5);
    CHECK(*scene.value("tuna.perception.blind_angle") == approx(90.0).epsilon(1e-6));
    CHECK(*scene.value("sardine.separation.enabled") == 1.0);
}

TEST_CASE("with one species its name may be left out", "[sim][scene]") {
    Scene scene = sceneOf({"fish"});
    REQUIRE(scene.apply({"separation.weight", 0.5}));
    REQUIRE(scene.apply({"count", 3.0}));
    CHECK(*scene.value("species.fish.separation.weight") == 0.5);
    CHECK(scene.species[0].count == 3);
    Scene two = sceneOf({"a", "b"});
    CHECK_FALSE(two.apply({"separation.weight", 0.5}));
}

TEST_CASE("an edit returns its changes, with the values before and after", "[sim][scene]") {
    Scene scene = sceneOf({"sardine"});
    const auto angle = scene.apply({"perception.blind_angle", 90.0});
    REQUIRE(angle);
    CHECK(angle->key == "perception.blind_angle");
    CHECK(angle->after == approx(90.0));
    const auto text = scene.applyText("perception.blind_angle = 60");
    REQUIRE(text);
    CHECK(text->before == approx(90.0));
    CHECK(text->after == approx(60.0));
    const auto added = scene.apply({"obstacle.rock.present", 1.0});
    REQUIRE(added);
    CHECK(added->before == 0.0);
    CHECK(added->after == 1.0);
}

TEST_CASE("an edit out of the declared range is refused and changes nothing", "[sim][scene]") {
    Scene scene = sceneOf({"fish"});
    const float before = scene.world.width;
    const auto refused = scene.apply({"world.width", 1e9});
    REQUIRE_FALSE(refused);
    CHECK(refused.problem().text ==
          "world.width: width is 1000000000, but must be a number from 1 to 2000 m");
    CHECK_FALSE(scene.apply({"world.width", -1e9}));
    CHECK(scene.world.width == before);
    CHECK_FALSE(scene.apply({"world.shape", 7.0}));
    CHECK_FALSE(scene.apply({"count", 10.5}));

    // The ends themselves are in range.
    for (const Section& section : scene.sections()) {
        for (const Parameter& parameter : section.tunables.parameters) {
            if (section.path + "." + std::string(parameter.declared.key) == "species.fish.count") {
                continue;  // limited by a budget
            }
            for (const double end : {parameter.declared.min, parameter.declared.max}) {
                INFO(section.path << "." << parameter.declared.key << " " << end);
                CHECK(scene.apply({section.path + "." + std::string(parameter.declared.key), end}));
            }
        }
    }
}

TEST_CASE("an interactive edit may be clamped to the range", "[sim][scene]") {
    Scene scene = sceneOf({"fish"});
    CHECK(clampedEdit(scene, {"world.width", 1e9}).shown == 2000.0);
    CHECK(clampedEdit(scene, {"world.width", -1e9}).shown == 1.0);
    CHECK(clampedEdit(scene, {"count", 10.4}).shown == 10.0);
    CHECK(clampedEdit(scene, {"nothing", 7.0}).shown == 7.0);
}

TEST_CASE("an unknown key names the nearest known one", "[sim][scene]") {
    Scene scene = sceneOf({"fish"});
    CHECK(problemOf(scene.apply({"world.widht", 3.0})) ==
          "unknown key \"world.widht\" (did you mean \"world.width\"?)");
    CHECK(problemOf(scene.apply({"seperation.weight", 3.0})) ==
          "unknown key \"seperation.weight\" (did you mean \"separation.weight\"?)");
    CHECK(
        problemOf(scene.apply({"species.fish.separation.enable", 3.0})) ==
        "unknown key \"species.fish.separation.enable\" (did you mean \"species.fish.separation.enabled\"?)");
    CHECK_THAT(scene.value("").problem().text, startsWith("unknown key \"\""));
    CHECK_THAT(problemOf(scene.apply({"..", 0.0})), startsWith("unknown key"));
    CHECK(problemOf(scene.apply({"zzzzqqqq", 0.0})) ==
          "unknown key \"zzzzqqqq\"; a plugin's rule needs its plugin");
    CHECK(problemOf(scene.apply({std::string(100000, 'x'), 0.0})) ==
          "unknown key \"" + std::string(60, 'x') + "…\"; a plugin's rule needs its plugin");
    CHECK(problemOf(scene.applyText(std::string(59, 'x') + "ÄÄÄ")) ==
          "\"" + std::string(59, 'x') + "…\" sets nothing: write KEY=VALUE, such as world.width=30");
}

TEST_CASE("the seed is refused as a tunable, with the reason", "[sim][scene]") {
    Scene scene = sceneOf({"fish"});
    CHECK_THAT(problemOf(scene.applyText("seed=4")), contains("\"seed\" is not a tunable"));
}

TEST_CASE("an assignment is parsed and its errors are explained", "[sim][scene]") {
    Scene scene = sceneOf({"fish"});
    REQUIRE(scene.applyText("fish.separation.weight=2"));
    REQUIRE(scene.applyText(" world.shape = sphere "));
    REQUIRE(scene.applyText("cohesion.enabled=on"));
    CHECK(*scene.value("separation.weight") == 2.0);
    CHECK(scene.world.shape == World::Shape::sphere);
    CHECK(scene.species[0].rules.find("cohesion")->isEnabled);
    CHECK(problemOf(scene.applyText("world.width=5000")) ==
          "world.width: width is 5000, but must be a number from 1 to 2000 m");
    CHECK(scene.world.width == 20.0f);
    CHECK(problemOf(scene.applyText("world.shape=cube")) ==
          "world.shape: shape is \"cube\", but must be one of box, sphere");
    CHECK_THAT(problemOf(scene.applyText("world.width")), contains("write KEY=VALUE"));
    CHECK_THAT(problemOf(scene.applyText("")), contains("write KEY=VALUE"));
    CHECK_THAT(problemOf(scene.applyText("=3")), contains("unknown key"));
    CHECK_THAT(problemOf(scene.applyText("world.width=")), contains("must be a number"));
}

TEST_CASE("a copied scene shares no rule with its original", "[sim][scene]") {
    Scene scene = sceneOf({"fish"});
    Scene copy = scene;
    REQUIRE(copy.applyText("separation.weight=3"));
    REQUIRE(copy.applyText("separation.enabled=true"));
    CHECK(*scene.value("separation.weight") != 3.0);
    CHECK_FALSE(scene.species[0].rules.find("separation")->isEnabled);
}

TEST_CASE("every tunable has a unique key and a help text", "[sim][scene]") {
    Scene scene = sceneOf({"fish"});
    std::set<std::string> keys;
    const auto isSnakeCase = [](std::string_view key) {
        return !key.empty() && key[0] >= 'a' && key[0] <= 'z' && std::ranges::all_of(key, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
        });
    };
    for (const Section& section : scene.sections()) {
        for (const Parameter& parameter : section.tunables.parameters) {
            const Declaration& declared = parameter.declared;
            INFO(section.path << "." << declared.key);
            CHECK(keys.insert(section.path + "." + std::string(declared.key)).second);
            CHECK(isSnakeCase(declared.key));
            CHECK(declared.help.ends_with('.'));
        }
    }
}
