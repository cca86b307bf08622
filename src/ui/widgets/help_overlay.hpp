#pragma once

#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Builds the list of keys and mouse gestures in the middle of the view, whose left edge is at
/// `pictureLeft` [px]. True when it was clicked away.
bool buildHelpOverlay(const WidgetContext& context, float pictureLeft);

}  // namespace shoal
