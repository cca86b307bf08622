// The first view in a real window.

#include "program/viewer_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

const std::string kWeightHero = std::string("hero.") + kWeight;

/// Starts a viewer as on its first day: the card is folded.
ViewerRun firstRun(const std::string& size) {
    return ViewerRun({"reef", "--boids", "120", "--threads", "1"}, size,
                     [](const std::filesystem::path& home) {
                         const std::filesystem::path folder = home / ".local" / "state" / "shoal";
                         std::filesystem::create_directories(folder);
                         std::ofstream(folder / "viewer.toml") << "version = 1\n";
                     });
}

std::string stateOf(const ViewerRun& viewer) {
    return readText(viewer.home() / ".local" / "state" / "shoal" / "viewer.toml");
}

}  // namespace

TEST_CASE("a hero's drag changes the scene, and undo takes it back", "[app][window][card]") {
    ViewerRun viewer = firstRun("1000x640");
    CHECK_FALSE(hasItem(viewer.probe(), "panel.list"));
    viewer.drag(viewer.placeOf(kWeightHero, 0.3), viewer.placeOf(kWeightHero, 0.1));
    viewer.waitFor("the weight is lower", [](const Json& shown) { return weightIn(shown) < 1.5; });
    viewer.clickOn("button.undo");
    viewer.waitFor("it is back", [](const Json& shown) { return weightIn(shown) == 3.0; });
    viewer.clickOn("button.redo");
    viewer.waitFor("it is lower again", [](const Json& shown) { return weightIn(shown) < 1.5; });
    viewer.clickOn("button.reset_all");
    viewer.waitFor("it is the preset's", [](const Json& shown) { return weightIn(shown) == 3.0; });
}

TEST_CASE("the card's state is remembered", "[app][window][card]") {
    ViewerRun viewer = firstRun("1000x640");
    viewer.clickOn("button.settings");
    viewer.waitFor("the card unfolds", [](const Json& shown) { return hasItem(shown, kWeight); });
    viewer.close();
    CHECK(viewer.end().status == 0);
    CHECK(stateOf(viewer).find("settings = true") != std::string::npos);
}

TEST_CASE("Ctrl+F and a few letters lead to a slider that has another name", "[app][window][card]") {
    for (const char* size : {"1000x640", "640x400"}) {
        CAPTURE(size);
        ViewerRun viewer = firstRun(size);
        viewer.key("ctrl+f");
        viewer.waitFor("the box is open", [](const Json& shown) { return hasItem(shown, "find.field"); });
        viewer.settle();
        viewer.type("neighbours");
        viewer.waitFor("it finds something", [](const Json& shown) { return hasItem(shown, "find.0"); });
        CHECK_FALSE(viewer.probe().at("paused").get<bool>());
        viewer.key("Return");
        viewer.waitFor("a slider of perception is in view", [](const Json& shown) {
            for (const auto& [key, item] : shown.at("items").items()) {
                if (key.find("perception.") != std::string::npos && !key.starts_with("hero.") &&
                    item.at("visible").get<bool>()) {
                    return !hasItem(shown, "find.field");
                }
            }
            return false;
        });
    }
}

TEST_CASE("the hidden panel leaves a button that brings it back", "[app][window][card]") {
    ViewerRun viewer = firstRun("1000x640");
    viewer.clickOn("button.hide");
    viewer.waitFor("only that button is left", [](const Json& shown) {
        return shown.at("items").size() == 1 && hasItem(shown, "button.show");
    });
    viewer.clickOn("button.show");
    viewer.waitFor("the card is back", [](const Json& shown) { return hasItem(shown, kWeightHero); });
}

TEST_CASE("the strip's popovers work on the scene, in a small window too", "[app][window][card][slow]") {
    ViewerRun viewer = firstRun("640x400");
    viewer.clickOn("view.above");
    viewer.waitFor("the view from above",
                   [](const Json& shown) { return shown.at("camera").at("view") == "above"; });
    viewer.clickOn("button.add_lure");
    viewer.waitFor("a lure is there",
                   [](const Json& shown) { return shown.at("values").contains("attractor.lure-1.pull"); });
    viewer.clickOn("strip.plots");
    viewer.waitFor("the plots are open", [](const Json& shown) { return hasItem(shown, "measures.close"); });
    viewer.clickOn("button.pause");
    viewer.waitFor("it pauses", [](const Json& shown) { return shown.at("paused").get<bool>(); });
    viewer.waitForRest();
    const auto steps = [&] { return viewer.probe().at("report").at("steps").get<int>(); };
    const int before = steps();
    viewer.clickOn("button.step");
    viewer.waitFor("one step is taken", [&](const Json&) { return steps() == before + 1; });
}

}  // namespace shoal::test
