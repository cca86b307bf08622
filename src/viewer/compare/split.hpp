#pragma once

#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Draws the line between the halves of a split picture, at `middle` down to `bottom` [px], in the current
/// ImGui frame and behind its windows.
void drawSplit(const WidgetContext& context, float middle, float bottom);

}  // namespace shoal
