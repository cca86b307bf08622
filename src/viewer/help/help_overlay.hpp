#pragma once

#include <string_view>

#include "ui/widgets/widgets.hpp"
#include "viewer/command/command.hpp"
#include "viewer/help/help_lines.hpp"

namespace shoal {

/// Builds the list of keys and mouse gestures in the middle of the view, whose left edge is at
/// `pictureLeft` [px], with a button for the manual. A click anywhere else closes it. `flyKeys`: as the
/// user's keyboard labels them. The context must have commands.
void buildHelpOverlay(const WidgetContext& context, float pictureLeft, Commands& commands,
                      std::string_view flyKeys = kFlyKeys);

}  // namespace shoal
