// Two settings side by side, with a real mouse and real keys.

#include "program/viewer_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

bool isSplit(const Json& shown) {
    return shown.at("split").is_object();
}

}  // namespace

TEST_CASE("X compares with the preset as loaded, changes act on B alone, and Escape keeps B",
          "[app][window][split][slow]") {
    for (const char* size : {"1280x720", "640x400"}) {
        INFO(size);
        ViewerRun viewer({"--boids", "60"}, size);
        const double first = weightIn(viewer.probe());
        viewer.key("x");
        viewer.waitFor("it is split", isSplit);
        const Json same = viewer.probe();
        CHECK(same.at("split").at("report").at("hash") == same.at("report").at("hash"));
        viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.1));
        viewer.waitFor("B goes its own way", [](const Json& shown) {
            return shown.at("split").at("report").at("hash") != shown.at("report").at("hash");
        });
        const Json now = viewer.probe();
        CHECK(weightIn(now) < first);
        CHECK(weightIn(now.at("split")) == first);
        CHECK(now.at("split").at("report").at("steps") == now.at("report").at("steps"));
        viewer.key("Escape");
        viewer.waitFor("one picture", [](const Json& shown) { return !isSplit(shown); });
        CHECK(weightIn(viewer.probe()) == weightIn(now));
        viewer.key("y");  // as X
        viewer.waitFor("A is not lost", [&](const Json& shown) {
            return isSplit(shown) && weightIn(shown.at("split")) == first;
        });
    }
}

TEST_CASE("the compare bar swaps the settings, and keeps A or B", "[app][window][split][slow]") {
    for (const char* size : {"1280x720", "640x400"}) {
        INFO(size);
        ViewerRun viewer({"--boids", "60"}, size);
        const double first = weightIn(viewer.probe());
        viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.1));
        const double low = weightIn(viewer.probe());
        const auto areWeights = [](double a, double b) {
            return [a, b](const Json& shown) {
                return isSplit(shown) && weightIn(shown.at("split")) == a && weightIn(shown) == b;
            };
        };
        const auto isAlone = [](double weight) {
            return [weight](const Json& shown) { return !isSplit(shown) && weightIn(shown) == weight; };
        };
        viewer.clickOn("strip.compare");
        viewer.waitFor("A is the preset as loaded", areWeights(first, low));
        viewer.clickOn("compare.swap");
        viewer.waitFor("they are swapped", areWeights(low, first));
        viewer.clickOn("compare.swap");
        viewer.waitFor("and back", areWeights(first, low));
        viewer.clickOn("compare.keep_a");
        viewer.waitFor("A is kept", isAlone(first));
        viewer.key("ctrl+z");
        viewer.waitFor("that is one step to undo", isAlone(low));
        viewer.key("x");
        viewer.waitFor("it is split again", areWeights(first, low));
        viewer.clickOn("compare.a");
        viewer.clickOn("compare.b_as_a");
        viewer.waitFor("B's settings are A's", areWeights(low, low));
        viewer.clickOn("compare.keep_b");
        viewer.waitFor("B is kept", isAlone(low));
    }
}

TEST_CASE("a preset can be A, and one of another structure is refused", "[app][window][split][slow]") {
    ViewerRun viewer({"--boids", "40"}, "1280x720");
    viewer.key("x");
    viewer.waitFor("it is split", isSplit);
    viewer.clickOn("compare.a");
    viewer.clickOn("compare.opensteer");
    viewer.waitFor("A has its settings", [](const Json& shown) {
        return shown.at("split").at("report").at("boids").get<int>() != 40;
    });
    viewer.clickOn("compare.a");
    viewer.clickOn("compare.bait-ball");
    viewer.waitFor("it is refused",
                   [](const Json& shown) { return says(shown, "A cannot have these settings"); });
}

TEST_CASE("in a split picture a legend that covers B alone says so", "[app][window][split][slow]") {
    const auto shows = [](const std::string& title) {
        return [title](const Json& shown) { return shown.at("legend") == title; };
    };
    ViewerRun viewer({"--boids", "60", "--set", "look.colour_by=speed"}, "900x600");
    viewer.waitFor("a legend", shows("Speed [m/s]"));
    viewer.key("y");
    viewer.waitFor("it is split", isSplit);
    viewer.settle();
    CHECK(viewer.probe().at("legend") == "Speed [m/s] of B");
    viewer.key("Escape");
    viewer.waitFor("one picture and its legend", shows("Speed [m/s]"));
}

TEST_CASE("in a split picture B restarts and is filmed, and a click on A follows no boid",
          "[app][window][split][slow]") {
    ViewerRun viewer({"--boids", "300"}, "900x600");
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.1));
    const double low = weightIn(viewer.probe());
    viewer.key("shift+x");
    viewer.drag(viewer.placeOf(kWeight, 0.1), viewer.placeOf(kWeight, 0.8));
    viewer.key("x");
    viewer.waitFor("it is split with A kept before",
                   [&](const Json& shown) { return isSplit(shown) && weightIn(shown.at("split")) == low; });
    viewer.key("r");
    viewer.waitFor("both restart", [](const Json& shown) {
        return shown.at("report").at("steps") < 200 &&
               shown.at("split").at("report").at("steps") == shown.at("report").at("steps");
    });
    viewer.key("F12");
    viewer.waitFor("a picture of B", [](const Json& shown) { return says(shown, "shows B alone"); });
    for (double x = 340.0; x < 600.0; x += 20.0) {
        viewer.click(x, 220.0);
    }
    CHECK_FALSE(viewer.probe().at("following").get<bool>());
    viewer.key("bracketright");
    viewer.waitFor("another preset is alone", [](const Json& shown) { return !isSplit(shown); });
}

TEST_CASE("both flocks stay in step at three frames a second", "[app][window][split][slow]") {
    ViewerRun viewer({"--boids", "60"}, "900x600");
    viewer.inOneFrame([&] { viewer.key("y"); });
    viewer.waitFor("it is split", isSplit);
    for (int frame = 0; frame < 5; ++frame) {
        viewer.inOneFrame([&] {
            for (int call = 0; call < 3; ++call) {
                viewer.xdotool({"mousemove", "--window", viewer.window(), "600", "300"});
            }
        });
        const Json shown = viewer.probe();
        CHECK(shown.at("split").at("report").at("steps") == shown.at("report").at("steps"));
        CHECK(shown.at("split").at("report").at("hash") == shown.at("report").at("hash"));
    }
    viewer.inOneFrame([&] {
        viewer.key("y");
        viewer.key("y");
    });
    CHECK(isSplit(viewer.probe()));
}

}  // namespace shoal::test
