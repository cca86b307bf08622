#include <algorithm>
#include <cmath>
#include <string>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "sim/rule_properties.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

TEST_CASE("a rule from outside is registered among the others", "[outside]") {
    const auto rules = registeredRules();
    const auto isOurs = [](const RegisteredRule& rule) { return rule.info->key == "prefer_distance"; };
    CHECK(std::ranges::count_if(rules, isOurs) == 1);
    // Those that are built in are there too, though this program names none of them.
    CHECK(rules.size() >= 11);
}

TEST_CASE("a rule from outside has its section of sliders", "[outside]") {
    Scene scene = sceneWith({});
    const auto sections = scene.sections();
    const auto section = std::ranges::find(sections, "species.boid.prefer_distance", &Section::path);
    REQUIRE(section != sections.end());
    CHECK(section->title == "Prefer distance");
    REQUIRE(section->rule != nullptr);
    CHECK_FALSE(section->rule->isEnabled);
    REQUIRE(section->tunables.parameters.size() == 3);
    const Parameter& preferred = section->tunables.parameters[1];
    CHECK(preferred.declared.key == "preferred");
    CHECK(preferred.declared.unit == "m");
    CHECK(preferred.declared.most == 10.0);
    CHECK(section->tunables.get(1) == 0.5);
    REQUIRE(scene.apply({"prefer_distance.preferred", 2.0}));
    CHECK(section->tunables.get(1) == 2.0);
}

TEST_CASE("a rule from outside has its keys in presets", "[outside]") {
    const std::string text = "[species.fish]\n[species.fish.prefer_distance]\nweight = 3\npreferred = 0.75\n";
    auto scene = parsePreset(text, "mine.toml");
    REQUIRE(scene);
    CHECK(scene->species[0].rules.find("prefer_distance")->isEnabled);
    CHECK(*scene->value("prefer_distance.preferred") == 0.75);
    CHECK_THAT(presetText(*scene),
               contains("[species.fish.prefer_distance]\nweight = 3\npreferred = 0.75\n"));
    const auto misspelt = parsePreset("[species.fish]\n[species.fish.prefer_distence]\n", "mine.toml");
    REQUIRE_FALSE(misspelt);
    CHECK_THAT(misspelt.problem().text, contains("did you mean \"prefer_distance\"?"));
}

TEST_CASE("a rule from outside steers as its formula says", "[outside]") {
    const Layout layout = clustered(300, 2);
    const Scene scene =
        sceneWith({"perception.radius=1.5", "prefer_distance.enabled=on", "prefer_distance.weight=2",
                   "prefer_distance.preferred=0.4", "prefer_distance.radius=1"});
    const std::vector<Vec3f> steering = stepOnce(scene, layout).steering;
    double worst = 0.0;
    for (std::size_t i = 0; i < layout.count(); ++i) {
        Vec3d expected;
        double size = 1.0;
        bool isDoubtful = false;
        for (std::size_t j = 0; j < layout.count(); ++j) {
            const Vec3d offset = asDouble(layout.positions[j]) - asDouble(layout.positions[i]);
            const double distance = lengthOf(offset);
            isDoubtful = isDoubtful || std::abs(distance - 1.0) < 1e-5;
            if (j != i && distance < 1.0) {
                expected += offset * (2.0 * (1.0 - 0.4 / distance) / distance);
                size += 2.0 + 0.8 / distance;
            }
        }
        worst = isDoubtful ? worst : std::max(worst, errorOf(steering[i], expected) / size);
    }
    CHECK(worst < 1e-4);
}
