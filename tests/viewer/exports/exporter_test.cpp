// Exports in a real window.

#include <fstream>

#include <shoal/preset.hpp>

#include "program/viewer_run.hpp"

namespace shoal::test {
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

std::string messageIn(const Json& shown) {
    return shown.at("message").get<std::string>();
}

}  // namespace

TEST_CASE(
    "Export writes positions, measures, settings and a picture, and Ctrl+C copies the value under the mouse",
    "[app][window][export]") {
    ViewerRun viewer(reefOf(60), "900x600");
    viewer.waitFor("something has been measured",
                   [](const Json& shown) { return shown.at("report").at("steps").get<int>() > 60; });
    viewer.clickOn("strip.more");
    viewer.clickOn("more.export");
    viewer.waitFor("it is saved", [](const Json& shown) {
        return messageIn(shown).find("positions.csv") != std::string::npos;
    });
    fs::path folder;
    for (const auto& entry : fs::directory_iterator(viewer.home() / "Pictures")) {
        folder = fs::exists(entry.path() / "positions.csv") ? entry.path() : folder;
    }
    REQUIRE_FALSE(folder.empty());
    const auto linesIn = [&](const char* name) {
        std::ifstream file(folder / name);
        return std::count(std::istreambuf_iterator<char>(file), {}, '\n');
    };
    CHECK(linesIn("positions.csv") == 61);
    CHECK(linesIn("measures.csv") >= 2);
    CHECK(loadPreset(folder / "settings.toml"));
    CHECK(fs::file_size(folder / "picture.png") > 1000);
    const std::string weight = "hero.species.sardine.alignment.weight";
    const ViewerRun::Point place = viewer.placeOf(weight, 0.2);
    viewer.moveTo(place.x, place.y);
    viewer.settle();
    viewer.key("ctrl+c");
    viewer.waitFor("it is copied",
                   [](const Json& shown) { return messageIn(shown).starts_with("Copied 3 1/s"); });
    viewer.moveTo(600, 300);
    viewer.settle();
    viewer.key("ctrl+c");
    viewer.waitFor("all settings are copied",
                   [](const Json& shown) { return messageIn(shown).starts_with("Copied the settings"); });
}

}  // namespace shoal::test
