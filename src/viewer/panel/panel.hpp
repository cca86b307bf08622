#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/layout/card_places.hpp"
#include "ui/layout/panel_layout.hpp"
#include "ui/layout/panel_place.hpp"
#include "ui/widgets/ui_probe.hpp"
#include "ui/widgets/widgets.hpp"
#include "viewer/find/finder.hpp"
#include "viewer/panel/panel_types.hpp"
#include "viewer/panel/section_rows.hpp"
#include "viewer/tunables/scene_view.hpp"
#include "viewer/tunables/watch_links.hpp"

namespace shoal {

/// Width of the card at the right, without its margin, at scale 1 [px].
inline constexpr float kSideWidth = 288.0f;

/// All that surrounds the picture: a card with the sliders that the preset names, which unfolds to all
/// settings that the scene and its rules declare; a strip of icons, which open popovers; and the time chip.
/// It appends commands, and changes only its layout and the settings of the picture itself.
class Panel {
public:
    /// Builds the panel within an ImGui frame. It sets the context's folds and width itself.
    PanelShown build(const PanelInput& input, WidgetContext context, Commands& commands);

    /// Asks, from the next frame on, whether a preset saved under `title` may replace the one called
    /// `replaced`: two long titles can have the same file.
    void askToOverwrite(const std::string& title, const std::string& replaced) {
        m_overwrite = title;
        m_overwritten = replaced;
    }

    /// Asks for another name, from the next frame on, because the last one was refused.
    void askForNameAgain() { m_isSaving = m_takesFocus = true; }

    /// While the panel is hidden: builds the button that shows it again.
    void buildShowButton(const WidgetContext& context, Commands& commands) const;

    /// Where card, strip and chip lie in a view of this size [px].
    PanelPlace place(float scale, const ImVec2& view) const {
        return panelPlace(scale, view, m_layout.width);
    }

    /// Whether the card is unfolded to all settings; the layout remembers it.
    bool isSettingsShown() const;

    /// Opens or closes the box that finds sliders, commands and presets.
    void toggleFinder() { m_finder.toggle(); }
    /// Opens the pictures that set the light, above the icons.
    void openLight() { m_opensLight = true; }

    /// Points out the slider of a tunable for a few seconds: unfolds what hides it and scrolls to it.
    void pointOut(const std::string& key, bool isTyped = false);

    /// The strip that plots the measures below the picture.
    bool isStripShown() const;
    void toggleStrip();

    /// Whether the card that compares the flock with targets is unfolded.
    bool isScoreShown() const;

    /// The kinds of measures that the strip or the unfolded list of all measures shows.
    std::vector<const MeasureKind*> shownKinds() const;

    /// Marks another flock's values and measures until the next call.
    void showBeside(OtherFlock other) { m_other = std::move(other); }

    /// Unfolds a heading in the list of all settings.
    void unfoldHeading(const std::string& id) { m_layout.folds[id] = true; }

    /// Shows the strip unless the user has shown or hidden it before.
    void showStripAtFirst();

    const PanelLayout& layout() const { return m_layout; }
    void setLayout(PanelLayout layout) { m_layout = std::move(layout); }
    void setSize(float size) { m_layout.look.size = size; }

private:
    static constexpr const char* kSettingsFold = "settings";

    // The card: panel_card.cpp.
    void buildCard(PanelFrame& frame);
    void buildKinds(PanelFrame& frame);
    void buildHead(PanelFrame& frame);
    void buildSubtitle(PanelFrame& frame);
    void buildSaving(PanelFrame& frame);
    void askForTitle(const std::string& proposed);
    void buildWatch(PanelFrame& frame, int maxLines);
    void buildHeroes(PanelFrame& frame);
    void buildFoot(PanelFrame& frame);
    void buildOverwriteQuestion(PanelFrame& frame);

    // The strip of icons, the time chip and their popovers: panel_tools.cpp.
    void buildTools(PanelFrame& frame);
    void buildChip(PanelFrame& frame);
    void noteSpeed(const PanelInput& input);
    static void buildViews(PanelFrame& frame, Highlight& highlight);
    void buildLight(PanelFrame& frame);
    void buildColour(PanelFrame& frame);
    void buildMore(PanelFrame& frame);

    // All settings.
    void buildSettings(PanelFrame& frame);
    static void buildSource(PanelFrame& frame);
    void buildSpeciesTabs(PanelFrame& frame);
    void buildPopulation(PanelFrame& frame);
    void buildSpecies(PanelFrame& frame, std::size_t section);
    void buildSeed(PanelFrame& frame);
    void buildSlowness(PanelFrame& frame, bool isSlow);
    void buildTime(PanelFrame& frame);
    void buildFollowing(PanelFrame& frame);
    void buildObjects(PanelFrame& frame);
    void buildRules(PanelFrame& frame);
    void buildRuleGroup(PanelFrame& frame, const char* title, bool isFlight);
    void buildRest(PanelFrame& frame);
    void buildMeasures(PanelFrame& frame);
    void unfold(const std::string& key);

    void buildSide(PanelFrame& frame);
    void buildFinder(PanelFrame& frame);
    void plot(const std::string& column);
    void buildStrip(PanelFrame& frame);
    bool isHero(const std::string& key) const;
    bool isShownSpecies(const Section& section) const;
    bool isCardAtTop(std::size_t section);

    SceneView m_view;
    OtherFlock m_other;
    std::vector<Hero> m_heroes;
    std::optional<std::uint64_t> m_heroesRevision;
    bool m_opensLight = false;  ///< in the next frame
    Finder m_finder;
    PerceptionLink m_perception;
    Highlight m_highlight;
    CardPlaces m_cards;
    std::string m_selectedObject;  ///< as in the last frame
    std::vector<WatchPiece> m_watch;
    std::optional<std::uint64_t> m_watchRevision;
    bool m_isSpeciesChosen = false;  ///< by the panel itself, which must then select its tab
    PanelLayout m_layout;
    std::optional<PanelLook> m_heldLook;   ///< while its size is dragged
    std::optional<PlaneWish> m_planeWish;  ///< the last click into the plane
    int m_speciesIndex = 0;
    bool m_hadKeyboard = false;
    bool m_scrollsToTop = false;
    bool m_scrollsToEnd = false;
    bool m_isSlow = false;        ///< the flock does not keep up with real time
    double m_speedSettled = 0.0;  ///< [s] when that was last as shown
    bool m_isSaving = false;
    bool m_takesFocus = false;
    std::string m_saveTitle;
    std::optional<std::string> m_overwrite;
    std::string m_overwritten;  ///< title of the preset that it would replace
};

}  // namespace shoal
