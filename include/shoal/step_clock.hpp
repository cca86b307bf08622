#pragma once

namespace shoal {

/// Decides how many fixed steps are due at a moment of wall time; never varies the step. When steps take
/// longer than they are worth it drops time instead of falling ever farther behind.
class StepClock {
public:
    struct Due {
        int steps = 0;         ///< fixed steps to run now
        float alpha = 1.0f;    ///< 0 .. 1: where between the last two states to draw
        double dropped = 0.0;  ///< [s] of simulated time given up in this call
    };

    /// `stepSeconds` above 0; `mostSteps` at least 1: the most that one call may ask for.
    explicit StepClock(double stepSeconds = 1.0 / 60.0, int mostSteps = 5);

    /// `now` [s] of a monotonic clock; the first call starts it. Time that stands still, runs backwards or is
    /// not finite gives no step.
    Due advance(double now);

    void setPaused(bool isPaused) { m_isPaused = isPaused; }
    bool isPaused() const { return m_isPaused; }

    /// One step at the next `advance`, though paused.
    void requestSingleStep() { m_isSingleStepDue = true; }

    /// Simulated seconds for each second of wall time, 0 .. 16; others are clamped.
    void setTimeScale(double scale);
    double timeScale() const { return m_timeScale; }

    double stepSeconds() const { return m_stepSeconds; }

    /// Forgets what is owed, as after loading a preset.
    void restart();

private:
    double m_stepSeconds;
    int m_mostSteps;
    double m_timeScale = 1.0;
    double m_last = 0.0;
    double m_owed = 0.0;
    bool m_isStarted = false;
    bool m_isPaused = false;
    bool m_isSingleStepDue = false;
};

}  // namespace shoal
