// Settings and measures as texts for other programs.

#include "viewer/exports/settings_text.hpp"

#include <nlohmann/json.hpp>

#include <shoal/preset.hpp>

#include "viewer/panel_harness.hpp"

namespace shoal::test {

TEST_CASE("settings as JSON have every key, with units, and set the same scene again", "[export]") {
    for (const char* name : {"reef", "vicsek", "starlings"}) {
        CAPTURE(name);
        const Scene scene = builtinScene(name);
        const auto json = nlohmann::json::parse(settingsJson(scene));
        CHECK(json["preset"] == name);
        Scene again = scene;
        std::size_t count = 0;
        for (const auto& [key, entry] : json["settings"].items()) {
            CAPTURE(key);
            const auto& value = entry["value"];
            const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
            CHECK(again.applyText(key + "=" + text));
            ++count;
        }
        CHECK(count > 50);
        CHECK(difference(scene, again).empty());
    }
    const auto json = nlohmann::json::parse(settingsJson(builtinScene()));
    const auto& weight = json["settings"]["species.sardine.alignment.weight"];
    CHECK(weight["value"] == 3.0);
    CHECK(weight["unit"] == "1/s");
}

TEST_CASE("changes are copied as a preset with units and old values, which opens again", "[export]") {
    const Scene loaded = builtinScene();
    Scene scene = loaded;
    for (const Edit& edit : {Edit{"species.sardine.alignment.weight", 1.25},
                             Edit{"species.sardine.wander.enabled", 1.0}, Edit{"look.place", 1.0},
                             Edit{"attractor.lure-1.present", 1.0}, Edit{"attractor.lure-1.pull", 4.0}}) {
        REQUIRE(scene.apply(edit));
    }
    scene.seed = 11;
    const auto [text, count] = changesToml(loaded, scene);
    CAPTURE(text);
    CHECK(count >= 5);
    CHECK(text.starts_with("base = \"reef\"\nseed = 11  # "));
    CHECK(text.find("weight = 1.25  # 1/s; 3 in the preset\n") != std::string::npos);
    const auto again = parsePreset(text, "changes.toml");
    REQUIRE(again);
    CHECK(again->seed == 11);
    CHECK(difference(scene, *again).empty());
    // A variant cannot be a base.
    const Scene variant = builtinScene("reef-pointer");
    CHECK(changesToml(variant, variant).text == "# Changes to the preset reef-pointer.\n");
    CHECK(changesToml(variant, variant).count == 0);
    // Nor can a preset with the name of a built-in one.
    CHECK_FALSE(changesToml(scene, scene).text.starts_with("base"));
    // A preset cannot take an object from its base.
    const Scene light = builtinScene("goal-and-obstacles");
    REQUIRE_FALSE(light.goals.empty());
    Scene dark = light;
    REQUIRE(dark.apply({"goal." + light.goals.front().name + ".present", 0.0}));
    const auto whole = parsePreset(changesToml(light, dark).text, "changes.toml");
    REQUIRE(whole);
    CHECK(difference(dark, *whole).empty());
}

TEST_CASE("measures as CSV have a column for each that was taken", "[export]") {
    MeasureHistory history;
    MeasureSample sample{.seconds = 1.5};
    sample.put("polarisation", 0.75f);
    history.add(sample);
    sample.seconds = 2.0;
    sample.put("milling", 0.5f);
    history.add(sample);
    const std::string csv = measuresCsv(history);
    CHECK(csv == "seconds,polarisation,milling\n1.5,0.75,\n2,0.75,0.5\n");
}

}  // namespace shoal::test
