#pragma once

#include <future>
#include <optional>
#include <span>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/measures.hpp>

#include "sim/measures/measured_flock.hpp"
#include "ui/measures/measure_history.hpp"

namespace shoal {

/// Whether a measure costs so little that it is computed ten times a second: O(N), from the present state.
bool isQuick(const MeasureKind& kind);

/// Computes these measures of a flock. `seconds` [s] of play.
MeasureSample sampleOf(MeasuredFlock& flock, std::span<const MeasureKind* const> kinds, double seconds);

/// Measures a copy of a flock on its own thread, so that a large flock does not delay the picture. One at a
/// time.
class MeasureJob {
public:
    MeasureJob() = default;
    MeasureJob(const MeasureJob&) = delete;  // the thread holds its address
    MeasureJob& operator=(const MeasureJob&) = delete;

    struct Order {
        const Flock* flock = nullptr;  ///< copied
        MeasureSpace space;
        std::vector<const MeasureKind*> kinds;
        double seconds = 0.0;  ///< [s] of play
    };

    /// Whether a flock is being measured, or its result has not been taken yet.
    bool isBusy() const { return m_running.valid(); }

    /// Must not be busy.
    void start(const Order& order);

    /// Returns the result once it is ready. With `waits`, blocks until then.
    std::optional<MeasureSample> take(bool waits);

    /// Discards the result of the current measurement.
    void drop() { m_isDropped = true; }

private:
    FlockState m_state;
    Column3 m_velocityBefore;
    std::future<MeasureSample> m_running;  ///< reads m_state; destroyed first, which waits for the thread
    bool m_isDropped = false;
};

}  // namespace shoal
