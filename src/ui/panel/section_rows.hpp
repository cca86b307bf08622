#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "ui/layout/card_places.hpp"
#include "ui/layout/panel_place.hpp"
#include "ui/panel/panel_types.hpp"
#include "ui/sliders/heroes.hpp"
#include "ui/sliders/perception_link.hpp"
#include "ui/sliders/scene_view.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// A row that the panel points out for a few seconds.
struct Highlight {
    static constexpr float kSeconds = 6.0f;

    std::string key;     ///< of the tunable
    float left = 0.0f;   ///< [s]
    bool isNew = false;  ///< not yet unfolded and scrolled to
};

/// The frame of the panel being built: context, data and results.
struct PanelFrame {
    const WidgetContext& context;
    const PanelInput& input;
    const SceneView& view;
    Commands& commands;
    std::vector<Edit>& edits;  ///< one command in the end
    bool& joinsLast;           ///< that command's
    PanelShown& shown;
    PerceptionLink& perception;
    Highlight& highlight;
    CardPlaces& cards;
    const PanelPlace& place;
};

/// Builds rows for some of a section's tunables, by index.
void buildRows(PanelFrame& frame, std::size_t section, const std::vector<std::size_t>& parameters);

/// Builds the row of a slider outside the list of all settings, over the whole width.
void buildHeroRow(PanelFrame& frame, const Hero& hero);

/// Builds the slider of a tunable as a cell of a table, this wide [px], dimmed while its rule is off.
void buildCell(PanelFrame& frame, std::size_t section, std::size_t parameter, float width);

/// Builds rows for all tunables of a section.
void buildAllRows(PanelFrame& frame, std::size_t section);

/// Builds a folding section with all its rows.
void buildFoldingSection(PanelFrame& frame, std::size_t section, bool isOpenAtFirst);

/// Builds a rule's card: on/off switch and title; when unfolded, also its weight and radii, then the rest
/// under "More".
void buildRuleCard(PanelFrame& frame, std::size_t section);

}  // namespace shoal
