#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ui/layout/card_places.hpp"
#include "ui/layout/panel_place.hpp"
#include "ui/widgets/widgets.hpp"
#include "viewer/panel/other_flock.hpp"
#include "viewer/panel/panel_types.hpp"
#include "viewer/tunables/heroes.hpp"
#include "viewer/tunables/scene_view.hpp"
#include "viewer/tunables/slider_facts.hpp"
#include "viewer/tunables/tunable_row.hpp"

namespace shoal {

/// A row that the panel points out for a few seconds.
struct Highlight {
    static constexpr float kSeconds = 6.0f;

    std::string key;       ///< of the tunable
    float left = 0.0f;     ///< [s]
    bool isNew = false;    ///< not yet unfolded and scrolled to
    bool isTyped = false;  ///< its value shall be typed
};

/// While a perception radius is dragged, the rules' radii that equal it follow it. They are chosen when the
/// drag begins, so that it does not pick up radii on the way.
class PerceptionLink {
public:
    /// Adds the edits of the radii that follow the change of a row.
    void follow(std::span<const Section> sections, const std::string& key, const TunableChange& change,
                std::vector<Edit>& edits);

private:
    std::string m_held;                           ///< key of the slider being dragged, or empty
    std::vector<RadiusAtPerception> m_followers;  ///< the radii that follow
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
    const OtherFlock& other;  ///< beside this one; empty if there is none
};

/// Builds rows for some of a section's tunables, by index.
void buildRows(PanelFrame& frame, std::size_t section, const std::vector<std::size_t>& parameters);

/// Builds the row of a slider outside the list of all settings, over the whole width.
void buildHeroRow(PanelFrame& frame, const Hero& hero);

/// Builds rows for all tunables of a section.
void buildAllRows(PanelFrame& frame, std::size_t section);

/// Builds a folding section with all its rows.
void buildFoldingSection(PanelFrame& frame, std::size_t section, bool isOpenAtFirst);

/// Builds a rule's card: on/off switch and title; when unfolded, also its weight and radii, then the rest
/// under "More".
void buildRuleCard(PanelFrame& frame, std::size_t section);

}  // namespace shoal
