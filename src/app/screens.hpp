#pragma once

#include <cstddef>
#include <span>

namespace shoal {

/// A window or a monitor on the desktop, in its coordinates.
struct ScreenArea {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
};

/// The monitor that shows most of the window; the first, which is the primary one, when none shows any.
std::size_t screenShowing(const ScreenArea& window, std::span<const ScreenArea> screens);

}  // namespace shoal
