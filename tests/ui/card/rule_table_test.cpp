// The table of a rule between species, without a window.

#include <string>

#include "catch.hpp"
#include "ui/panel_harness.hpp"

namespace shoal::test {

TEST_CASE("a rule between species is a table of its weights, who by towards whom", "[ui][card][table]") {
    PanelHarness panel(builtinScene("bait-ball"));
    const std::string table = "species.sardine.sees.tuna.flee.table";
    REQUIRE(panel.has(table));
    CHECK_FALSE(panel.has("species.sardine.sees.shark.flee.table"));
    const UiProbe::Item tuna = panel.item("cell.species.sardine.sees.tuna.flee.weight");
    const UiProbe::Item shark = panel.item("cell.species.sardine.sees.shark.flee.weight");
    const UiProbe::Item ofTuna = panel.item("cell.species.tuna.sees.shark.flee.weight");
    CHECK(tuna.min.y == shark.min.y);
    CHECK(tuna.max.x < shark.min.x);
    CHECK(shark.min.x == ofTuna.min.x);
    CHECK(shark.max.y <= ofTuna.min.y);
    CHECK(shark.max.x <= panel.item(table).max.x);
    // A cell of another species than the one whose rules are listed.
    const std::string key = "species.tuna.sees.shark.flee.weight";
    const double before = shownValue(panel, key);
    panel.drag("cell." + key, 0.5f, 0.9f);
    CHECK(shownValue(panel, key) != before);
    panel.click("cell." + key + ".reset");
    CHECK(shownValue(panel, key) == before);
}

TEST_CASE("dragging a table's cell does not drag the row of the same weight, nor the other way round",
          "[ui][card][table]") {
    const std::string key = "species.sardine.sees.tuna.flee.weight";
    const auto dragged = [&](const std::string& control, float to) {
        PanelHarness panel(builtinScene("bait-ball"));
        REQUIRE(panel.has(control));
        panel.drag(control, 0.5f, to);
        CHECK(panel.has(control + ".reset"));
        return shownValue(panel, key);
    };
    for (const std::string& control : {key, "cell." + key}) {
        CAPTURE(control);
        double before = 0.0;
        // The knob stays under the mouse: the farther, the more, and no end before the slider's.
        for (const float to : {0.3f, 0.5f, 0.7f, 0.9f}) {
            const double after = dragged(control, to);
            CAPTURE(to, before, after);
            CHECK(after > before);
            before = after;
        }
    }
}

TEST_CASE("with one species no rule has a table", "[ui][card][table]") {
    PanelHarness panel(builtinScene());
    panel.openAll();
    for (const UiProbe::Item& item : panel.probe().items()) {
        CHECK_FALSE(item.key.ends_with(".table"));
    }
}

}  // namespace shoal::test
