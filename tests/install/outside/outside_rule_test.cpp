#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>

#include <shoal/preset.hpp>
#include <shoal/rules/pair/separation.hpp>
#include <shoal/simulation.hpp>

#include "catch.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

TEST_CASE("a rule from outside is registered among the others", "[outside]") {
    const auto rules = registeredRules();
    const auto isOurs = [](const RegisteredRule& rule) { return rule.info->key == "spring"; };
    CHECK(std::ranges::count_if(rules, isOurs) == 1);
    // The built-in rules are registered too, though this program names none of them.
    CHECK(rules.size() >= 11);
}

TEST_CASE("a rule from outside has its section of sliders", "[outside]") {
    Scene scene = sceneWith({});
    const auto sections = scene.sections();
    const auto section = std::ranges::find(sections, "species.boid.spring", &Section::path);
    REQUIRE(section != sections.end());
    CHECK(section->title == "Spring");
    REQUIRE(section->rule != nullptr);
    CHECK_FALSE(section->rule->isEnabled);
    REQUIRE(section->tunables.parameters.size() == 3);
    const Parameter& rest = section->tunables.parameters[1];
    CHECK(rest.declared.key == "rest");
    CHECK(rest.declared.unit == "m");
    CHECK(rest.declared.max == 10.0);
    CHECK(section->tunables.get(1) == 0.5);
    REQUIRE(scene.apply({"spring.rest", 2.0}));
    CHECK(section->tunables.get(1) == 2.0);
}

TEST_CASE("a rule from outside has its keys in presets", "[outside]") {
    const std::string text = "[species.fish]\n[species.fish.spring]\nweight = 3\nrest = 0.75\n";
    auto scene = parsePreset(text, "mine.toml");
    REQUIRE(scene);
    CHECK(scene->species[0].rules.find("spring")->isEnabled);
    CHECK(*scene->value("spring.rest") == 0.75);
    CHECK_THAT(presetText(*scene), contains("[species.fish.spring]\nweight = 3\nrest = 0.75\n"));
    const auto misspelt = parsePreset("[species.fish]\n[species.fish.sprin]\n", "mine.toml");
    REQUIRE_FALSE(misspelt);
    CHECK_THAT(misspelt.problem().text, contains("did you mean \"spring\"?"));
}

TEST_CASE("a program reads and sets a built-in rule's parameters by its struct", "[outside]") {
    Scene scene = sceneWith({"separation.weight=3"});
    RuleSet& rules = scene.species[0].rules;
    CHECK(rules.get<Separation>().weight == 3.0f);
    rules.get<Separation>().weight = 2.0f;
    CHECK(*scene.value("separation.weight") == 2.0);
    static_assert(std::is_const_v<std::remove_reference_t<decltype(std::as_const(rules).get<Separation>())>>);
    static_assert(std::is_const_v<std::remove_pointer_t<decltype(std::as_const(rules).find("separation"))>>);
}

TEST_CASE("a rule from outside steers as its formula says", "[outside]") {
    const Layout layout = clustered(300, 2);
    const Scene scene = sceneWith({"perception.radius=1.5", "spring.enabled=on", "spring.weight=2",
                                   "spring.rest=0.4", "spring.radius=1"});
    const std::vector<Vec3f> steering = stepOnce(scene, layout).steering;
    double worst = 0.0;
    for (std::size_t i = 0; i < layout.count(); ++i) {
        Vec3d expected;
        double size = 1.0;
        bool isAmbiguous = false;
        for (std::size_t j = 0; j < layout.count(); ++j) {
            const Vec3d offset = asDouble(layout.positions[j]) - asDouble(layout.positions[i]);
            const double distance = lengthOf(offset);
            isAmbiguous = isAmbiguous || std::abs(distance - 1.0) < 1e-5;
            if (j != i && distance < 1.0) {
                expected += offset * (2.0 * (distance - 0.4) / distance);
                size += 2.0 * distance + 0.8;
            }
        }
        worst = isAmbiguous ? worst : std::max(worst, errorOf(steering[i], expected) / size);
    }
    CHECK(worst < 1e-4);
}

#ifdef SHOAL_PROGRAM

namespace {

/// Runs a command and returns its output.
std::string outputOf(const std::string& command) {
    std::string text;
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    for (int letter = std::fgetc(pipe); letter != EOF; letter = std::fgetc(pipe)) {
        text += static_cast<char>(letter);
    }
    REQUIRE(::pclose(pipe) == 0);
    return text;
}

std::string hexOf(std::uint64_t number) {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(number));
    return digits;
}

}  // namespace

TEST_CASE("a rule moves the same flock in a program and as a plugin", "[outside][plugin]") {
    constexpr int kSteps = 200;
    const auto scene = loadPreset(PRESET);
    REQUIRE(scene);
    auto simulation = Simulation::create(*scene);
    REQUIRE(simulation);
    for (int step = 0; step < kSteps; ++step) {
        simulation->step();
    }
    const std::string printed = outputOf(std::string(SHOAL_PROGRAM) + " simulate " + PRESET +
                                         " --json --plugin " + PLUGIN + " --steps " + std::to_string(kSteps));
    CHECK_THAT(printed, contains("\"hash\": \"" + hexOf(simulation->hash()) + "\""));
}

#endif
