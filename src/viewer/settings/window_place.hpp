#pragma once

#include <array>

#include <shoal/parameter.hpp>

namespace shoal {

/// A window or a monitor, in desktop coordinates.
struct ScreenArea {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    static constexpr int kFar = 1'000'000;
    static constexpr std::array parameters{parameter<&ScreenArea::x>("x", linear(-kFar, kFar)),
                                           parameter<&ScreenArea::y>("y", linear(-kFar, kFar)),
                                           parameter<&ScreenArea::width>("width", linear(1, kFar)),
                                           parameter<&ScreenArea::height>("height", linear(1, kFar))};
};

/// The place of a window: its area while neither maximised nor full screen, and whether it is maximised.
struct WindowPlace {
    ScreenArea area;
    bool isMaximised = false;

    static constexpr std::array parameters{parameter<&WindowPlace::isMaximised>("maximised")};
};

}  // namespace shoal
