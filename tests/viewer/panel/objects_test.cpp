// The panel's group of objects.

#include "viewer/panel_harness.hpp"

namespace shoal::test {

TEST_CASE("the panel's buttons ask for each kind of object", "[ui][panel][objects]") {
    PanelHarness panel(builtinScene());
    CHECK(panel.click("button.add_stone").has(Run{"add_stone"}));
    CHECK(panel.click("button.add_goal").has(Run{"add_goal"}));
    CHECK(panel.click("button.add_lure").has(Run{"add_lure"}));
    CHECK(panel.click("button.add_scare").has(Run{"add_scare"}));
    CHECK_FALSE(panel.frame().run("add_scare"));
}

TEST_CASE("one object at a time shows its sliders: the selected one", "[ui][panel][objects]") {
    Scene scene = builtinScene();
    scene.obstacles.push_back({.name = "stone-1"});
    scene.obstacles.push_back({.name = "stone-2"});
    PanelHarness panel(scene);
    CHECK_FALSE(panel.has("obstacle.stone-1.width"));
    CHECK(panel.click("heading.obstacle.stone-1").has(Run{"select", {.text = "obstacle.stone-1"}}));
    CHECK(panel.has("obstacle.stone-1.width"));
    panel.click("heading.obstacle.stone-2");
    CHECK_FALSE(panel.has("obstacle.stone-1.width"));
    CHECK(panel.has("obstacle.stone-2.width"));
    // Selected elsewhere, as by a click in the picture.
    panel.input().selectedObject = "obstacle.stone-1";
    panel.frame();
    panel.frame();
    CHECK(panel.has("obstacle.stone-1.width"));
    CHECK_FALSE(panel.has("obstacle.stone-2.width"));
    const PanelAnswer deleted = panel.click("obstacle.stone-1.present");
    CHECK(deleted.has(Run{"remove_object"}));
    CHECK(deleted.edits().empty());
    CHECK(panel.click("heading.obstacle.stone-2").has(Run{"select", {.text = "obstacle.stone-2"}}));
    CHECK(panel.click("heading.obstacle.stone-2").has(Run{"select"}));
}

TEST_CASE("an object selected in the picture is scrolled into view", "[ui][panel][objects]") {
    Scene scene = builtinScene();
    for (int number = 1; number <= 30; ++number) {
        scene.obstacles.push_back({.name = "stone-" + std::to_string(number)});
    }
    PanelHarness panel(scene, 1.0f, {1280.0f, 500.0f});
    CHECK_FALSE(panel.has("heading.obstacle.stone-30"));  // a long list is folded
    PanelLayout layout = panel.panel().layout();
    layout.folds["objects"] = true;
    panel.panel().setLayout(layout);
    panel.frame();
    CHECK_FALSE(panel.item("heading.obstacle.stone-30").isVisible);
    panel.input().selectedObject = "obstacle.stone-30";
    for (int frame = 0; frame < 3; ++frame) {
        panel.frame();
    }
    CHECK(panel.item("heading.obstacle.stone-30").isVisible);
    CHECK(panel.item("obstacle.stone-30.present").isVisible);
}

}  // namespace shoal::test
