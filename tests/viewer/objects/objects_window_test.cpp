// Objects of the world in a real window, with a real mouse and real keys.

#include <shoal/preset.hpp>

#include "capture/take/take.hpp"
#include "play/session/session.hpp"
#include "program/viewer_run.hpp"
#include "render/camera/scene_extent.hpp"
#include "scratch_folder.hpp"
#include "viewer/objects/stone_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;
using Point = ViewerRun::Point;

const std::vector<std::string> kStill{"reef", "--boids", "40", "--threads", "1", "--set", "camera.orbit=0"};

bool has(const Json& shown, const std::string& key) {
    return shown.at("values").contains(key);
}

std::string selectedIn(const Json& shown) {
    return shown.at("objects").at("selected").get<std::string>();
}

Point stoneIn(ViewerRun& viewer) {
    return placeIn(viewer.probe(), kStone);
}

}  // namespace

TEST_CASE("a point that scares stays in the picture while it is selected", "[app][window][objects][slow]") {
    ViewerRun viewer(kStill, "900x600");
    viewer.clickOn("button.add_scare");
    const std::string point = "attractor.scare-1";
    viewer.waitFor("it is there and selected", [&](const Json& now) { return selectedIn(now) == point; });
    const auto stepsOf = [](const Json& now) { return now.at("report").at("steps").get<int>(); };
    const int steps = stepsOf(viewer.probe());
    viewer.waitFor("the school has fled for ten seconds",
                   [&](const Json& now) { return stepsOf(now) > steps + 600; });
    const Point at = placeIn(viewer.probe(), point);
    CHECK(at.x > 0.0);
    CHECK(at.x < 900.0);
    CHECK(at.y > 0.0);
    CHECK(at.y < 600.0);
}

TEST_CASE("a hunter follows the mouse, dashes on a click, and Escape sends it away",
          "[app][window][objects]") {
    ViewerRun viewer({"reef", "--boids", "150", "--threads", "1", "--set", "camera.orbit=0"}, "900x600");
    viewer.clickOn("strip.add");
    viewer.clickOn("button.add_hunter");
    const auto isThere = [](const Json& shown) { return has(shown, "attractor.hunter-1.x"); };
    viewer.waitFor("a shark is there", isThere);
    const auto placeOf = [](const Json& shown) { return valueOf(shown, "attractor.hunter-1.x"); };
    viewer.moveTo(700.0, 200.0);
    const double before = placeOf(viewer.probe());
    viewer.waitFor("it swims", [&](const Json& shown) { return std::abs(placeOf(shown) - before) > 0.3; });
    CHECK(selectedIn(viewer.probe()).empty());
    viewer.click(700, 200);
    viewer.waitFor("it has swum on",
                   [&](const Json& shown) { return std::abs(placeOf(shown) - before) > 0.5; });
    // Where it has been is nothing to undo.
    viewer.key("ctrl+z");
    viewer.waitFor("one step takes it away", [&](const Json& shown) { return !isThere(shown); });
    viewer.key("ctrl+shift+z");
    viewer.waitFor("it is back", isThere);
    viewer.key("Escape");
    viewer.waitFor("it is gone", [&](const Json& shown) { return !isThere(shown); });
    CHECK_FALSE(viewer.probe().at("values").at("species.sardine.heed_attractors.enabled").get<bool>());
}

TEST_CASE("a stone is added by a button, and the boids avoid it from then on", "[app][window][objects]") {
    ViewerRun viewer(kStill, "900x600");
    CHECK_FALSE(viewer.probe().at("values").at("species.sardine.avoid_obstacles.enabled").get<bool>());
    const Point button = viewer.placeOf("button.add_stone");
    viewer.moveTo(button.x, button.y);
    viewer.xdotool({"click", "1"});
    viewer.waitFor("a message says so", [](const Json& now) {
        return now.at("message").get<std::string>().find("\"Avoid obstacles\" is now on") !=
               std::string::npos;
    });
    viewer.waitFor("the stone is there",
                   [](const Json& now) { return has(now, kStone + ".x") && selectedIn(now) == kStone; });
    viewer.settle();
    const Json shown = viewer.probe();
    CHECK(shown.at("values").at("species.sardine.avoid_obstacles.enabled").get<bool>());
    const Point at = stoneIn(viewer);
    CHECK(at.x > 320.0);
    CHECK(at.x < 900.0);
    CHECK(at.y > 0.0);
    CHECK(at.y < 600.0);
    // One undo removes the stone and resets the rule with its values.
    viewer.key("ctrl+z");
    viewer.waitFor("the stone is gone, and its selection with it",
                   [](const Json& now) { return !has(now, kStone + ".x") && selectedIn(now).empty(); });
    CHECK_FALSE(viewer.probe().at("values").at("species.sardine.avoid_obstacles.enabled").get<bool>());
    viewer.key("ctrl+shift+z");
    viewer.waitFor("it is back", [&](const Json& now) {
        return valueOf(now, kStone + ".x") == valueOf(shown, kStone + ".x") &&
               valueOf(now, kStone + ".width") == valueOf(shown, kStone + ".width");
    });
}

TEST_CASE("a stone is moved, sized and removed in the picture, and each is one step to undo",
          "[app][window][objects][slow]") {
    ViewerRun viewer(kStill, "900x600");
    holdStill(viewer);
    addStone(viewer);
    const Json before = viewer.probe();
    const Point start = stoneIn(viewer);
    CHECK(start.x < 600.0);  // where its card begins
    const Point end{start.x + 90.0, start.y + 40.0};
    viewer.drag(start, end);
    CHECK(distance(stoneIn(viewer), end) < 3.0);
    // The camera rests; the drag has not turned it.
    CHECK(viewer.probe().at("camera").at("azimuth") == before.at("camera").at("azimuth"));
    viewer.key("ctrl+z");
    viewer.waitFor("it is back", [&](const Json& shown) {
        return valueOf(shown, kStone + ".x") == valueOf(before, kStone + ".x");
    });
    viewer.settle();

    const Point rim = rimIn(viewer.probe(), kStone);
    const double width = valueOf(before, kStone + ".width");
    const double radius = distance(rim, start);
    viewer.drag(rim, {start.x + (rim.x - start.x) * 1.5, start.y});
    CHECK(valueOf(viewer.probe(), kStone + ".width") > 1.35 * width);
    CHECK(valueOf(viewer.probe(), kStone + ".width") < 1.6 * width);
    CHECK(distance(rimIn(viewer.probe(), kStone), start) > 1.35 * radius);
    CHECK(valueOf(viewer.probe(), kStone + ".x") == valueOf(before, kStone + ".x"));
    viewer.key("ctrl+z");
    viewer.waitFor("its size is back",
                   [&](const Json& shown) { return valueOf(shown, kStone + ".width") == width; });

    viewer.key("Escape");
    viewer.waitFor("nothing is selected", [](const Json& shown) { return selectedIn(shown).empty(); });
    viewer.key("Delete");
    viewer.settle();
    CHECK(has(viewer.probe(), kStone + ".x"));
    clickStone(viewer, radius);
    viewer.key("Delete");
    viewer.waitFor("it is gone", [](const Json& shown) { return !has(shown, kStone + ".x"); });
    viewer.key("ctrl+z");
    viewer.waitFor("it is back with its size",
                   [&](const Json& shown) { return valueOf(shown, kStone + ".width") == width; });
}

TEST_CASE("Delete removes the selected object while the keyboard is in the panel",
          "[app][window][objects][slow]") {
    ViewerRun viewer(kStill, "900x600");
    holdStill(viewer);
    addStone(viewer);
    viewer.key("Tab");
    viewer.settle();
    viewer.key("Delete");
    viewer.waitFor("it is gone", [](const Json& shown) { return !has(shown, kStone + ".x"); });
    CHECK(viewer.probe().at("message").get<std::string>().find("Ctrl+Z brings it back") != std::string::npos);
}

TEST_CASE("a drag on a stone leaves a take that is played as it is, and a click selects the stone",
          "[app][window][objects][slow]") {
    auto scene = openPreset("reef");
    REQUIRE(scene);
    scene->species[0].count = 3;
    scene->camera.orbit = 0.0f;
    // Walls keep the fish, which the camera follows, near the stone.
    scene->world.width = 12.0f;
    scene->world.height = 8.0f;
    scene->world.depth = 12.0f;
    REQUIRE(scene->apply({"species.sardine.contain.margin", 1.0}));
    const Vec3f centre = sceneExtent(Session(*scene, {.threads = 1, .isa = {}}).simulation()).centre;
    scene->obstacles.push_back({.name = "stone-1",
                                .shape = Obstacle::Shape::sphere,
                                .x = centre.x,
                                .y = centre.y,
                                .z = centre.z,
                                .width = 1.0f});
    Session session(*scene, {.threads = 1, .isa = {}});
    for (int step = 0; step < 1200; ++step) {
        session.stepOnce();
    }
    const ScratchFolder folder;
    REQUIRE(saveNewTake(session.played({0, 1.0f}, {1200, 1.0f}), folder.path() / "stone.take"));
    ViewerRun viewer({(folder.path() / "stone.take").string()}, "900x600");
    holdStill(viewer);
    const double before = valueOf(viewer.probe(), kStone + ".x");
    const Point start = stoneIn(viewer);
    viewer.drag(start, {start.x + 60.0, start.y});
    viewer.settle();
    CHECK(valueOf(viewer.probe(), kStone + ".x") == before);
    CHECK(viewer.probe().at("message").get<std::string>().find("the take ends") == std::string::npos);
    holdStill(viewer);
    holdStill(viewer);
    const Point now = stoneIn(viewer);
    viewer.click(now.x, now.y);
    viewer.waitFor("it is selected", [](const Json& shown) { return selectedIn(shown) == kStone; });
}

TEST_CASE("the panel lists objects, selects them, and its sliders and Delete act on the selected one",
          "[app][window][objects][slow]") {
    ViewerRun viewer({"goal-and-obstacles", "--boids", "100", "--threads", "1"}, "900x800");
    holdStill(viewer);
    viewer.clickOn("heading.obstacle.boulder");
    viewer.waitFor("it is selected",
                   [](const Json& shown) { return selectedIn(shown) == "obstacle.boulder"; });
    viewer.drag(viewer.placeOf("obstacle.boulder.width", 0.5), viewer.placeOf("obstacle.boulder.width", 0.8));
    CHECK(valueOf(viewer.probe(), "obstacle.boulder.width") > 6.0);
    viewer.clickOn("obstacle.boulder.present");
    viewer.waitFor("it is gone", [](const Json& shown) { return !has(shown, "obstacle.boulder.x"); });
    viewer.clickOn("heading.goal.light");
    viewer.waitFor("the goal is selected",
                   [](const Json& shown) { return selectedIn(shown) == "goal.light"; });
    viewer.clickOn("heading.goal.light");
    viewer.waitFor("nothing is selected", [](const Json& shown) { return selectedIn(shown).empty(); });
}

TEST_CASE("stones, goals and points added by hand are saved with the scene", "[app][window][objects][slow]") {
    ViewerRun viewer(kStill, "900x800");
    holdStill(viewer);
    for (const std::string button : {"stone", "goal", "lure", "scare"}) {
        viewer.clickOn("button.add_" + button);
        viewer.settle();
    }
    viewer.waitFor("all are there", [](const Json& shown) { return has(shown, "attractor.scare-1.x"); });
    CHECK(viewer.probe().at("values").at("species.sardine.seek_goal.enabled").get<bool>());
    CHECK(valueOf(viewer.probe(), "attractor.lure-1.pull") > 0.0);
    CHECK(valueOf(viewer.probe(), "attractor.scare-1.pull") < 0.0);
    viewer.clickOn("button.save_as");
    viewer.type("Stones");
    viewer.key("Return");
    viewer.waitFor("it is saved", [](const Json& now) {
        return now.at("message").get<std::string>().starts_with("Saved ");
    });
    auto saved = loadPreset(viewer.home() / ".local/share/shoal/presets/stones.toml");
    REQUIRE(saved);
    const Json values = viewer.probe().at("values");
    int compared = 0;
    for (const auto& [key, value] : values.items()) {
        if (key.starts_with("obstacle.") || key.starts_with("goal.") || key.starts_with("attractor.")) {
            CAPTURE(key);
            const auto read = saved->value(key);
            REQUIRE(read);
            CHECK(*read == value.get<double>());
            ++compared;
        }
    }
    CHECK(compared == 7 + 5 + 8 + 8);
    CHECK(saved->species[0].rules.find("avoid_obstacles")->isEnabled);
}

}  // namespace shoal::test
