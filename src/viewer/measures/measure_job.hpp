#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/measures.hpp>

#include "play/background/background.hpp"
#include "sim/measures/measured_flock.hpp"
#include "viewer/measures/measure_history.hpp"

namespace shoal {

/// Whether a measure costs so little that it is computed ten times a second: O(N), from the present state.
bool isQuick(const MeasureKind& kind);

/// Computes these measures of a flock. `seconds` [s] of play.
MeasureSample sampleOf(MeasuredFlock& flock, std::span<const MeasureKind* const> kinds, double seconds);

/// Measures copies of a flock, one at a time.
class MeasureJob {
public:
    /// Beside the frame, so that a large flock does not delay the picture; at once if `background` is null.
    explicit MeasureJob(Background* background) : m_background(background) {}

    struct Order {
        const Flock* flock = nullptr;  ///< copied
        MeasureSpace space;
        std::vector<const MeasureKind*> kinds;
        double seconds = 0.0;  ///< [s] of play
    };

    /// Whether a flock is being measured, or its result has not been taken yet.
    bool isBusy() const { return m_result != nullptr; }

    /// Must not be busy.
    void start(const Order& order);

    /// Returns the result once it is ready.
    std::optional<MeasureSample> take();

    /// Discards the current measurement.
    void drop() { m_result.reset(); }

private:
    Background* m_background;
    std::shared_ptr<std::optional<MeasureSample>> m_result;  ///< null if nothing is measured
};

}  // namespace shoal
