#include <algorithm>
#include <cmath>

#include <shoal/detail/require.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

StepClock::StepClock(double stepSeconds, int maxSteps) : m_maxSteps(maxSteps) {
    setStepSeconds(stepSeconds);
    detail::require(maxSteps >= 1, "the maxSteps of a StepClock must be at least 1");
}

StepClock::Due StepClock::advance(double now) {
    double elapsed = 0.0;
    if (std::isfinite(now)) {
        // A clock that jumps by years must not produce infinite sums.
        constexpr double kLongestPause = 1e9;
        elapsed = m_isStarted ? std::clamp(now - m_last, 0.0, kLongestPause) : 0.0;
        m_last = now;
        m_isStarted = true;
    }
    Due due;
    // Time that passes while paused is not owed afterwards.
    if (!m_isPaused) {
        m_owed += elapsed * m_timeScale;
        // A frame that is short of a step only by rounding still gets it: otherwise a display at exactly the
        // step rate would show no step in one frame and two in the next. The difference stays owed.
        const double steps = std::floor(m_owed / m_stepSeconds + 1e-9);
        due.steps = static_cast<int>(std::min(steps, static_cast<double>(m_maxSteps)));
        if (steps > m_maxSteps) {
            due.dropped = (steps - m_maxSteps) * m_stepSeconds;
        }
        m_owed = std::clamp(m_owed - steps * m_stepSeconds, -m_stepSeconds, m_stepSeconds);
    }
    if (m_isSingleStepDue) {
        due.steps = std::max(due.steps, 1);
        m_isSingleStepDue = false;
    }
    due.alpha = std::clamp(static_cast<float>(m_owed / m_stepSeconds), 0.0f, 1.0f);
    return due;
}

void StepClock::setStepSeconds(double seconds) {
    detail::require(seconds > 0.0 && std::isfinite(seconds), "a StepClock needs a step above 0 s");
    m_stepSeconds = seconds;
}

void StepClock::setTimeScale(double scale) {
    constexpr double kMaxTimeScale = 16.0;
    m_timeScale = std::isnan(scale) ? 1.0 : std::clamp(scale, 0.0, kMaxTimeScale);
}

void StepClock::restart() {
    m_owed = 0.0;
    m_isStarted = false;
    m_isSingleStepDue = false;
}

}  // namespace shoal
