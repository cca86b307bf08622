#pragma once

#include <cstddef>
#include <span>

#include "viewer/settings/window_place.hpp"

namespace shoal {

/// Returns the monitor that shows most of the window; the first one, which is the primary, if none shows any.
std::size_t screenShowing(const ScreenArea& window, std::span<const ScreenArea> screens);

/// Returns the area for a window that was at `remembered`: no larger than its monitor, and in the middle of
/// the first monitor if no monitor shows enough of it to grab.
ScreenArea reachableArea(ScreenArea remembered, std::span<const ScreenArea> screens);

}  // namespace shoal
