// Sliders in a real window: their effect on the flock, and the button beyond their end.

#include <string>
#include <vector>

#include "app/viewer_run.hpp"
#include "catch.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

const std::string kPerception = "species.sardine.perception.radius";

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

TEST_CASE("raising perception beside a radius is one change to undo", "[app][window][sliders]") {
    ViewerRun viewer({"reef", "--boids", "40"});
    REQUIRE(valueOf(viewer.probe(), kAlignmentRadius) == 1.0);
    viewer.clickOn(kAlignmentRadius + ".raise");
    viewer.waitFor("the boids see farther", [](const Json& shown) {
        return valueOf(shown, kPerception) == 1.5 && valueOf(shown, kAlignmentRadius) == 1.5;
    });
    viewer.key("ctrl+z");
    viewer.waitFor("both are back", [](const Json& shown) {
        return valueOf(shown, kPerception) == 1.0 && valueOf(shown, kAlignmentRadius) == 1.0;
    });
}

}  // namespace shoal::test
