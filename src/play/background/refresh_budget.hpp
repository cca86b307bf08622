#pragma once

#include <algorithm>

namespace shoal {

/// Limits slow, repeated work to at most a tenth of the time.
class RefreshBudget {
public:
    /// `minInterval` [s]: min time between two runs, however fast the work is.
    explicit RefreshBudget(double minInterval = 0.0) : m_minInterval(minInterval) {}

    bool isDue(double now) const { return now >= m_due; }

    /// Notes that work began at `start` and took `seconds` [s].
    void note(double start, double seconds) { m_due = start + std::max(m_minInterval, seconds / kMaxShare); }

private:
    static constexpr double kMaxShare = 0.1;

    double m_minInterval;
    double m_due = 0.0;  ///< [s]
};

}  // namespace shoal
