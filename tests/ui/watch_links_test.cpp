// Words in the "what to watch" text that name sliders, and how the panel points these out.

#include "ui/sliders/watch_links.hpp"

#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ui/panel_harness.hpp"

namespace shoal::test {

namespace {

/// "words -> key" of every link in a preset's text.
std::vector<std::string> linksOf(Scene scene) {
    std::vector<std::string> links;
    std::string whole;
    for (const WatchPiece& piece : watchPieces(scene.watch, scene.sections(), scene.species)) {
        whole += piece.text;
        if (!piece.key.empty()) {
            links.push_back(piece.text + " -> " + piece.key);
        }
    }
    CHECK(whole == scene.watch);
    return links;
}

using Links = std::vector<std::string>;

}  // namespace

TEST_CASE("the text of a preset links the sliders that it names", "[ui][watch]") {
    CHECK(linksOf(builtinScene("reef")) == Links{"alignment -> species.sardine.alignment.weight",
                                                 "separation -> species.sardine.separation.weight"});
    // The longer name counts, and a rule that is off is linked where the text says to switch it on.
    CHECK(linksOf(builtinScene("parker")) ==
          Links{"flock cohesion -> species.fish.flock_cohesion.weight",
                "limit acceleration -> species.fish.limit_acceleration.max"});
    // The tunable named just before the rule.
    CHECK(linksOf(builtinScene("catching-fishes")) ==
          Links{"Offset separation -> species.fish.separation_offsets.radius"});
    // A rule for another species, by its plain name and with the species.
    CHECK(linksOf(builtinScene("bait-ball")) ==
          Links{"flee -> species.sardine.sees.tuna.flee.weight",
                "flock alignment -> species.sardine.flock_alignment.weight"});
    CHECK(linksOf(builtinScene("stampede")) ==
          Links{"Separation (lion) -> species.gnu.sees.lion.separation.weight",
                "Cohesion -> species.gnu.cohesion.weight"});
    CHECK(linksOf(builtinScene("zones")) == Links{"Zones -> species.fish.zones.orientation"});
}

TEST_CASE("of several species, the one named last before a rule is linked", "[ui][watch]") {
    Scene scene = builtinScene("stampede");
    scene.watch = "Lower the gnus' Alignment, then the birds' cohesion.";
    for (Species& species : scene.species) {
        species.rules.find("alignment")->isEnabled = true;
        species.rules.find("cohesion")->isEnabled = true;
    }
    CHECK(linksOf(scene) ==
          Links{"Alignment -> species.gnu.alignment.weight", "cohesion -> species.bird.cohesion.weight"});
}

TEST_CASE("every link of every preset is a slider of the panel", "[ui][watch]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        Scene scene = builtinScene(std::string(preset.name));
        for (const WatchPiece& piece : watchPieces(scene.watch, scene.sections(), scene.species)) {
            INFO(preset.name << ": " << piece.text);
            CHECK((piece.key.empty() || scene.value(piece.key)));
        }
    }
}

TEST_CASE("a link unfolds the slider that it names, also that of another species", "[ui][watch]") {
    Scene scene = builtinScene("stampede");
    scene.watch = "Lower the birds' cohesion.";
    scene.species[2].rules.find("cohesion")->isEnabled = true;
    PanelHarness panel(scene, 1.0f, {1280.0f, 720.0f});
    const std::string key = "species.bird.cohesion.weight";
    CHECK_FALSE(panel.has(key));
    panel.click("watch." + key);
    panel.frame();
    panel.frame();
    panel.frame();
    REQUIRE(panel.has(key));
    CHECK(panel.item(key).isVisible);
    // It stays on that species' tab.
    for (int frame = 0; frame < 5; ++frame) {
        panel.frame();
    }
    CHECK(panel.has(key));
}

TEST_CASE("a link to a rule under More opens More", "[ui][watch]") {
    PanelHarness panel(builtinScene("parker"), 1.0f, {1280.0f, 720.0f});
    const std::string key = "species.fish.limit_acceleration.max";
    CHECK_FALSE(panel.has(key));
    panel.click("watch." + key);
    panel.frame();
    panel.frame();
    panel.frame();
    REQUIRE(panel.has(key));
    CHECK(panel.item(key).isVisible);
}

}  // namespace shoal::test
