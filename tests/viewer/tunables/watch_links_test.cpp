// Words in the "what to watch" text that name sliders, and how the panel points these out.

#include "viewer/tunables/watch_links.hpp"

#include "viewer/panel_harness.hpp"

namespace shoal::test {

TEST_CASE("a marked link is words with a key, and all else stays plain", "[ui][watch]") {
    using Pieces = std::vector<WatchPiece>;
    CHECK(watchPieces("Lower [alignment](alignment.weight), or [it](a.b-c_1) stays") ==
          Pieces{{"Lower ", ""},
                 {"alignment", "alignment.weight"},
                 {", or ", ""},
                 {"it", "a.b-c_1"},
                 {" stays", ""}});
    CHECK(watchPieces("").empty());
    for (const std::string text :
         {"from (-3, -2) to [0, 1]", "[a] (b)", "[a](b c)", "[](b)", "[a]()", "[a](b", "[", "[a](", "](b)"}) {
        CHECK(watchPieces(text) == Pieces{{text, ""}});
        CHECK(plainWatch(text) == text);
    }
    CHECK(plainWatch("[[a](b.c)") == "[a");
    CHECK(plainWatch("Lower the [radius of Zones](zones.radius) to 3.") == "Lower the radius of Zones to 3.");
}

TEST_CASE("a link's key may omit its beginning, as on the command line", "[ui][watch]") {
    Scene scene = builtinScene("stampede");
    CHECK(linkedKey("gnu.cohesion.weight", scene.sections()) == "species.gnu.cohesion.weight");
    CHECK(linkedKey("species.gnu.sees.lion.separation.weight", scene.sections()) ==
          "species.gnu.sees.lion.separation.weight");
    CHECK(linkedKey("gnu.cohesion.wight", scene.sections()).empty());
    CHECK(linkedKey("ohesion.weight", scene.sections()).empty());
}

TEST_CASE("every link of a built-in preset is a key of that preset", "[ui][watch]") {
    std::size_t links = 0;
    for (const BuiltinPreset& preset : builtinPresets()) {
        Scene scene = builtinScene(std::string(preset.name));
        for (const WatchPiece& piece : watchPieces(scene.watch)) {
            INFO(preset.name << ": " << piece.text << " -> " << piece.key);
            if (!piece.key.empty()) {
                CHECK(scene.value(piece.key));
                CHECK(scene.value(linkedKey(piece.key, scene.sections())));
                ++links;
            }
        }
        CHECK_THAT(plainWatch(scene.watch), !contains("]("));
    }
    CHECK(links > 20);
}

TEST_CASE("a link unfolds the slider that it names, also that of another species", "[ui][watch]") {
    Scene scene = builtinScene("stampede");
    scene.watch = "Lower the birds' [cohesion](bird.cohesion.weight).";
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
