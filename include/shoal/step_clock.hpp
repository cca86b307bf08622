#pragma once

namespace shoal {

/// Decides how many fixed steps are due at a moment of wall time; never varies the step. If steps take longer
/// than the time they simulate, it drops time instead of falling ever farther behind.
class StepClock {
public:
    struct Due {
        int steps = 0;         ///< fixed steps to run now
        float alpha = 1.0f;    ///< 0 .. 1: where to interpolate between the last two states
        double dropped = 0.0;  ///< [s] simulated time dropped by this call
    };

    /// `stepSeconds` must be above 0. `maxSteps` is the maximum that one call returns, at least 1.
    explicit StepClock(double stepSeconds = 1.0 / 60.0, int maxSteps = 5);

    /// `now` is the time of a monotonic clock [s]; the first call starts it. No step is due if time stands
    /// still, runs backwards or is not finite.
    Due advance(double now);

    void setPaused(bool isPaused) { m_isPaused = isPaused; }
    bool isPaused() const { return m_isPaused; }

    /// Makes one step due at the next `advance`, even when paused.
    void requestSingleStep() { m_isSingleStepDue = true; }

    /// Simulated seconds for each second of wall time, clamped to 0 .. 16.
    void setTimeScale(double scale);
    double timeScale() const { return m_timeScale; }

    double stepSeconds() const { return m_stepSeconds; }

    /// Drops the time owed, as after loading a preset.
    void restart();

private:
    double m_stepSeconds;
    int m_maxSteps;
    double m_timeScale = 1.0;
    double m_last = 0.0;
    double m_owed = 0.0;
    bool m_isStarted = false;
    bool m_isPaused = false;
    bool m_isSingleStepDue = false;
};

}  // namespace shoal
