// The strip of measures and the clipboard, with a real mouse and real keys.

#include "program/viewer_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

}  // namespace

TEST_CASE("dragging a slider plots the measures below the picture, and M hides them",
          "[app][window][measures][slow]") {
    ViewerRun viewer({"--boids", "60"}, "900x600");
    const auto isPlotted = [](const Json& shown) { return hasItem(shown, "plot.polarisation"); };
    CHECK_FALSE(isPlotted(viewer.probe()));
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.2));
    viewer.waitFor("the strip is there", isPlotted);
    viewer.key("m");
    viewer.waitFor("the strip is hidden", [&](const Json& shown) { return !isPlotted(shown); });
    viewer.key("m");
    viewer.waitFor("the strip is back", isPlotted);
    viewer.clickOn("measures.close");
    viewer.waitFor("the strip is closed", [&](const Json& shown) { return !isPlotted(shown); });
}

TEST_CASE("Ctrl+C copies the settings as text and Ctrl+V brings them back",
          "[app][window][clipboard][slow]") {
    ViewerRun viewer({"--boids", "40"});
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.2));
    const double copied = weightIn(viewer.probe());
    viewer.moveTo(560.0, 300.0);  // over a row, it would copy that row's value
    viewer.key("ctrl+c");
    viewer.waitFor("it is copied", [](const Json& shown) {
        return shown.at("message").get<std::string>().starts_with("Copied the settings");
    });
    viewer.key("bracketleft");
    viewer.waitFor("another preset is shown", [](const Json& shown) { return weightIn(shown) < 0.0; });
    viewer.key("ctrl+v");
    viewer.waitFor("the copied settings are back",
                   [&](const Json& shown) { return weightIn(shown) == copied; });
    // They count as an edit of the preset with that title. The panel's rows move with the preset's text.
    viewer.settle();
    viewer.clickOn("button.reset_all");
    viewer.waitFor("the weight is the preset's", [](const Json& shown) { return weightIn(shown) == 3.0; });
    viewer.key("ctrl+z");
    viewer.waitFor("the reset is undone", [&](const Json& shown) { return weightIn(shown) == copied; });
    viewer.key("ctrl+z");
    viewer.waitFor("the other preset is back", [](const Json& shown) { return weightIn(shown) < 0.0; });
}

}  // namespace shoal::test
