// Objects in a viewer that draws slowly, in small windows and in large text.

#include "program/viewer_run.hpp"
#include "viewer/objects/stone_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;
using Point = ViewerRun::Point;

std::vector<std::string> still(const std::vector<std::string>& more = {}) {
    std::vector<std::string> all{"reef", "--boids", "40", "--threads", "1", "--set", "camera.orbit=0"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

}  // namespace

TEST_CASE("a stone is dragged, sized, selected and removed within one frame each",
          "[app][window][objects][slow]") {
    ViewerRun viewer(still(), "900x600");
    holdStill(viewer);
    addStone(viewer);
    const Json before = viewer.probe();
    const Point start = placeIn(before, kStone);
    const Point end{start.x > 600.0 ? start.x - 80.0 : start.x + 80.0, start.y + 30.0};
    viewer.inOneFrame([&] {
        viewer.drag(start, end);
        viewer.moveTo(600.0, 20.0);  // away, before the viewer sees any of these events
    });
    CHECK(distance(placeIn(viewer.probe(), kStone), end) < 3.0);
    const Point rim = rimIn(viewer.probe(), kStone);
    viewer.inOneFrame([&] {
        viewer.drag(rim, {end.x + (rim.x - end.x) * 1.4, end.y});
        viewer.moveTo(600.0, 20.0);
    });
    CHECK(valueOf(viewer.probe(), kStone + ".width") > 1.25 * valueOf(before, kStone + ".width"));
    viewer.key("ctrl+z");
    viewer.waitFor("its size is back", [&](const Json& shown) {
        return valueOf(shown, kStone + ".width") == valueOf(before, kStone + ".width");
    });
    viewer.key("ctrl+z");
    viewer.waitFor("its place is back", [&](const Json& shown) {
        return valueOf(shown, kStone + ".x") == valueOf(before, kStone + ".x");
    });
    const Point spot = clickStone(viewer, rim.x - end.x);
    viewer.inOneFrame([&] {
        viewer.key("Escape");
        viewer.click(spot.x, spot.y);
        viewer.key("Delete");
    });
    viewer.waitFor("it is gone", [](const Json& shown) { return !hasStone(shown); });
}

TEST_CASE("a stone can be added, moved and removed in a small window and in large text",
          "[app][window][objects][slow]") {
    struct Case {
        std::string window;
        std::vector<std::string> options;
        double panel;
    };
    for (const Case& each : {Case{"640x400", {}, 320.0}, Case{"1200x700", {"--ui-scale", "2"}, 640.0},
                             Case{"1000x700", {"--ui-scale", "2"}, 640.0}}) {
        CAPTURE(each.window);
        ViewerRun viewer(still(each.options), each.window);
        holdStill(viewer);
        addStone(viewer);
        const Json before = viewer.probe();
        const double width = before.at("window").at("width").get<double>();
        const Point start = placeIn(before, kStone);
        CAPTURE(start.x, start.y, before.at("items").contains("plot.polarisation"));
        CHECK(start.x > each.panel);
        CHECK(start.x < width);
        CHECK(before.at("objects").at("rim").get<double>() > 0.0);
        const Point end{start.x + (start.x > 0.5 * (each.panel + width) ? -60.0 : 60.0), start.y + 20.0};
        viewer.drag(start, end);
        CHECK(distance(placeIn(viewer.probe(), kStone), end) < 3.0);
        viewer.key("Delete");
        viewer.waitFor("it is gone", [](const Json& shown) { return !hasStone(shown); });
    }
}

TEST_CASE("the measures below the picture move the flock's middle up", "[app][window][objects][slow]") {
    ViewerRun viewer(still({"--set", "goal.mark.present=1"}), "900x600");
    holdStill(viewer);
    // The goal and initially the flock are at the origin, and the goal moves with the picture.
    const double before = placeIn(viewer.probe(), "goal.mark").y;
    viewer.key("m");
    viewer.waitFor("the picture's middle is higher",
                   [&](const Json& shown) { return placeIn(shown, "goal.mark").y < before - 20.0; });
    viewer.key("m");
    viewer.waitFor("it is back",
                   [&](const Json& shown) { return std::abs(placeIn(shown, "goal.mark").y - before) < 8.0; });
}

}  // namespace shoal::test
