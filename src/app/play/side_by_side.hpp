#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/play/session.hpp"
#include "app/study/live_figures.hpp"
#include "ui/overlay/split.hpp"

namespace shoal {

/// A second flock, A, beside the one that is edited, B. A begins as a copy of B with its own settings and
/// makes every step with B.
class SideBySide {
public:
    SideBySide(const Session& b, const Scene& settings);

    void stepOnce() { m_a.stepOnce(); }

    /// Both begin at step 0 with this seed.
    void restart(std::uint64_t seed);

    /// Measures A; call once a frame. `now` [s] of a monotonic clock.
    void update(double now) { m_figures.update(m_a.simulation(), now); }

    const Session& a() const { return m_a; }
    const MeasureHistory& history() const { return m_figures.figures().history; }

    /// Returns the differences between A and B, compared again when either has changed.
    const std::vector<SplitDifference>& differences(const Session& b);

private:
    Session m_a;
    LiveFigures m_figures;
    std::vector<SplitDifference> m_differences;
    std::uint64_t m_compared = 0;  ///< revision of B
};

/// Lists the settings that differ between two scenes of the same structure, in the order of the panel.
std::vector<SplitDifference> differencesOf(const Scene& a, const Scene& b);

}  // namespace shoal
