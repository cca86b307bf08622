#pragma once

#include <cstddef>
#include <span>

namespace shoal {

/// A window or a monitor, in desktop coordinates.
struct ScreenArea {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
};

/// Returns the monitor that shows most of the window; the first one, which is the primary, if none shows any.
std::size_t screenShowing(const ScreenArea& window, std::span<const ScreenArea> screens);

}  // namespace shoal
