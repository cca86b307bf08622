// Settings that morph into others, with a real mouse and real keys.

#include <cstdint>
#include <set>
#include <string>

#include "app/session/session.hpp"
#include "app/viewer_run.hpp"
#include "capture/take/take.hpp"
#include "catch.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

bool isMorphing(const Json& shown) {
    return shown.at("morph").is_number();
}

/// Keeps a low weight as A, then sets a high one; returns the low one.
double keepLowWeight(ViewerRun& viewer) {
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.2));
    const double low = weightIn(viewer.probe());
    viewer.key("shift+x");
    viewer.waitFor("A is kept", [](const Json& shown) { return says(shown, "These settings are A"); });
    viewer.drag(viewer.placeOf(kWeight, 0.2), viewer.placeOf(kWeight, 0.9));
    return low;
}

/// Compares, and drags over the button for morphs to their shortest time.
void takeShortTime(ViewerRun& viewer) {
    viewer.key("x");
    viewer.waitFor("the bar", [](const Json& shown) { return hasItem(shown, "compare.morph"); });
    viewer.drag(viewer.placeOf("compare.morph", 0.9), viewer.placeOf("compare.morph", -1.0));
}

}  // namespace

TEST_CASE("B morphs into the kept settings and back, each as one step to undo",
          "[app][window][morph][slow]") {
    ViewerRun viewer({"--boids", "40"}, "1280x720");
    viewer.key("b");
    viewer.waitFor("a hint", [](const Json& shown) { return says(shown, "change something first"); });
    const double low = keepLowWeight(viewer);
    const double high = weightIn(viewer.probe());
    takeShortTime(viewer);
    viewer.key("b");
    viewer.waitFor("it is on its way",
                   [&](const Json& shown) { return weightIn(shown) < high && weightIn(shown) > low; });
    viewer.waitFor("it is A",
                   [&](const Json& shown) { return !isMorphing(shown) && weightIn(shown) == low; });
    viewer.key("ctrl+z");
    viewer.waitFor("it is undone", [&](const Json& shown) { return weightIn(shown) == high; });
    viewer.key("ctrl+shift+z");
    viewer.waitFor("it is redone", [&](const Json& shown) { return weightIn(shown) == low; });
    viewer.clickOn("compare.swap");
    viewer.key("ctrl+z");
    viewer.settle();
    viewer.clickOn("compare.morph");
    viewer.waitFor("it is A again", [&](const Json& shown) {
        return !isMorphing(shown) && weightIn(shown) == weightIn(shown.at("split"));
    });
}

TEST_CASE("Escape and a drag stop a morph where it is", "[app][window][morph][slow]") {
    ViewerRun viewer({"--boids", "40"}, "640x400");
    const double low = keepLowWeight(viewer);
    const double high = weightIn(viewer.probe());
    viewer.key("b");
    viewer.waitFor("it is on its way", [&](const Json& shown) { return weightIn(shown) < high; });
    viewer.key("Escape");
    viewer.waitFor("it has stopped", [](const Json& shown) { return !isMorphing(shown); });
    const double between = weightIn(viewer.probe());
    CHECK(between < high);
    CHECK(between > low);
    viewer.settle();
    CHECK(weightIn(viewer.probe()) == between);
    viewer.key("ctrl+z");
    viewer.waitFor("it is undone", [&](const Json& shown) { return weightIn(shown) == high; });
    viewer.key("b");
    viewer.waitFor("it is on its way again", [&](const Json& shown) { return weightIn(shown) < high; });
    const auto at = viewer.placeOf(kWeight, 0.5);
    viewer.drag(at, viewer.placeOf(kWeight, 0.4));
    const Json dragged = viewer.probe();
    CHECK_FALSE(isMorphing(dragged));
    viewer.key("ctrl+z");
    viewer.waitFor("the drag is undone",
                   [&](const Json& shown) { return weightIn(shown) != weightIn(dragged); });
    CHECK(weightIn(viewer.probe()) < high);
    viewer.key("ctrl+z");
    viewer.waitFor("the morph is undone", [&](const Json& shown) { return weightIn(shown) == high; });
}

TEST_CASE("a morph makes an edit before each step, even at three frames a second, and its take replays",
          "[app][window][morph][slow]") {
    ViewerRun viewer({"--boids", "40"}, "1280x720");
    keepLowWeight(viewer);
    takeShortTime(viewer);
    viewer.key("F9");
    viewer.waitFor("recording", [](const Json& shown) { return says(shown, "Recording"); });
    viewer.inOneFrame([&] { viewer.key("b"); });
    for (int frame = 0; frame < 40 && (frame < 2 || isMorphing(viewer.probe())); ++frame) {
        // Each call of xdotool takes a while, in which the viewer is stopped.
        viewer.inOneFrame([&] {
            for (int call = 0; call < 3; ++call) {
                viewer.xdotool({"mousemove", "--window", viewer.window(), "600", "300"});
            }
        });
    }
    viewer.waitFor("it is over", [](const Json& shown) { return !isMorphing(shown); });
    viewer.key("F9");
    viewer.waitFor("saved", [](const Json& shown) { return says(shown, "Saved"); });
    viewer.close();
    viewer.end();
    const auto folder = viewer.home() / ".local/share/shoal/takes";
    REQUIRE(filesIn(folder).size() == 1);
    const auto take = loadTake(folder / filesIn(folder).front());
    REQUIRE(take);
    std::set<std::uint64_t> steps;
    for (const Take::Made& made : take->edits) {
        if (made.edit.key == kWeight && made.step >= take->from.step) {
            steps.insert(made.step);
        }
    }
    // Whole seconds, and no step without an edit.
    REQUIRE_FALSE(steps.empty());
    CHECK(steps.size() % 60 == 0);
    CHECK(*steps.rbegin() - *steps.begin() == steps.size() - 1);
    Session session(take->scene, {});
    session.play(*take);
    while (session.simulation().stepCount() < take->to.step) {
        session.stepOnce();
    }
    CHECK_FALSE(session.deviation());
}

TEST_CASE("a preset can be A, and one of another structure is refused", "[app][window][morph][slow]") {
    ViewerRun viewer({"--boids", "40"}, "1280x720");
    takeShortTime(viewer);
    viewer.clickOn("compare.a");
    viewer.clickOn("compare.opensteer");
    viewer.waitFor("A has its settings", [](const Json& shown) {
        return shown.at("split").at("report").at("boids").get<int>() != 40;
    });
    viewer.clickOn("compare.morph");
    viewer.waitFor("B has them, too", [](const Json& shown) {
        return says(shown, "These are the settings of A now") && !isMorphing(shown);
    });
    CHECK(viewer.probe().at("report").at("boids").get<int>() != 40);
    viewer.clickOn("compare.a");
    viewer.clickOn("compare.bait-ball");
    viewer.waitFor("it is refused",
                   [](const Json& shown) { return says(shown, "A cannot have these settings"); });
}

}  // namespace shoal::test
