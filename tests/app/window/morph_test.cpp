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
    viewer.key("x");
    viewer.waitFor("A is kept", [](const Json& shown) { return says(shown, "These settings are A"); });
    viewer.drag(viewer.placeOf(kWeight, 0.2), viewer.placeOf(kWeight, 0.9));
    return low;
}

void takeShortTime(ViewerRun& viewer) {
    const auto left = viewer.placeOf("morph.seconds", 0.1);
    viewer.click(left.x, left.y);
    viewer.key("Escape");  // closes the popover, which would keep the keys
    viewer.waitFor("it closes", [](const Json& shown) { return !hasItem(shown, "morph.seconds"); });
}

}  // namespace

TEST_CASE("B morphs into the kept settings and back, each as one step to undo",
          "[app][window][morph][slow]") {
    ViewerRun viewer({"--boids", "40"}, "900x600");
    viewer.key("b");
    viewer.waitFor("a hint", [](const Json& shown) { return says(shown, "Press X"); });
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
    viewer.clickOn("button.morph");
    viewer.waitFor("it is B",
                   [&](const Json& shown) { return !isMorphing(shown) && weightIn(shown) == high; });
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
    ViewerRun viewer({"--boids", "40"}, "900x600");
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

TEST_CASE("a preset from the list is a target, and one of another structure is refused",
          "[app][window][morph][slow]") {
    ViewerRun viewer({"--boids", "40"}, "900x700");
    viewer.clickOn("morph.target");
    viewer.clickOn("morph.opensteer");
    viewer.settle();
    takeShortTime(viewer);
    viewer.clickOn("button.morph");
    viewer.waitFor("it is over", [](const Json& shown) {
        return says(shown, "These are the settings of") && !isMorphing(shown);
    });
    CHECK(viewer.probe().at("report").at("boids").get<int>() != 40);
    viewer.clickOn("morph.target");
    viewer.clickOn("morph.bait-ball");
    viewer.settle();
    viewer.key("Escape");
    viewer.waitFor("the popover closes", [](const Json& shown) { return !hasItem(shown, "morph.seconds"); });
    viewer.key("b");
    viewer.waitFor("it is refused", [](const Json& shown) { return says(shown, "cannot morph"); });
    CHECK_FALSE(isMorphing(viewer.probe()));
}

}  // namespace shoal::test
