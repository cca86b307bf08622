#include "app/window/screens.hpp"

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

}  // namespace shoal
