#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/explore/phase_diagram.hpp"
#include "app/explore/variation.hpp"
#include "app/state/comparison.hpp"

namespace shoal {

/// The search for other settings, tried on copies of the flock: variations, and the runs behind the pad.
class Search {
public:
    /// The last two must outlive this.
    Search(const Services& services, Edits& edits, Comparison& comparison)
        : m_player(services.player),
          m_messages(services.messages),
          m_background(services.background),
          m_edits(edits),
          m_comparison(comparison),
          m_phases(services.background) {}

    /// Begins a search, or ends the one under way.
    void explore(Distance distance);

    /// Applies what a search has found, between two gestures of the mouse.
    void takeFound();

    /// Requests the runs behind the pad while it is shown; `now` [s] of a monotonic clock.
    void askForPhases(const std::optional<PhaseAxes>& axes, double now);
    const PhaseGrid& phases() const { return m_phases.grid(); }

    bool isRunning() const { return m_variation || m_phases.isRunning(); }

    /// Gives up the variation: another scene begins.
    void cancel();
    /// Ends all runs.
    void finish();

private:
    struct Variation {
        std::atomic<bool> isCancelled = false;  ///< read by its thread
        std::uint64_t revision = 0;             ///< of the settings that it varies
        std::optional<std::vector<Edit>> found;
    };

    Player& m_player;
    Messages& m_messages;
    Background& m_background;
    Edits& m_edits;
    Comparison& m_comparison;
    PhaseDiagram m_phases;
    std::shared_ptr<Variation> m_variation;  ///< being searched for; null if there is none
    std::uint64_t m_seed = 1;                ///< of the next search
};

}  // namespace shoal
