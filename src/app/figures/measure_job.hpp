#pragma once

#include <cstdint>
#include <future>
#include <optional>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/measures.hpp>

namespace shoal {

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
        bool isWhole = false;       ///< spacing and clusters too, which take O(N log N)
        bool isEverything = false;  ///< all other measures as well
        double seconds = 0.0;       ///< [s] of play; comes back with the result
    };
    struct Result {
        Measures measures;
        std::vector<double> all;  ///< one for each of measureColumns(), if everything was asked for
        bool isWhole = false;
        double seconds = 0.0;
    };

    /// Whether a flock is being measured, or its result has not been taken yet.
    bool isBusy() const { return m_running.valid(); }

    /// Must not be busy.
    void start(const Order& order);

    /// Returns the result once it is ready. With `waits`, blocks until then.
    std::optional<Result> take(bool waits);

    /// Discards the result of the current measurement.
    void drop() { m_isDropped = true; }

private:
    FlockState m_state;
    Column3 m_velocityBefore;
    std::future<Result> m_running;  ///< reads m_state; destroyed first, which waits for the thread
    bool m_isDropped = false;
};

}  // namespace shoal
