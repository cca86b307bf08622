// Sliders in a real window: their effect on the flock, and their gestures.

#include "program/viewer_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

/// Restarts the paused flock, makes some steps and returns its hash.
std::string hashAfterSteps(ViewerRun& viewer, int steps) {
    viewer.key("r");
    viewer.waitFor("the flock is at its start",
                   [](const Json& shown) { return shown.at("report").value("steps", -1) == 0; });
    for (int step = 1; step <= steps; ++step) {
        viewer.key("period");
        viewer.waitFor("one more step is made",
                       [&](const Json& shown) { return shown.at("report").value("steps", -1) == step; });
    }
    return viewer.probe().at("report").value("hash", "");
}

}  // namespace

TEST_CASE("each place of reef's alignment radius gives another flock", "[app][window][sliders][slow]") {
    ViewerRun viewer({"reef", "--boids", "400"});
    viewer.key("space");
    viewer.waitFor("it is paused", [](const Json& shown) { return shown.value("paused", false); });
    std::vector<std::string> hashes;
    double before = 0.0;
    for (const double place : {0.3, 0.6, 0.95}) {
        viewer.drag(viewer.placeOf(kAlignmentRadius, 0.1), viewer.placeOf(kAlignmentRadius, place));
        const double radius = valueOf(viewer.probe(), kAlignmentRadius);
        CHECK(radius > before);
        before = radius;
        hashes.push_back(hashAfterSteps(viewer, 3));
    }
    CHECK(hashes[0] != hashes[1]);
    CHECK(hashes[1] != hashes[2]);
    CHECK(hashes[0] != hashes[2]);
}

TEST_CASE("Esc during a drag, and a double click, leave nothing to undo", "[app][window][sliders][slow]") {
    ViewerRun viewer({"reef", "--boids", "40"}, "900x600");
    // Something to undo, which must stay the last.
    const double cohesion = valueOf(viewer.probe(), kCohesionWeight);
    const auto isUndone = [&](const Json& shown) { return valueOf(shown, kCohesionWeight) == cohesion; };
    const auto changeCohesion = [&] {
        viewer.drag(viewer.placeOf(kCohesionWeight, 0.5), viewer.placeOf(kCohesionWeight, 0.9));
        viewer.waitFor("cohesion has changed", [&](const Json& shown) { return !isUndone(shown); });
    };
    changeCohesion();
    const double first = weightIn(viewer.probe());
    const ViewerRun::Point low = viewer.placeOf(kWeight, 0.1);
    const ViewerRun::Point high = viewer.placeOf(kWeight, 0.9);
    viewer.moveTo(low.x, low.y);
    viewer.press();
    viewer.moveTo(high.x, high.y);
    viewer.waitFor("it is dragged", [&](const Json& shown) { return weightIn(shown) > first; });
    viewer.xdotool({"key", "Escape"});  // key() would let go of the button first
    viewer.waitFor("it is back", [&](const Json& shown) { return weightIn(shown) == first; });
    viewer.release();
    viewer.settle();
    viewer.key("ctrl+z");
    viewer.waitFor("cohesion is undone", isUndone);

    changeCohesion();
    viewer.inOneFrame([&] {
        viewer.click(high.x, high.y);
        viewer.click(high.x, high.y);
    });
    viewer.settle();
    viewer.waitFor("the preset's value", [&](const Json& shown) { return weightIn(shown) == first; });
    viewer.key("ctrl+z");
    viewer.waitFor("cohesion is undone again", isUndone);
}

TEST_CASE("a range has two knobs: one drag is one step to undo, Space changes the knob for the arrow keys",
          "[app][window][sliders][range][slow]") {
    for (const char* size : {"1280x720", "640x400"}) {
        INFO(size);
        ViewerRun viewer({"boidwatching", "--boids", "40"}, size);
        const std::string lower = "species.boid.limit_speed.min";
        const std::string upper = "species.boid.limit_speed.max";
        const std::string row = "hero." + lower;
        const Json first = viewer.probe();
        const auto isFirst = [&](const Json& shown) {
            return valueOf(shown, lower) == valueOf(first, lower) &&
                   valueOf(shown, upper) == valueOf(first, upper);
        };
        REQUIRE(valueOf(first, lower) == 0.0);
        // Pushed against the upper knob, the lower one takes it along.
        viewer.drag(viewer.placeOf(row, 0.01), viewer.placeOf(row, 0.9));
        viewer.waitFor("both have moved", [&](const Json& shown) {
            return valueOf(shown, lower) > valueOf(first, upper) &&
                   valueOf(shown, upper) == valueOf(shown, lower);
        });
        viewer.key("ctrl+z");
        viewer.waitFor("both are back", isFirst);
        viewer.drag(viewer.placeOf(row, 0.95), viewer.placeOf(row, 0.8));
        viewer.waitFor("only the upper one has moved", [&](const Json& shown) {
            return valueOf(shown, upper) != valueOf(first, upper) && valueOf(shown, lower) == 0.0;
        });
        viewer.key("ctrl+z");
        viewer.waitFor("it is back, too", isFirst);
        viewer.key("Tab");
        viewer.settle();
        for (int presses = 0; presses < 30 && viewer.probe().at("focus") != row; ++presses) {
            viewer.key("Down");
            viewer.settle();
        }
        REQUIRE(viewer.probe().at("focus") == row);
        viewer.key("space");
        viewer.key("Right");
        viewer.waitFor("an arrow moves the other knob",
                       [&](const Json& shown) { return valueOf(shown, lower) > 0.0; });
        CHECK_FALSE(viewer.probe().at("paused").get<bool>());
    }
}

}  // namespace shoal::test
