#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/files/preset_library.hpp"
#include "app/play/side_by_side.hpp"
#include "app/session/morph.hpp"
#include "app/state/edits.hpp"
#include "ui/panel/panel.hpp"

namespace shoal {

/// Other settings beside those shown: kept as A or B to switch to, reached by a morph, or shown in the left
/// half of a split picture.
class Comparison {
public:
    /// Settings to compare the current ones with.
    struct Other {
        Scene scene;
        char letter = 'A';
    };

    /// The last two must outlive this.
    Comparison(const Services& services, Edits& edits, Panel& panel)
        : m_player(services.player),
          m_stage(services.stage),
          m_figures(services.figures),
          m_messages(services.messages),
          m_background(services.background),
          m_layout(services.layout),
          m_edits(edits),
          m_panel(panel) {}

    /// Keeps the settings as A.
    void keep();
    /// Switches to the other settings; keeps the current ones as A if there are none. The flock continues
    /// from its current state.
    void compare();
    /// Keeps the settings of a way that the flock has left as A, unless A is taken, and says so.
    void noteLeft(const Scene& settings);
    const std::optional<Other>& other() const { return m_other; }
    void setOther(std::optional<Other> other) { m_other = std::move(other); }

    /// Starts the morph chosen in the panel, to the other settings or one of `presets`, or stops the one
    /// under way.
    void toggleMorph(std::span<const PresetEntry> presets);
    /// Stops a morph, if there is one, and leaves the settings at the values that are shown.
    void stopMorph();
    bool isMorphing() const { return m_morph.has_value(); }
    /// 0 .. 1; empty without a morph.
    std::optional<double> morphProgress() const;

    /// Splits the picture, or keeps only B.
    void toggleSplit();
    void endSplit();
    /// Ends a split without a word.
    void dropSplit();
    bool isSplit() const { return m_split != nullptr; }
    const MeasureHistory* besideHistory() const { return m_split ? &m_split->history() : nullptr; }
    void drawSplitOverlay(const WidgetContext& context);

    /// Call once a frame. `hasMorphed`: the morph has reached its target. `now` [s] of a monotonic clock.
    void update(bool hasMorphed, double now);
    /// Call when the flock begins again.
    void restart();
    /// Forgets everything: another scene begins.
    void drop();

private:
    /// A morph of the settings under way.
    struct RunningMorph {
        Morph morph;
        Scene from;                  ///< as it began
        std::string name;            ///< of the target, for messages
        std::optional<Other> after;  ///< the settings to switch to once it is over
    };

    void beginMorph(const Scene& target, const std::string& name);
    void endMorph();
    RunningMorph takeMorph();
    void noteMorphed(const std::vector<Edit>& edits, const Scene& from);
    void beginSplit();

    Player& m_player;
    Stage& m_stage;
    LiveFigures& m_figures;
    Messages& m_messages;
    Background& m_background;
    const FrameLayout& m_layout;
    Edits& m_edits;
    Panel& m_panel;
    std::optional<Other> m_other;
    std::optional<RunningMorph> m_morph;
    std::unique_ptr<SideBySide> m_split;  ///< if the flock A is in the left half
};

}  // namespace shoal
