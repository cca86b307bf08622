#include <shoal/preset.hpp>

#include "sim/scene/scene_trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Scene parsed(const std::string& toml) {
    auto scene = parsePreset(toml, "night.toml");
    INFO(problemIn(toml));
    REQUIRE(scene);
    return std::move(*scene);
}

}  // namespace

TEST_CASE("a variant differs from its base only in the values that it states", "[sim][preset][variant]") {
    const auto base = openPreset("reef");
    REQUIRE(base);
    const Scene variant =
        parsed("base = \"reef\"\ntitle = \"Calm\"\n[species.sardine.cohesion]\nweight = 1.25\n");
    CHECK(variant.name == "night");
    CHECK(variant.title == "Calm");
    Scene expected = *base;
    expected.title = "Calm";
    REQUIRE(expected.apply({"sardine.cohesion.weight", 1.25}));
    CHECK(presetText(variant) == presetText(expected));
}

TEST_CASE("a variant switches rules off and adds species after those of its base", "[sim][preset][variant]") {
    Scene variant = parsed(
        "base = \"reef\"\n[species.cod]\ncount = 3\n[species.sardine.cohesion]\nenabled = false\n"
        "[species.sardine.sees.cod.separation]\n");
    REQUIRE(variant.species.size() == 2);
    CHECK(variant.species[0].name == "sardine");
    CHECK(variant.species[1].name == "cod");
    CHECK(*variant.value("sardine.cohesion.enabled") == 0.0);
    CHECK(*variant.value("sardine.alignment.enabled") == 1.0);
    CHECK(*variant.value("sardine.sees.cod.separation.enabled") == 1.0);
}

TEST_CASE("a variant may add interactions to those of its base", "[sim][preset][variant]") {
    Scene variant = parsed("base = \"carpentier\"\n[species.sparrow.sees.gull.separation]\nradius = 9\n");
    const auto sparrow = std::ranges::find(variant.species, "sparrow", &Species::name);
    REQUIRE(sparrow != variant.species.end());
    CHECK(std::ranges::count(sparrow->sees, "hawk", &Interaction::observed) == 1);
    CHECK(std::ranges::count(sparrow->sees, "gull", &Interaction::observed) == 1);
    CHECK(*variant.value("sparrow.sees.gull.separation.radius") == 9.0);
    CHECK(*variant.value("sparrow.sees.hawk.separation.enabled") == 1.0);
}

TEST_CASE("a wrong base is a mistake at its place", "[sim][preset][variant]") {
    const std::string expected =
        "night.toml:2:8: base must be the name of a built-in preset that has no base itself: reef, ";
    CHECK(problemIn("title = \"x\"\nbase = \"nosuch\"\n").find(expected) == 0);
    CHECK(problemIn("title = \"x\"\nbase = 3\n").find(expected) == 0);
    for (const BuiltinPreset& preset : builtinPresets()) {
        if (!preset.base.empty()) {
            CHECK(problemIn("title = \"x\"\nbase = \"" + std::string(preset.name) + "\"\n").find(expected) ==
                  0);
        }
    }
}

TEST_CASE("variants follow their base in the list of presets", "[sim][preset][variant]") {
    std::string_view base;
    for (const BuiltinPreset& preset : builtinPresets()) {
        INFO(preset.name);
        if (preset.base.empty()) {
            base = preset.name;
        }
        CHECK((preset.base.empty() || preset.base == base));
        CHECK((preset.base.empty() || preset.name.starts_with(std::string(base) + "-")));
        CHECK(preset.base.empty() == (preset.toml.find("base = ") == std::string_view::npos));
    }
}
