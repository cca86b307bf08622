// Keyboard control of the panel, and the panel's size, in a real window.

#include <string>

#include "app/viewer_run.hpp"
#include "catch.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

std::string focusOf(const Json& shown) {
    return shown.at("focus").get<std::string>();
}

/// Presses a key and waits until it has taken effect.
void press(ViewerRun& viewer, const std::string& key) {
    viewer.key(key);
    viewer.settle();
}

/// Moves down until the keyboard is on that control.
void goDownTo(ViewerRun& viewer, const std::string& item) {
    constexpr int kMaxPresses = 40;
    for (int presses = 0; presses < kMaxPresses && focusOf(viewer.probe()) != item; ++presses) {
        press(viewer, "Down");
    }
    CHECK(focusOf(viewer.probe()) == item);
}

double heightOf(ViewerRun& viewer) {
    return viewer.probe().at("items").at(kWeight).at("height").get<double>();
}

}  // namespace

TEST_CASE("Tab gives the keyboard to the panel, arrows move there, and Esc gives it back",
          "[app][window][slow]") {
    ViewerRun viewer(reefOf(120), "640x700");
    CHECK(focusOf(viewer.probe()).empty());
    press(viewer, "Tab");
    viewer.waitFor("a control is marked", [](const Json& shown) { return !focusOf(shown).empty(); });
    goDownTo(viewer, kWeight);

    // Space grabs the slider, the arrows move it, and neither pauses the flock nor turns the camera.
    const double before = valueOf(viewer, kWeight);
    press(viewer, "space");
    press(viewer, "Right");
    press(viewer, "Right");
    press(viewer, "space");
    CHECK(valueOf(viewer, kWeight) > before);
    press(viewer, "w");
    Json shown = viewer.probe();
    CHECK_FALSE(shown.at("paused").get<bool>());
    CHECK_FALSE(shown.at("camera").at("touched").get<bool>());

    // Enter types a value; an Esc there ends only the typing.
    press(viewer, "Return");
    viewer.type("0.5");
    press(viewer, "Return");
    viewer.waitFor("the typed value",
                   [](const Json& now) { return now.at("values").at(kWeight).get<double>() == 0.5; });
    press(viewer, "Return");
    press(viewer, "Escape");
    CHECK_FALSE(focusOf(viewer.probe()).empty());

    press(viewer, "Escape");
    viewer.waitFor("no control is marked", [](const Json& now) { return focusOf(now).empty(); });
    press(viewer, "space");
    viewer.waitFor("it pauses", [](const Json& now) { return now.at("paused").get<bool>(); });
}

TEST_CASE("a click in the picture takes the keyboard from the panel, and Ctrl keys always work",
          "[app][window]") {
    ViewerRun viewer(reefOf(120), "640x700");
    press(viewer, "Tab");
    viewer.waitFor("a control is marked", [](const Json& shown) { return !focusOf(shown).empty(); });
    press(viewer, "F1");
    viewer.waitFor("the help", [](const Json& shown) { return shown.at("help").get<bool>(); });
    press(viewer, "F1");
    press(viewer, "ctrl+b");
    viewer.waitFor("the panel is hidden", [](const Json& shown) { return !shown.at("panel").get<bool>(); });
    press(viewer, "ctrl+b");
    press(viewer, "Tab");
    viewer.waitFor("a control is marked again", [](const Json& shown) { return !focusOf(shown).empty(); });
    viewer.click(620, 20);
    viewer.waitFor("no control is marked", [](const Json& shown) { return focusOf(shown).empty(); });
}

TEST_CASE("a list that the mouse opened takes the keys until it closes", "[app][window]") {
    ViewerRun viewer(reefOf(120), "640x700");
    viewer.clickOn("preset.list");
    viewer.placeOf("preset.bait-ball");  // waits for the list
    press(viewer, "Down");
    press(viewer, "space");
    viewer.waitFor("a preset is chosen",
                   [](const Json& now) { return !now.at("items").contains("preset.bait-ball"); });
    CHECK_FALSE(viewer.probe().at("paused").get<bool>());
    press(viewer, "space");
    viewer.waitFor("it pauses", [](const Json& now) { return now.at("paused").get<bool>(); });
}

TEST_CASE("F6 moves the keyboard from the panel to the capture panel and back", "[app][window]") {
    ViewerRun viewer(reefOf(120), "900x600");
    press(viewer, "ctrl+F12");
    press(viewer, "F6");
    viewer.waitFor("a control of the panel is marked", [](const Json& shown) {
        return !focusOf(shown).empty() && !focusOf(shown).starts_with("capture.");
    });
    press(viewer, "F6");
    viewer.waitFor("one of the capture panel is marked",
                   [](const Json& shown) { return focusOf(shown).starts_with("capture."); });
    goDownTo(viewer, "capture.button");
    press(viewer, "space");
    viewer.waitFor("a film is being made",
                   [](const Json& shown) { return shown.at("capture").at("frames").get<int>() > 0; });
    CHECK_FALSE(viewer.probe().at("paused").get<bool>());
    press(viewer, "space");
    viewer.waitFor("it is saved",
                   [](const Json& shown) { return shown.at("capture").at("state") == "idle"; });
    press(viewer, "F6");
    viewer.waitFor("the panel has the keyboard again", [](const Json& shown) {
        return !focusOf(shown).empty() && !focusOf(shown).starts_with("capture.");
    });
    press(viewer, "Escape");
    press(viewer, "space");
    viewer.waitFor("the picture has it", [](const Json& shown) { return shown.at("paused").get<bool>(); });
}

TEST_CASE("Ctrl with plus, minus and 0 sizes the panel, and the size is remembered", "[app][window][state]") {
    const ScratchFolder state;
    const std::map<std::string, std::string> environment{{"XDG_STATE_HOME", state.path().string()}};
    double larger = 0.0;
    {
        ViewerRun viewer(reefOf(120), "800x700", {}, environment);
        const double usual = heightOf(viewer);
        press(viewer, "ctrl+minus");
        viewer.waitFor("it shrinks", [&](const Json&) { return heightOf(viewer) < usual; });
        press(viewer, "ctrl+0");
        viewer.waitFor("it is as usual", [&](const Json&) { return heightOf(viewer) == usual; });
        press(viewer, "ctrl+plus");
        press(viewer, "ctrl+plus");
        viewer.waitFor("it grows", [&](const Json&) { return heightOf(viewer) > 1.15 * usual; });
        larger = heightOf(viewer);
        viewer.close();
        CHECK(viewer.end().status == 0);
    }
    ViewerRun again(reefOf(120), "800x700", {}, environment);
    CHECK(heightOf(again) == larger);
}

TEST_CASE("the option ui-scale sets the panel's size", "[app][window]") {
    ViewerRun viewer({"reef", "--boids", "120", "--threads", "1", "--ui-scale", "2"}, "640x400");
    CHECK(viewer.probe().at("items").at("panel.edge").at("x").get<double>() < 0.76 * 640.0);
    CHECK(viewer.probe().at("items").at("button.save_as").at("height").get<double>() > 40.0);
}

}  // namespace shoal::test
