#pragma once

#include <optional>

#include "ui/layout/panel_layout.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Builds the folded section with the panel's own size and theme. `held` keeps a dragged size until it is
/// released; otherwise the slider would move away from under the mouse.
void buildPanelLook(const WidgetContext& context, PanelLook& look, std::optional<PanelLook>& held);

}  // namespace shoal
