// The card of a finished sweep, driven by a simulated mouse.

#include <string>
#include <vector>

#include "catch.hpp"
#include "ui/explore/sweep_runs_trial.hpp"
#include "ui/panel_harness.hpp"

namespace shoal::test {

namespace {

/// Clicks the middle of a cell, counted from the lower left one.
PanelRequests clickCell(PanelHarness& panel, double x, double y, double columns, double rows) {
    const UiProbe::Item map = panel.item("sweep.map");
    panel.moveMouse({map.min.x + static_cast<float>((x + 0.5) / columns) * (map.max.x - map.min.x),
                     map.max.y - static_cast<float>((y + 0.5) / rows) * (map.max.y - map.min.y)});
    panel.frame();
    panel.pressMouse(true);
    const PanelRequests pressed = panel.frame();
    CHECK(pressed.edits.empty());
    panel.pressMouse(false);
    return panel.frame();
}

}  // namespace

TEST_CASE("a click on a cell of a sweep's map asks for exactly its two settings", "[ui][sweep]") {
    const auto sweep = sweepFrom(builtinScene("zones"), trialGrid({1, 2, 4}, {5, 6}));
    PanelHarness panel(builtinScene("zones"));
    panel.frame();
    CHECK_FALSE(panel.has("heading.sweep"));
    panel.input().sweep = sweep;
    panel.frame();
    REQUIRE(panel.has("sweep.map"));
    PanelRequests asked = clickCell(panel, 2, 1, 3, 2);
    REQUIRE(asked.edits.size() == 2);
    CHECK(asked.edits[0].key == "species.fish.zones.orientation");
    CHECK(asked.edits[0].shown == 4.0);
    CHECK(asked.edits[1].key == "species.fish.zones.attraction");
    CHECK(asked.edits[1].shown == 6.0);
    CHECK(asked.areOfSweep);
    CHECK(shownValue(panel, "species.fish.zones.orientation") == 4.0);
    // A setting that is in force already is no edit.
    asked = clickCell(panel, 2, 0, 3, 2);
    REQUIRE(asked.edits.size() == 1);
    CHECK(asked.edits[0].shown == 5.0);
    CHECK(clickCell(panel, 2, 0, 3, 2).edits.empty());
}

TEST_CASE("the axes and colours of a sweep's map can be chosen", "[ui][sweep]") {
    const auto sweep = sweepFrom(builtinScene("zones"), trialGrid({1, 2, 4}, {5, 6}));
    PanelHarness panel(builtinScene("zones"));
    panel.input().sweep = sweep;
    panel.frame();
    panel.click("sweep.up");
    panel.click("sweep.up.species.fish.zones.orientation");
    panel.frame();
    const PanelRequests asked = clickCell(panel, 1, 2, 2, 3);
    REQUIRE(asked.edits.size() == 2);
    CHECK(asked.edits[0].key == "species.fish.zones.attraction");
    CHECK(asked.edits[0].shown == 6.0);
    CHECK(asked.edits[1].shown == 4.0);
    panel.click("sweep.colours");
    panel.click("sweep.colours.nearest_neighbour_m");
    panel.frame();
    CHECK(panel.has("sweep.map"));
    // Esc closes a list and nothing else.
    panel.click("sweep.across");
    CHECK(panel.pressEscape().takesEscape);
    CHECK_FALSE(panel.pressEscape().takesEscape);
}

TEST_CASE("a sweep of one key is a plot, and one of seeds alone a list", "[ui][sweep]") {
    PanelHarness panel(builtinScene("zones"));
    panel.input().sweep = sweepFrom(builtinScene("zones"), trialGrid({1, 2, 4}, {5}));
    panel.frame();
    CHECK_FALSE(panel.has("sweep.up"));
    const PanelRequests asked = clickCell(panel, 1, 0, 3, 1);
    REQUIRE(asked.edits.size() == 1);
    CHECK(asked.edits[0].shown == 2.0);
    CHECK(asked.areOfSweep);
    panel.input().sweep = sweepFrom(builtinScene("zones"), trialGrid({1}, {5}));
    panel.frame();
    CHECK_FALSE(panel.has("sweep.map"));
    CHECK(panel.has("sweep.polarisation"));
}

TEST_CASE("a cell without runs sets nothing", "[ui][sweep]") {
    PanelHarness panel(builtinScene("zones"));
    panel.input().sweep = sweepFrom(builtinScene("zones"), {{1, 5, 0.5, 0.1}, {2, 6, 0.5, 0.1}});
    panel.frame();
    CHECK(clickCell(panel, 1, 0, 2, 2).edits.empty());
    CHECK(clickCell(panel, 1, 1, 2, 2).edits.size() == 2);
}

TEST_CASE("the card folds, another sweep unfolds it, and its cross asks to remove it", "[ui][sweep]") {
    PanelHarness panel(builtinScene("zones"));
    panel.input().sweep = sweepFrom(builtinScene("zones"), trialGrid({1, 2}, {5, 6}));
    panel.frame();
    panel.click("heading.sweep");
    panel.frame();
    CHECK_FALSE(panel.has("sweep.map"));
    panel.input().sweep = sweepFrom(builtinScene("zones"), trialGrid({1, 2}, {5, 6}));
    panel.frame();
    CHECK(panel.has("sweep.map"));
    CHECK(panel.click("sweep.close").closesSweep);
}

}  // namespace shoal::test
