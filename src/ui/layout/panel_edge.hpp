#pragma once

#include "ui/layout/panel_layout.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Builds the panel's right edge, within the panel's window: a drag sets the layout's width, a double click
/// resets it.
void buildPanelEdge(const WidgetContext& context, PanelLayout& layout);

}  // namespace shoal
