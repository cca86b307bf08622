#pragma once

#include <functional>

#include <shoal/simulation.hpp>

#include "capture/format/film.hpp"

namespace shoal {

/// Decides which moments each frame of a recording shows: frame f starts at exactly f / F, however long
/// drawing takes. Uses integers only, so that an hour-long film does not drift by a step.
class FrameSchedule {
public:
    /// One exposure of a frame, after a number of fixed steps.
    struct Due {
        int steps = 0;         ///< to run before drawing it
        float alpha = 1.0f;    ///< 0 .. 1 between the last two states
        double seconds = 0.0;  ///< from the start of the recording
        double elapsed = 0.0;  ///< [s] since the previous exposure
    };

    explicit FrameSchedule(FrameRate rate, Shutter shutter = {}, int stepsPerSecond = kStepsPerSecond);

    /// For a speed of time that changes: `stepsAt` returns how many steps the flock has made, with a fraction
    /// of the next, at a moment of the recording [s]. It must not fall.
    FrameSchedule(FrameRate rate, Shutter shutter, std::function<double(double)> stepsAt);

    /// Returns the next exposure; the first shows the initial state. A frame has `exposures()` of them.
    Due next();

    int exposures() const { return m_shutter.exposures; }

private:
    FrameRate m_rate;
    Shutter m_shutter;
    long long m_stepsPerSecond = 1;
    std::function<double(double)> m_stepsAt;  ///< in place of m_stepsPerSecond
    long long m_exposure = 0;                 ///< number returned so far
    long long m_stepsDone = 0;
    double m_seconds = 0.0;  ///< of the last exposure
};

}  // namespace shoal
