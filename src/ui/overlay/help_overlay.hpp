#pragma once

#include "ui/widgets/widgets.hpp"

namespace shoal {

enum class HelpAction { none, close, openManual };

/// Builds the list of keys and mouse gestures in the middle of the view, whose left edge is at
/// `pictureLeft` [px], with a button for the manual. A click anywhere else closes it.
HelpAction buildHelpOverlay(const WidgetContext& context, float pictureLeft);

}  // namespace shoal
