// Undo and redo, with a real mouse and real keys.

#include "program/viewer_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

}  // namespace

TEST_CASE("Ctrl+Z undoes drags one by one, and Ctrl+Shift+Z redoes them", "[app][window][undo][slow]") {
    ViewerRun viewer({"--boids", "40"});
    const double atFirst = weightIn(viewer.probe());
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.2));
    const double once = weightIn(viewer.probe());
    viewer.drag(viewer.placeOf(kWeight, 0.2), viewer.placeOf(kWeight, 0.9));
    const double twice = weightIn(viewer.probe());
    REQUIRE(once < atFirst);
    REQUIRE(twice > once);
    const auto waitForWeight = [&](double wanted) {
        viewer.waitFor("the weight is " + std::to_string(wanted),
                       [&](const Json& shown) { return weightIn(shown) == wanted; });
    };
    viewer.key("ctrl+z");
    waitForWeight(once);
    viewer.key("ctrl+z");
    waitForWeight(atFirst);
    viewer.key("ctrl+shift+z");
    waitForWeight(once);
    viewer.clickOn("button.redo");
    waitForWeight(twice);
    viewer.clickOn("button.reset_all");
    waitForWeight(atFirst);
    viewer.clickOn("button.undo");
    waitForWeight(twice);
}

TEST_CASE("Ctrl+Z after choosing another preset brings the edited one back", "[app][window][undo]") {
    ViewerRun viewer({"reef", "--boids", "40"});
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.2));
    const double edited = weightIn(viewer.probe());
    viewer.key("bracketleft");
    viewer.waitFor("another preset is shown", [](const Json& shown) { return weightIn(shown) < 0.0; });
    viewer.key("ctrl+z");
    viewer.waitFor("the edited reef is back", [&](const Json& shown) { return weightIn(shown) == edited; });
    CHECK(viewer.probe().at("message").get<std::string>() == "Back to \"Turning as one\"");
    viewer.key("ctrl+z");
    viewer.waitFor("the reef is as loaded", [&](const Json& shown) { return weightIn(shown) == 3.0; });
}

}  // namespace shoal::test
