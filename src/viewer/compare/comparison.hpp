#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "viewer/compare/side_by_side.hpp"
#include "viewer/edits/edits.hpp"
#include "viewer/files/preset_library.hpp"

namespace shoal {

/// A flock with other settings, A, beside the flock that is edited, B: shown in the left half of a split
/// picture. A has the settings that were loaded, in B's colours, unless others are
/// kept as A.
class Comparison {
public:
    /// Settings kept as A.
    struct Kept {
        Scene scene;
        std::string name;       ///< as the bar shows it
        bool isByUser = false;  ///< not of a way that the flock has left
    };

    /// `edits` must outlive this. `showStrip` is called at each split: the strip shows the measures of both.
    Comparison(const Services& services, Edits& edits, std::function<void()> showStrip)
        : m_player(services.player),
          m_stage(services.stage),
          m_messages(services.messages),
          m_background(services.background),
          m_layout(services.layout),
          m_edits(edits),
          m_showStrip(std::move(showStrip)) {}

    /// Adds its commands to the table. `comparison` may be null if none of them is run.
    static void declare(CommandTable& commands, Comparison* comparison);

    /// Splits the picture, or keeps only B.
    void toggle();
    /// Makes B's settings A's.
    void keep();
    /// Gives B the settings of A, and ends the split.
    void keepA();
    /// Exchanges the settings. Both flocks continue from B's state.
    void swap();
    /// Makes A the preset of `presets` with this name, or if it is empty the settings that were loaded.
    void compareWith(const std::string& preset, std::span<const PresetEntry> presets);
    /// Keeps the settings of a way that the flock has left as A, those without the change there, unless the
    /// user has kept some. The first time, it splits the picture.
    void noteAbandonedBranch(const Player::AbandonedBranch& left);
    const std::optional<Kept>& kept() const { return m_kept; }
    void setKept(std::optional<Kept> kept) { m_kept = std::move(kept); }

    /// Splits the picture: A is this flock but for one boid; both are coloured by how far they are apart.
    /// `name`: the boid's, "sardine 2837".
    void changeInA(const BoidChange& change, const std::string& name);

    void endSplit();
    /// Ends a split without a word.
    void dropSplit();
    bool isSplit() const { return m_split != nullptr; }
    const MeasureHistory* besideHistory() const { return m_split ? &m_split->history() : nullptr; }
    void drawSplitOverlay(const WidgetContext& context);
    /// For the bar over the picture; null without a split.
    const CompareInput* input(std::span<const PresetItem> presets);

    /// Call once a frame. `now` [s] of a monotonic clock.
    void update(double now);
    /// Call when the flock begins again.
    void restart();
    /// Forgets everything: another scene begins.
    void drop();

private:
    /// A flock A that is a copy of B but for one boid.
    struct WhatIfA {
        std::string name;  ///< the boid's
        bool isRemoved = false;
        Scene settings;  ///< as the two parted
    };

    Scene settingsOfA() const;
    void keepPreset(const Scene& preset, const std::string& title);
    void keepAs(const Scene& settings, const std::string& name);
    void takeSettingsOfA();
    void beginSplit();
    void split(const Scene& settings, const std::optional<BoidChange>& change);

    Player& m_player;
    Stage& m_stage;
    Messages& m_messages;
    Background& m_background;
    const FrameLayout& m_layout;
    Edits& m_edits;
    std::function<void()> m_showStrip;
    std::optional<Kept> m_kept;
    int m_choicesOfA = 0;                    ///< so far
    bool m_hasShownAbandonedBranch = false;  ///< the split for one that was abandoned
    CompareInput m_input;
    std::unique_ptr<SideBySide> m_split;  ///< if the flock A is in the left half
    std::optional<WhatIfA> m_whatIf;      ///< if A is a copy of B with a boid changed
};

}  // namespace shoal
