#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "program/viewer_run.hpp"

namespace shoal::test {

/// The first stone that a test adds.
inline const std::string kStone = "obstacle.stone-1";

inline bool hasStone(const nlohmann::json& shown) {
    return shown.at("values").contains(kStone + ".x");
}

/// Returns where the window shows an object.
inline ViewerRun::Point placeIn(const nlohmann::json& shown, const std::string& key) {
    const nlohmann::json& place = shown.at("objects").at("places").at(key);
    return {place.at("x").get<double>(), place.at("y").get<double>()};
}

/// Returns the point of the selected object's rim at the right of its middle.
inline ViewerRun::Point rimIn(const nlohmann::json& shown, const std::string& key) {
    ViewerRun::Point at = placeIn(shown, key);
    at.x += shown.at("objects").at("rim").get<double>();
    return at;
}

inline double distance(const ViewerRun::Point& a, const ViewerRun::Point& b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

/// Pauses and waits until the camera rests, so that objects stay where they are in the window.
inline void holdStill(ViewerRun& viewer) {
    viewer.key("space");
    viewer.waitFor("it pauses", [](const nlohmann::json& shown) { return shown.at("paused").get<bool>(); });
    viewer.waitForRest();
}

inline void addStone(ViewerRun& viewer) {
    viewer.clickOn("button.add_stone");
    viewer.waitFor("a stone is there and selected", [](const nlohmann::json& shown) {
        return hasStone(shown) && shown.at("objects").at("selected") == kStone;
    });
    viewer.settle();
}

/// Clicks on the stone where no fish is before it, which selects it, and returns that place.
inline ViewerRun::Point clickStone(ViewerRun& viewer, double radius) {
    for (const auto& [right, down] : {std::pair{0.0, 0.0},
                                      {-0.6, 0.0},
                                      {0.6, 0.0},
                                      {0.0, -0.6},
                                      {0.0, 0.6},
                                      {-0.5, -0.5},
                                      {0.5, -0.5},
                                      {-0.5, 0.5},
                                      {0.5, 0.5}}) {
        const ViewerRun::Point stone = placeIn(viewer.probe(), kStone);
        const ViewerRun::Point at{stone.x + right * radius, stone.y + down * radius};
        viewer.click(at.x, at.y);
        viewer.settle();
        if (viewer.probe().at("objects").at("selected") == kStone) {
            return at;
        }
        viewer.key("Escape");  // ends following a fish
        viewer.waitForRest();
    }
    FAIL("no click selects the stone");
    return {};
}

}  // namespace shoal::test
