#pragma once

#include <shoal/simulation.hpp>

#include "capture/frame_rate.hpp"

namespace shoal {

/// How long each picture's shutter stays open, and at how many moments the picture is taken meanwhile: what
/// blurs motion.
struct Shutter {
    int degrees = 0;    ///< 0 .. 360 of the time to the next picture; 180 is what film cameras have
    int exposures = 1;  ///< at least 1: moments spread evenly over the time that it is open
};

/// Decides which moments each frame of a recording shows: frame f begins at the time f / F exactly, however
/// long drawing it takes. Whole numbers throughout, so that an hour-long film does not drift by a step.
class Recorder {
public:
    /// One moment to expose a frame to, after so many more fixed steps.
    struct Due {
        int steps = 0;         ///< to run before drawing it
        float alpha = 1.0f;    ///< 0 .. 1: where between the last two states it lies
        double seconds = 0.0;  ///< of the recording
    };

    explicit Recorder(FrameRate rate, Shutter shutter = {}, int stepsPerSecond = kStepsPerSecond);

    /// The next exposure; the first one shows the state as it is. A frame is `exposures()` of them.
    Due next();

    int exposures() const { return m_shutter.exposures; }

private:
    FrameRate m_rate;
    Shutter m_shutter;
    long long m_stepsPerSecond;
    long long m_exposure = 0;  ///< how many were asked for
    long long m_stepsDone = 0;
};

}  // namespace shoal
