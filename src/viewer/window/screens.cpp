#include "viewer/window/screens.hpp"

#include <algorithm>
#include <cstdint>

namespace shoal {

namespace {

std::int64_t overlap(int startA, int lengthA, int startB, int lengthB) {
    const std::int64_t start = std::max<std::int64_t>(startA, startB);
    const std::int64_t end = std::min(std::int64_t{startA} + lengthA, std::int64_t{startB} + lengthB);
    return std::max<std::int64_t>(0, end - start);
}

}  // namespace

std::size_t screenShowing(const ScreenArea& window, std::span<const ScreenArea> screens) {
    std::size_t best = 0;
    std::int64_t largest = 0;
    for (std::size_t index = 0; index < screens.size(); ++index) {
        const ScreenArea& screen = screens[index];
        const std::int64_t shown = overlap(window.x, window.width, screen.x, screen.width) *
                                   overlap(window.y, window.height, screen.y, screen.height);
        if (shown > largest) {
            largest = shown;
            best = index;
        }
    }
    return best;
}

ScreenArea reachableArea(ScreenArea remembered, std::span<const ScreenArea> screens) {
    constexpr int kMinWidth = 320;
    constexpr int kMinHeight = 200;
    constexpr int kGrip = 64;  // this much of its top must be on the monitor, in both directions
    if (screens.empty()) {
        return remembered;
    }
    const ScreenArea& screen = screens[screenShowing(remembered, screens)];
    ScreenArea area = remembered;
    area.width = std::clamp(area.width, std::min(kMinWidth, screen.width), std::max(1, screen.width));
    area.height = std::clamp(area.height, std::min(kMinHeight, screen.height), std::max(1, screen.height));
    const bool isReachable = overlap(area.x, area.width, screen.x, screen.width) >= kGrip &&
                             overlap(area.y, kGrip, screen.y, screen.height) >= kGrip / 2;
    if (!isReachable) {
        area.x = screen.x + (screen.width - area.width) / 2;
        area.y = screen.y + (screen.height - area.height) / 2;
    }
    return area;
}

}  // namespace shoal
