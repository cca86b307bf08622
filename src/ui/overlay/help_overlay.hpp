#pragma once

#include <string_view>

#include "ui/command/commands.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

enum class HelpAction { none, close, openManual };

/// Builds the list of keys and mouse gestures in the middle of the view, whose left edge is at
/// `pictureLeft` [px], with a button for the manual. A click anywhere else closes it. `flyKeys`: as the
/// user's keyboard labels them.
HelpAction buildHelpOverlay(const WidgetContext& context, float pictureLeft,
                            std::string_view flyKeys = kFlyKeys);

}  // namespace shoal
