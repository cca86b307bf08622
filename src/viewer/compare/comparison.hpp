#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "play/player.hpp"
#include "viewer/compare/side_by_side.hpp"
#include "viewer/feature/feature.hpp"
#include "viewer/feature/services.hpp"
#include "viewer/panel/other_flock.hpp"

namespace shoal {

/// A flock with other settings, A, beside the flock that is edited, B: shown in the left half of a split
/// picture. A has the settings that were loaded, in B's colours, unless others are kept as A.
class Comparison : public Feature {
public:
    explicit Comparison(const Services& services);

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
    /// Makes A the preset with this name, or if it is empty the settings that were loaded.
    void compareWith(const std::string& preset);
    /// Splits the picture: A is this flock but for the boid followed, which is turned or removed; both are
    /// coloured by how far they are apart.
    void changeInA(bool isRemoved);

    void receive(double now) override;
    void afterEdits() override;
    void build(const BuildFrame& frame) override;
    void buildOverlay(const WidgetContext& context) override;
    bool cancel() override;
    void leave() override;
    void restart() override;
    void putAside() override { m_aside = m_kept; }
    void bringBack() override { m_kept = std::exchange(m_aside, std::nullopt); }

private:
    /// Settings kept as A.
    struct Kept {
        Scene scene;
        std::string name;       ///< as the bar shows it
        bool isByUser = false;  ///< not of a way that the flock has left
    };

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
    void endSplit();
    void dropSplit();
    void noteAbandonedBranch(const Player::AbandonedBranch& left);
    void showOther();

    const Services& m_services;
    Player& m_player;
    Stage& m_stage;
    Messages& m_messages;
    Background& m_background;
    const FrameLayout& m_layout;
    Edits& m_edits;
    std::optional<Kept> m_kept;
    std::optional<Kept> m_aside;
    int m_choicesOfA = 0;                        ///< so far
    bool m_hasShownAbandonedBranch = false;      ///< the split for one that was abandoned
    std::unique_ptr<SideBySide> m_split;         ///< if the flock A is in the left half
    std::optional<WhatIfA> m_whatIf;             ///< if A is a copy of B with a boid changed
    std::vector<SplitDifference> m_differences;  ///< between A and B
};

}  // namespace shoal
