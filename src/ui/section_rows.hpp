#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "ui/panel_types.hpp"
#include "ui/scene_view.hpp"
#include "ui/widgets.hpp"

namespace shoal {

/// The frame of the panel being built: what it shows, what it may draw with and where wishes go.
struct PanelFrame {
    const WidgetContext& context;
    const PanelInput& input;
    const SceneView& view;
    PanelRequests& requests;
};

/// Rows for some of a section's tunables, by index.
void buildRows(PanelFrame& frame, std::size_t section, const std::vector<std::size_t>& parameters);

/// Rows for all of them.
void buildAllRows(PanelFrame& frame, std::size_t section);

/// A section that folds, with all its rows.
void buildFoldingSection(PanelFrame& frame, std::size_t section, bool isOpenAtFirst);

/// A rule's card: on/off switch and title; below, when unfolded, its weight and radii, then the rest under
/// "More".
void buildRuleCard(PanelFrame& frame, std::size_t section);

}  // namespace shoal
