// The card that explains what steers the followed boid.

#include "viewer/inspect/inspector_card.hpp"

#include "viewer/inspect/inspector_marks.hpp"
#include "viewer/panel_harness.hpp"

namespace shoal::test {

namespace {

/// A boid that swims along −z at 1 m/s; its limits halve its steering.
Inspection inspected() {
    Inspection inspection;
    inspection.stepSeconds = 0.5f;
    inspection.velocity = {0, 0, -1};
    inspection.pushes = {{"separation", 0, {0, 0, 0}}, {"alignment", 0, {-1, 0, 0}}, {"flee", 2, {0, -2, 0}}};
    inspection.steering = {-1, -2, 0};
    inspection.velocityAfter = {-0.25f, -0.5f, -1};
    inspection.neighbours = {{0, 3}, {0, 4}, {2, 0}};
    return inspection;
}

InspectorInput inputOf(const Inspection& inspection) {
    return {.read = &inspection, .speciesIndex = 0, .fullScale = 4.0f};
}

/// Lets the panel explain this boid.
void inspect(PanelHarness& panel, const Inspection& inspection) {
    panel.input().chosenBoid = "sardine 12";
    panel.parts().inspector = inputOf(inspection);
    panel.frame();
    panel.frame();
}

float widthOf(PanelHarness& panel, const std::string& key) {
    const UiProbe::Item& item = panel.item(key);
    return item.max.x - item.min.x;
}

}  // namespace

TEST_CASE("the mouse on a bar chooses its arrow in the picture", "[ui][inspector]") {
    const Inspection inspection = inspected();
    PanelHarness panel(builtinScene("bait-ball"));
    inspect(panel, inspection);
    for (const auto& [key, arrow] : {std::pair("inspector.sum", InspectorMarks::kSum),
                                     std::pair("inspector.after", InspectorMarks::kAfterLimits),
                                     std::pair("inspector.alignment", InspectorMarks::kFirstPush + 1)}) {
        CAPTURE(key);
        const UiProbe::Item& bar = panel.item(key);
        panel.moveMouse({0.5f * (bar.min.x + bar.max.x), 0.5f * (bar.min.y + bar.max.y)});
        panel.frame();
        CHECK(panel.parts().pointedArrow == arrow);
    }
    panel.moveMouse({1.0f, 1.0f});
    panel.frame();
    CHECK_FALSE(panel.parts().pointedArrow);
}

TEST_CASE("the inspector has a bar for each push, for the sum and for the sum after limits",
          "[ui][inspector]") {
    const Inspection inspection = inspected();
    PanelHarness panel(builtinScene("bait-ball"));
    CHECK_FALSE(panel.has("inspector.sum"));
    inspect(panel, inspection);
    const float empty = widthOf(panel, "inspector.separation.bar");
    const float perUnit = widthOf(panel, "inspector.alignment.bar") - empty;
    CHECK(perUnit > 20.0f);
    CHECK(widthOf(panel, "inspector.flee.shark.bar") - empty == approx(2.0f * perUnit).margin(2.0));
    CHECK(widthOf(panel, "inspector.sum.bar") - empty == approx(std::sqrt(5.0f) * perUnit).margin(2.0));
    CHECK(widthOf(panel, "inspector.after.bar") - empty ==
          approx(0.5f * std::sqrt(5.0f) * perUnit).margin(2.0));
    for (const char* key : {"inspector.sentence", "inspector.flee.shark", "inspector.neighbours"}) {
        CAPTURE(key);
        CHECK_FALSE(panel.item(key).isCutOff);
    }
}

TEST_CASE("a bar ends at the full scale", "[ui][inspector]") {
    Inspection inspection = inspected();
    inspection.pushes[1].steering = {-1000, 0, 0};
    PanelHarness panel(builtinScene("bait-ball"));
    inspect(panel, inspection);
    CHECK(panel.item("inspector.alignment.bar").max.x <= panel.item("inspector.alignment").max.x);
}

TEST_CASE("the inspector folds, and the switch for the picture is remembered like a fold",
          "[ui][inspector]") {
    const Inspection inspection = inspected();
    PanelHarness panel(builtinScene("bait-ball"));
    inspect(panel, inspection);
    CHECK(isInspectorDrawn(panel.panel().layout().folds));
    panel.click("inspector.picture");
    CHECK_FALSE(isInspectorDrawn(panel.panel().layout().folds));
    panel.click("inspector.picture");
    CHECK(isInspectorDrawn(panel.panel().layout().folds));
    panel.click("heading.inspector");
    CHECK_FALSE(panel.has("inspector.sum"));
    CHECK(panel.panel().layout().folds.at("inspector") == false);
}

TEST_CASE("words of different lengths leave the controls below the inspector where they are",
          "[ui][inspector]") {
    Inspection inspection = inspected();
    inspection.pushes[0].steering = {0, 0.5f, 0};
    inspection.pushes[1].steering = {0, -1, 0};
    PanelHarness panel(builtinScene("bait-ball"));
    inspect(panel, inspection);
    const float before = panel.item("inspector.picture").min.y;
    inspection.pushes = {};
    inspection.pushes.resize(3, {"alignment", 0, {}});
    panel.frame();
    CHECK(panel.item("inspector.picture").min.y == before);
}

TEST_CASE("a staggered boid's inspector says how often it decides", "[ui][inspector]") {
    Inspection inspection = inspected();
    PanelHarness panel(builtinScene("bait-ball"));
    inspect(panel, inspection);
    CHECK_FALSE(panel.has("inspector.decides"));
    inspection.period = 6;
    panel.frame();
    CHECK(panel.has("inspector.decides"));
}

}  // namespace shoal::test
