#pragma once

#include <cstdint>
#include <vector>

#include "play/session/instant.hpp"
#include "viewer/compare/compare_bar.hpp"
#include "viewer/measures/live_figures.hpp"

namespace shoal {

/// What the window shows of the flock A beside the one that is edited, B: A's measures, and how the settings
/// differ.
class SideBySide {
public:
    explicit SideBySide(Background& background) : m_figures(&background) {}

    /// Measures A; call once a frame. `now` [s] of a monotonic clock.
    void update(const Instant& a, double now) { m_figures.update(a, now); }

    /// Call when both begin again.
    void restart() { m_figures.restart(); }

    const MeasureHistory& history() const { return m_figures.figures().history; }

    /// Returns the differences between the settings of A and B, compared again when B has changed.
    const std::vector<SplitDifference>& differences(const Scene& a, const Instant& b);

private:
    LiveFigures m_figures;
    std::vector<SplitDifference> m_differences;
    std::uint64_t m_compared = 0;  ///< revision of B
};

/// Lists the settings that differ between two scenes of the same structure, in the order of the panel.
std::vector<SplitDifference> differencesOf(const Scene& a, const Scene& b);

/// Gives a scene the settings of a preset, whose species may have other names. Fails if it has another number
/// of species, if others of them perceive each other, or if its step or pace differs; the problem says what.
Outcome takeSettingsOf(const Scene& preset, Scene& scene);

}  // namespace shoal
