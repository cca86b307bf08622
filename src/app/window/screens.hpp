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

/// The place of a window: its area while neither maximised nor full screen, and whether it is maximised.
struct WindowPlace {
    ScreenArea area;
    bool isMaximised = false;
};

/// Returns the monitor that shows most of the window; the first one, which is the primary, if none shows any.
std::size_t screenShowing(const ScreenArea& window, std::span<const ScreenArea> screens);

/// Returns the area for a window that was at `remembered`: no larger than its monitor, and in the middle of
/// the first monitor if no monitor shows enough of it to grab.
ScreenArea reachableArea(ScreenArea remembered, std::span<const ScreenArea> screens);

}  // namespace shoal
