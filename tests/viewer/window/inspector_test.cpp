// The inspector in a real window shows the values that the simulation computes.

#include <shoal/preset.hpp>

#include "program/viewer_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

// Few large fish, which are easy to click and see each other.
const std::array<std::string, 4> kSettings{"species.sardine.count=40", "species.sardine.body_length=3",
                                           "species.sardine.perception.radius=9",
                                           "species.sardine.alignment.radius=9"};

/// Clicks into the school until a fish is followed.
void clickFish(ViewerRun& viewer) {
    for (double x = 400; x <= 600; x += 40) {
        for (double y = 300; y <= 600; y += 50) {
            viewer.click(x, y);
            viewer.settle();
            if (!viewer.probe().at("inspector").is_null()) {
                return;
            }
        }
    }
    FAIL("no fish under the mouse");
}

/// Returns the simulation that the viewer shows.
Simulation sameSimulation(const Json& shown) {
    Scene scene = *openPreset("reef");
    for (const std::string& setting : kSettings) {
        REQUIRE(scene.applyText(setting));
    }
    Simulation simulation = *Simulation::create(scene, {.threads = 1, .isa = {}});
    while (simulation.stepCount() < shown.at("report").at("steps").get<std::uint64_t>()) {
        simulation.step();
    }
    REQUIRE(hashText(simulation.hash()) == shown.at("report").at("hash").get<std::string>());
    return simulation;
}

Vec3f vectorOf(const Json& json) {
    return {json.at(0).get<float>(), json.at(1).get<float>(), json.at(2).get<float>()};
}

/// Checks that the viewer shows the inspection of its boid.
void checkInspector(const Json& shown, const Simulation& simulation) {
    const auto inspection = simulation.inspect(shown.at("boid").at("species").get<std::size_t>(),
                                               shown.at("boid").at("id").get<std::uint32_t>());
    REQUIRE(inspection);
    const Json& inspector = shown.at("inspector");
    CHECK(vectorOf(inspector.at("steering")) == inspection->steering);
    CHECK(vectorOf(inspector.at("velocity_after")) == inspection->velocityAfter);
    CHECK(inspector.at("neighbours") == inspection->neighbours.size());
    CHECK_FALSE(inspection->neighbours.empty());
    REQUIRE(inspector.at("pushes").size() == inspection->pushes.size());
    for (std::size_t index = 0; index < inspection->pushes.size(); ++index) {
        const Json& push = inspector.at("pushes").at(index);
        CHECK(push.at("rule") == inspection->pushes[index].rule);
        CHECK(vectorOf(push.at("steering")) == inspection->pushes[index].steering);
        CHECK(shown.at("items").contains("inspector." + push.at("rule").get<std::string>()));
    }
}

}  // namespace

TEST_CASE("a click on a fish shows what steers it, and an edit while paused shows at once",
          "[app][window][inspector][slow]") {
    std::vector<std::string> arguments{"reef", "--threads", "1"};
    for (const std::string& setting : kSettings) {
        arguments.insert(arguments.end(), {"--set", setting});
    }
    ViewerRun viewer(arguments, "640x900");
    viewer.key("space");
    viewer.key("Home");
    viewer.settle();
    CHECK_FALSE(viewer.probe().at("items").contains("inspector.sum"));
    clickFish(viewer);
    viewer.waitFor("the card is shown",
                   [](const Json& shown) { return shown.at("items").contains("inspector.sum"); });
    Json shown = viewer.probe();
    Simulation simulation = sameSimulation(shown);
    checkInspector(shown, simulation);
    CHECK(shown.at("inspector").at("drawn").at("arrows") == shown.at("inspector").at("pushes").size() + 2);

    const Json before = shown.at("inspector");
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.9));
    viewer.waitFor("the pushes change", [&](const Json& now) { return now.at("inspector") != before; });
    viewer.settle();
    shown = viewer.probe();
    REQUIRE(simulation.apply({kWeight, shown.at("values").at(kWeight).get<double>()}));
    checkInspector(shown, simulation);

    viewer.key("i");
    viewer.waitFor("the picture is bare",
                   [](const Json& now) { return !now.at("inspector").contains("drawn"); });
    viewer.key("i");
    viewer.waitFor("the arrows are back",
                   [](const Json& now) { return now.at("inspector").contains("drawn"); });
    viewer.key("Escape");
    viewer.waitFor("it is released", [](const Json& now) { return now.at("inspector").is_null(); });
    CHECK_FALSE(viewer.probe().at("items").contains("inspector.sum"));
    viewer.key("i");
    viewer.waitFor("it says what to do first", [](const Json& now) {
        return now.at("message").get<std::string>() == "Click a boid, then press I";
    });
}

TEST_CASE("what if it were pushed: A parts from B at one fish, and that spreads",
          "[app][window][inspector][slow]") {
    std::vector<std::string> arguments{"reef", "--threads", "1"};
    for (const std::string& setting : kSettings) {
        arguments.insert(arguments.end(), {"--set", setting});
    }
    ViewerRun viewer(arguments, "900x900");
    viewer.key("space");
    viewer.key("Home");
    viewer.settle();
    clickFish(viewer);
    const std::string before = viewer.probe().at("report").at("hash");
    viewer.clickOn("inspector.what_if");
    viewer.waitFor("both are shown, equal but for one fish", [](const Json& shown) {
        return shown.at("split").is_object() && shown.at("spread").is_object() &&
               shown.at("legend") == "Distance between A and B [m]";
    });
    const Json fork = viewer.probe();
    CHECK(fork.at("spread").at("differing") == 0);  // only its velocity is another
    CHECK(fork.at("report").at("hash") == before);
    CHECK(fork.at("split").at("report").at("hash") != before);
    CHECK(hasItem(fork, "compare.values_b"));
    CHECK_FALSE(hasItem(fork, "compare.swap"));  // the settings are the same
    viewer.waitFor("the pushed fish moves away from itself", [&](const Json& shown) {
        if (shown.at("spread").at("differing") == 0) {
            viewer.key("period");
        }
        return shown.at("spread").at("differing") == 1;
    });
    CHECK(viewer.probe().at("spread").at("front") == 0.0);
    viewer.key("space");
    viewer.waitFor("others follow", [](const Json& shown) {
        return shown.at("spread").at("differing") > 3 && shown.at("spread").at("front") > 0.0;
    });
    viewer.key("x");
    viewer.waitFor("it ends with the comparison", [](const Json& shown) {
        return shown.at("split").is_null() && shown.at("spread").is_null() && shown.at("legend") == "";
    });
    viewer.clickOn("inspector.what_if_gone");
    viewer.waitFor("it is split, without the fish in A", [](const Json& shown) {
        return shown.at("spread").is_object() && shown.at("split").at("report").at("boids").get<int>() ==
                                                     shown.at("report").at("boids").get<int>() - 1;
    });
    CHECK(hasItem(viewer.probe(), "compare.values_b"));
    CHECK_FALSE(hasItem(viewer.probe(), "compare.swap"));  // but for that, the settings are the same
    viewer.key("x");
    viewer.waitFor("it ends", [](const Json& shown) { return shown.at("split").is_null(); });
    viewer.clickOn("inspector.what_if");
    viewer.waitFor("it is split again", [](const Json& shown) { return shown.at("spread").is_object(); });
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.9));
    viewer.waitFor("the settings differ now",
                   [](const Json& shown) { return hasItem(shown, "compare.swap"); });
    viewer.key("r");
    viewer.waitFor("it ends with the flock", [](const Json& shown) { return shown.at("split").is_null(); });
}

}  // namespace shoal::test
