// The guided tour: its experiments have the described effects, and its end restores the scene.

#include "viewer/tour/tour.hpp"

#include <utility>

#include <shoal/measures.hpp>
#include <shoal/preset.hpp>

#include "play/session/session.hpp"
#include "program/viewer_run.hpp"
#include "viewer/measures/live_figures.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

/// Returns the measures of an experiment's preset after a time of play, with edits from the third second on.
MeasureSample measuresAfter(const TourStep& step, const std::vector<Edit>& edits, double seconds,
                            std::uint64_t seed) {
    Scene scene = *openPreset(step.preset);
    scene.seed = seed;
    Session session(scene, {});
    LiveFigures figures;
    while (session.instant().realSeconds() < 3.0) {
        session.stepOnce();
    }
    for (const Edit& edit : edits) {
        REQUIRE(session.apply(edit));
    }
    while (session.instant().realSeconds() < seconds) {
        session.stepOnce();
    }
    figures.update(session.simulation(), seconds);
    return figures.figures().measures;
}

}  // namespace

TEST_CASE("every experiment of the tour names a preset, its slider and a measure, and has its words",
          "[app][tour]") {
    REQUIRE(tourSteps().size() == 5);
    for (const TourStep& step : tourSteps()) {
        INFO(step.title);
        const auto scene = openPreset(step.preset);
        REQUIRE(scene);
        CHECK(isBuiltinPreset(step.preset));
        CHECK_FALSE(step.title.empty());
        CHECK_FALSE(step.text.empty());
        CHECK((step.key.empty() || scene->value(step.key)));
        CHECK(step.outcome.empty() == !step.goal);
        if (step.goal) {
            CHECK(std::ranges::find(measureColumns(), step.goal->column, &MeasureColumn::key) !=
                  measureColumns().end());
            CHECK(step.goal->bound > 0.0f);
        }
    }
}

TEST_CASE(
    "every experiment of the tour reaches its goal within ten seconds as its text says, and not by itself",
    "[app][tour][slow]") {
    const std::vector<std::vector<Edit>> asTold{
        {{"species.sardine.alignment.weight", 0.0}},
        {{"species.sardine.separation.weight", 1.0}},
        {{"species.fish.zones.orientation", 7.0}},
        {{"species.starling.perception.kind", 0.0}, {"species.starling.perception.radius", 1.6}},
        {}};
    REQUIRE(tourSteps().size() == asTold.size());
    for (std::size_t index = 0; index < asTold.size(); ++index) {
        const TourStep& step = tourSteps()[index];
        INFO("experiment " << index + 1 << ": " << step.title);
        if (step.goal) {
            for (const std::uint64_t seed : {1, 2, 3}) {
                // Ten seconds after the edits, and not by itself even after a minute.
                CHECK(step.goal->isReached(measuresAfter(step, asTold[index], 13.0, seed)));
                CHECK_FALSE(step.goal->isReached(measuresAfter(step, {}, seed == 1 ? 60.0 : 13.0, seed)));
            }
        }
    }
}

TEST_CASE("the tour leads through its experiments and then restores the scene from before it",
          "[app][window][tour][slow]") {
    ViewerRun viewer({"--boids", "40"}, "900x600");
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.2));
    const double edited = weightIn(viewer.probe());
    const auto hasCard = [](const Json& shown) { return shown.at("items").contains("tour.end"); };
    viewer.clickOn("button.tour");
    viewer.waitFor("the first experiment begins", hasCard);
    viewer.waitFor("with its own preset", [](const Json& shown) { return weightIn(shown) == 3.0; });
    viewer.clickOn("tour.next");
    viewer.settle();  // the card's buttons move with its text
    viewer.clickOn("tour.next");
    viewer.waitFor("the third experiment has another preset",
                   [](const Json& shown) { return weightIn(shown) < 0.0; });
    viewer.key("t");
    viewer.waitFor("the edited scene is back", [&](const Json& shown) { return weightIn(shown) == edited; });
    viewer.waitFor("the card is gone", [&](const Json& shown) { return !hasCard(shown); });
    // The undo history is back, too.
    viewer.key("ctrl+z");
    viewer.waitFor("the edit is undone", [](const Json& shown) { return weightIn(shown) == 3.0; });
}

TEST_CASE("a boid followed before the tour is followed again after it", "[app][window][tour]") {
    ViewerRun viewer({"--boids", "40"}, "900x600");
    viewer.key("v");
    viewer.waitFor("the camera looks through a boid's eyes",
                   [](const Json& shown) { return shown.at("camera").at("through_eyes").get<bool>(); });
    const Json followed = viewer.probe().at("boid");
    REQUIRE_FALSE(followed.is_null());
    viewer.key("t");
    viewer.waitFor("the tour shows its whole flock", [](const Json& shown) {
        return shown.at("items").contains("tour.end") && shown.at("boid").is_null();
    });
    viewer.key("t");
    viewer.waitFor("the tour is over, and the same boid leads the camera", [&](const Json& shown) {
        return !shown.at("items").contains("tour.end") && shown.at("boid") == followed &&
               shown.at("camera").at("through_eyes").get<bool>();
    });
}

TEST_CASE("choosing a preset ends the tour, and undo leads back to the scene from before it",
          "[app][window][tour][slow]") {
    ViewerRun viewer({"--boids", "40"}, "900x600");
    viewer.drag(viewer.placeOf(kWeight, 0.6), viewer.placeOf(kWeight, 0.2));
    const double edited = weightIn(viewer.probe());
    viewer.key("t");
    viewer.waitFor("the tour begins", [](const Json& shown) { return weightIn(shown) == 3.0; });
    viewer.settle();
    viewer.key("bracketleft");
    viewer.waitFor("another preset is shown, without a tour", [](const Json& shown) {
        return weightIn(shown) < 0.0 && !shown.at("items").contains("tour.end");
    });
    viewer.key("ctrl+z");
    viewer.waitFor("the edited scene is back", [&](const Json& shown) { return weightIn(shown) == edited; });
}

}  // namespace shoal::test
