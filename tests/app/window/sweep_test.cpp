// The table of a sweep in the viewer, with a real mouse.

#include <filesystem>
#include <string>

#include "app/viewer_run.hpp"
#include "catch.hpp"
#include "scratch_folder.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

constexpr const char* kOrientation = "species.fish.zones.orientation";
constexpr const char* kAttraction = "species.fish.zones.attraction";

fs::path sweepInto(const fs::path& folder) {
    const ProgramResult made = runShoal(
        {.arguments = {"sweep", "zones", "--vary", "zones.orientation=1..9:3", "--vary",
                       "zones.attraction=4,8", "--vary", "seed=1,2", "--set", "count=20", "--steps", "10",
                       "--every", "5", "--measure", "polarisation,milling", "-o", "my sweep.csv"},
         .folder = folder,
         .home = folder / ".home"});
    CAPTURE(made.err);
    REQUIRE(made.status == 0);
    return folder / "my sweep.csv";
}

/// Clicks the middle of a cell of the 3 × 2 map, counted from the lower left one.
void clickCell(ViewerRun& viewer, double x, double y) {
    const auto at = viewer.placeOf("sweep.map", (x + 0.5) / 3.0);
    const Json map = viewer.probe().at("items").at("sweep.map");
    viewer.click(at.x, map.at("y").get<double>() + (1.5 - y) / 2.0 * map.at("height").get<double>());
}

bool isAt(const Json& shown, double orientation, double attraction) {
    return valueOf(shown, kOrientation) == orientation && valueOf(shown, kAttraction) == attraction;
}

}  // namespace

TEST_CASE("a sweep's table dropped on the window shows a map, and a click on it sets the scene",
          "[app][window][sweep]") {
    const ScratchFolder scratch;
    const fs::path table = sweepInto(scratch.path());
    ViewerRun viewer({"reef", "--boids", "40"}, "900x900");
    CHECK_FALSE(hasItem(viewer.probe(), "sweep.map"));
    viewer.drop(table);
    viewer.waitFor("the map is there", [](const Json& shown) { return hasItem(shown, "sweep.map"); });
    CHECK(viewer.probe().at("report").at("preset") == "zones");
    CHECK(viewer.probe().at("report").at("boids") == 20);
    const double before = valueOf(viewer, kOrientation);
    const double attraction = valueOf(viewer, kAttraction);
    clickCell(viewer, 1, 1);
    viewer.waitFor("both keys are set", [](const Json& shown) { return isAt(shown, 5.0, 8.0); });
    clickCell(viewer, 2, 0);
    viewer.waitFor("another cell is set", [](const Json& shown) { return isAt(shown, 9.0, 4.0); });
    // Each click is one step to undo.
    viewer.key("ctrl+z");
    viewer.waitFor("the first cell is back", [](const Json& shown) { return isAt(shown, 5.0, 8.0); });
    viewer.key("ctrl+z");
    viewer.waitFor("the start is back", [&](const Json& shown) { return isAt(shown, before, attraction); });
    // The map belongs to its scene.
    viewer.key("ctrl+z");
    viewer.waitFor("the scene before is back", [](const Json& shown) {
        return shown.at("report").at("preset") == "reef" && !hasItem(shown, "sweep.map");
    });
    viewer.key("ctrl+shift+z");
    viewer.waitFor("the map is back", [](const Json& shown) { return hasItem(shown, "sweep.map"); });
    viewer.clickOn("sweep.close");
    viewer.waitFor("it is closed", [](const Json& shown) { return !hasItem(shown, "heading.sweep"); });
}

TEST_CASE("the viewer opens a sweep's table by name and remembers it", "[app][window][sweep][slow]") {
    const ScratchFolder scratch;
    const fs::path table = sweepInto(scratch.path());
    fs::path home;
    const auto keep = [&](const fs::path& to) {
        if (!home.empty()) {
            fs::copy(home, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
        }
    };
    const ScratchFolder kept;
    {
        ViewerRun viewer({table.string()}, "900x900");
        viewer.waitFor("the map is there", [](const Json& shown) { return hasItem(shown, "sweep.map"); });
        clickCell(viewer, 1, 1);
        viewer.waitFor("both keys are set", [](const Json& shown) { return isAt(shown, 5.0, 8.0); });
        viewer.close();
        CHECK(viewer.end().status == 0);
        home = kept.path() / "home";
        fs::copy(viewer.home(), home, fs::copy_options::recursive);
    }
    ViewerRun viewer({}, "900x900", keep);
    viewer.waitFor("the map is there again", [](const Json& shown) { return hasItem(shown, "sweep.map"); });
    CHECK(isAt(viewer.probe(), 5.0, 8.0));
}

}  // namespace shoal::test
