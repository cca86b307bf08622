// The pad: two sliders as a plane, with a real mouse.

#include "program/viewer_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

double valueIn(const Json& shown, const std::string& key) {
    return shown.at("values").value(key, -1.0);
}

/// A point of the pad's plane, from its lower left corner (0, 0) to the upper right one (1, 1).
ViewerRun::Point padPoint(ViewerRun& viewer, double x, double y) {
    const auto left = viewer.placeOf("pad.plane", 0.0);
    const Json plane = viewer.probe().at("items").at("pad.plane");
    return {left.x + x * plane.at("width").get<double>(),
            plane.at("y").get<double>() + (1.0 - y) * plane.at("height").get<double>()};
}

}  // namespace

TEST_CASE("dragging on the pad moves two sliders in one step to undo", "[app][window][pad][slow]") {
    ViewerRun viewer({"--boids", "30"}, "700x700");
    viewer.turnTo("heading.pad");
    viewer.clickOn("heading.pad");
    viewer.turnTo("pad.plane");
    const Json before = viewer.probe();
    viewer.drag(padPoint(viewer, 0.5, 0.5), padPoint(viewer, 0.2, 0.8));
    const Json after = viewer.probe();
    CHECK(valueIn(after, kWeight) != valueIn(before, kWeight));
    CHECK(valueIn(after, kCohesionWeight) != valueIn(before, kCohesionWeight));
    viewer.key("ctrl+z");
    viewer.waitFor("both are back", [&](const Json& shown) {
        return valueIn(shown, kWeight) == valueIn(before, kWeight) &&
               valueIn(shown, kCohesionWeight) == valueIn(before, kCohesionWeight);
    });
    // At three frames a second a drag within one frame ends where the button was released.
    const auto from = padPoint(viewer, 0.5, 0.5);
    const auto to = padPoint(viewer, 0.2, 0.8);
    viewer.inOneFrame([&] {
        viewer.drag(from, to);
        viewer.moveTo(500.0, 300.0);
    });
    CHECK(valueIn(viewer.probe(), kWeight) == valueIn(after, kWeight));
    CHECK(valueIn(viewer.probe(), kCohesionWeight) == valueIn(after, kCohesionWeight));
    viewer.close();
    CHECK(viewer.end().status == 0);
}

}  // namespace shoal::test
