#pragma once

#include <shoal/simulation.hpp>

namespace shoal {

/// Decides which moment each frame of a recording shows: frame f is the time f / F exactly, however long
/// drawing it takes. Whole numbers throughout, so that an hour-long film does not drift by a step.
class Recorder {
public:
    /// One frame to draw, after so many more fixed steps.
    struct Due {
        int steps = 0;         ///< to run before drawing it
        float alpha = 1.0f;    ///< 0 .. 1: where between the last two states it lies
        double seconds = 0.0;  ///< of the recording
    };

    /// Both at least 1.
    explicit Recorder(int framesPerSecond, int stepsPerSecond = kStepsPerSecond);

    /// The next frame; the first one shows the state as it is.
    Due next();

    long long frame() const { return m_frame; }  ///< how many were asked for

private:
    long long m_framesPerSecond;
    long long m_stepsPerSecond;
    long long m_frame = 0;
    long long m_stepsDone = 0;
};

}  // namespace shoal
