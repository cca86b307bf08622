// The viewer's camera, moved with real keys and a real mouse.

#include <nlohmann/json.hpp>

#include "program/viewer_run.hpp"
#include "render/camera/camera_views.hpp"

namespace shoal::test {

namespace {

using Json = nlohmann::json;

std::array<double, 3> place(const Json& shown, const char* what) {
    return shown.at("camera").at(what).get<std::array<double, 3>>();
}

double apart(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

std::string viewOf(const Json& shown) {
    return shown.at("camera").at("view").get<std::string>();
}

void waitForView(ViewerRun& viewer, const std::string& name) {
    viewer.waitFor("the camera is " + name, [&](const Json& shown) { return viewOf(shown) == name; });
}

/// Waits until the camera rests; the flock must be paused.
Json rested(ViewerRun& viewer) {
    viewer.waitForRest();
    return viewer.probe();
}

}  // namespace

TEST_CASE("C cycles through the cameras, and the panel shows the current one", "[app][window][slow]") {
    ViewerRun viewer({"reef", "--boids", "60", "--threads", "1"}, "640x900");
    CHECK(viewOf(viewer.probe()) == "school");
    for (const CameraView& view : sceneViews().subspan(1)) {
        viewer.key("c");
        waitForView(viewer, std::string(view.name));
    }
    CHECK(viewer.probe().at("following").get<bool>());
    CHECK(viewer.probe().at("camera").at("through_eyes").get<bool>());
    viewer.key("c");
    waitForView(viewer, "school");
    CHECK_FALSE(viewer.probe().at("following").get<bool>());
    viewer.key("shift+c");
    waitForView(viewer, "patrol");
    // In a view that the user has turned, C first restores the view.
    viewer.key("c");
    viewer.key("c");
    waitForView(viewer, "above");
    viewer.key("space");
    viewer.drag({500, 300}, {560, 330});
    viewer.waitFor("it is turned",
                   [](const Json& shown) { return shown.at("camera").at("touched").get<bool>(); });
    viewer.key("c");
    viewer.waitFor("it is above again",
                   [](const Json& shown) { return !shown.at("camera").at("touched").get<bool>(); });
    CHECK(viewOf(viewer.probe()) == "above");
    CHECK(viewer.probe().at("camera").at("elevation").get<double>() > 1.2);
}

TEST_CASE("V looks through the eyes of a boid and Escape comes back", "[app][window]") {
    ViewerRun viewer({"reef", "--boids", "60", "--threads", "1"});
    const double elevation = viewer.probe().at("camera").at("elevation").get<double>();
    viewer.key("v");
    viewer.waitFor("it looks through eyes",
                   [](const Json& shown) { return shown.at("camera").at("through_eyes").get<bool>(); });
    CHECK(viewer.probe().at("mark").is_null());
    CHECK(viewer.probe().at("message") == "Through a boid's eyes; Esc comes back");
    // It swims along with the school.
    const auto start = place(viewer.probe(), "eye");
    viewer.waitFor("it swims", [&](const Json& shown) { return apart(place(shown, "eye"), start) > 1.0; });
    viewer.key("Escape");
    viewer.waitFor("the view from before is back, because no boid was chosen", [&](const Json& shown) {
        return !shown.at("camera").at("through_eyes").get<bool>() && !shown.at("following").get<bool>() &&
               std::abs(shown.at("camera").at("elevation").get<double>() - elevation) < 0.01;
    });
    CHECK(viewer.probe().at("message") == "");
    for (int back = 0; back < 4; ++back) {
        viewer.key("shift+c");  // past patrol, dive and eyes
    }
    viewer.waitFor("it follows a boid", [](const Json& shown) { return shown.at("following").get<bool>(); });
    viewer.key("v");
    viewer.waitFor("it looks through its eyes",
                   [](const Json& shown) { return shown.at("camera").at("through_eyes").get<bool>(); });
    viewer.key("Escape");
    viewer.waitFor("it follows from outside", [](const Json& shown) {
        return !shown.at("camera").at("through_eyes").get<bool>() && shown.at("following").get<bool>();
    });
    viewer.waitFor("the boid is marked", [](const Json& shown) { return !shown.at("mark").is_null(); });
    const Json mark = viewer.probe().at("mark");
    CHECK(mark.at("radius").get<double>() >= 10.0);
    viewer.key("Escape");
    viewer.waitFor("it is released", [](const Json& shown) {
        return !shown.at("following").get<bool>() && shown.at("mark").is_null();
    });
}

TEST_CASE("a pause stops the camera at once, and Home brings the flock back even then",
          "[app][window][slow]") {
    // Wide enough for the whole flock beside the unfolded card.
    ViewerRun viewer({"reef", "--boids", "60", "--threads", "1", "--set", "camera.orbit=20"}, "1000x600");
    viewer.waitFor("it circles", [](const Json& shown) {
        return shown.at("report").at("steps").get<std::uint64_t>() > 20;
    });
    viewer.key("space");
    viewer.waitFor("it pauses", [](const Json& shown) { return shown.at("paused").get<bool>(); });
    const Json paused = rested(viewer);
    const auto target = place(paused, "target");
    const double distance = paused.at("camera").at("shown").at("distance").get<double>();
    // Flies and zooms far away.
    viewer.xdotool({"keydown", "d"});
    viewer.waitFor("it flies",
                   [&](const Json& shown) { return apart(place(shown, "target"), target) > 20.0; });
    viewer.xdotool({"keyup", "d"});
    viewer.moveTo(500, 300);
    for (int notch = 0; notch < 10; ++notch) {
        viewer.xdotool({"click", "4"});
    }
    viewer.key("Home");
    viewer.waitFor("the flock is back", [&](const Json& shown) {
        return apart(place(shown, "target"), target) < 0.5 &&
               std::abs(shown.at("camera").at("shown").at("distance").get<double>() - distance) <
                   0.2 * distance;
    });
    CHECK(viewer.probe().at("paused").get<bool>());
}

}  // namespace shoal::test
