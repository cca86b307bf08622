// The window never waits for a step of the flock.

#include <nlohmann/json.hpp>

#include "program/viewer_run.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

std::vector<std::string> slowReef(const std::string& seconds) {
    return {"reef",
            "--boids",
            "60",
            "--threads",
            "1",
            "--plugin",
            SHOAL_TEST_PLUGINS "/sluggish.so",
            "--set",
            "species.sardine.sluggish.enabled=1",
            "--set",
            "species.sardine.sluggish.wait=" + seconds};
}

std::uint64_t shownFrames(const Json& shown) {
    return shown.at("frame").get<std::uint64_t>();
}

std::uint64_t shownSteps(const Json& shown) {
    return shown.at("report").at("steps").get<std::uint64_t>();
}

}  // namespace

TEST_CASE("frames go on while a slow step is under way", "[app][window][waiting][slow]") {
    ViewerRun viewer(slowReef("0.6"), "320x240");
    viewer.waitFor("a step is shown", [](const Json& shown) { return shownSteps(shown) > 0; });
    const Json before = viewer.probe();
    viewer.waitFor("three more are",
                   [&](const Json& shown) { return shownSteps(shown) >= shownSteps(before) + 3; });
    const Json after = viewer.probe();
    // Waiting for steps, the viewer would draw one frame for each.
    CHECK(shownFrames(after) - shownFrames(before) > 4 * (shownSteps(after) - shownSteps(before)));
}

TEST_CASE("a change shows while the step before it is still under way", "[app][window][waiting]") {
    ViewerRun viewer(slowReef("1"));
    viewer.waitFor("a step is shown", [](const Json& shown) { return shownSteps(shown) > 0; });
    const auto place = viewer.placeOf(kWeight, 0.2);
    const std::uint64_t step = shownSteps(viewer.probe());
    viewer.click(place.x, place.y);
    viewer.waitFor("the slider has moved",
                   [](const Json& shown) { return shown.at("values").at(kWeight).get<double>() != 3.0; });
    CHECK(shownSteps(viewer.probe()) <= step + 2);
    // Undo finds the change, although the flock has not seen it yet.
    viewer.key("ctrl+z");
    viewer.waitFor("it is back",
                   [](const Json& shown) { return shown.at("values").at(kWeight).get<double>() == 3.0; });
    viewer.key("space");
    viewer.waitFor("it pauses", [](const Json& shown) { return shown.at("paused").get<bool>(); });
    viewer.close();
    CHECK(viewer.end().status == 0);
}

}  // namespace shoal::test
