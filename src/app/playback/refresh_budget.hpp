#pragma once

#include <algorithm>

namespace shoal {

/// Limits how often slow work is repeated: for at most a tenth of the time.
class RefreshBudget {
public:
    /// `minInterval` [s]: it is not repeated earlier, however fast it is.
    explicit RefreshBudget(double minInterval = 0.0) : m_minInterval(minInterval) {}

    bool isDue(double now) const { return now >= m_due; }

    /// Work that began at `start` took `seconds` [s].
    void note(double start, double seconds) { m_due = start + std::max(m_minInterval, seconds / kMaxShare); }

private:
    static constexpr double kMaxShare = 0.1;

    double m_minInterval;
    double m_due = 0.0;  ///< [s]
};

}  // namespace shoal
