#pragma once

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

}  // namespace shoal
