#include <algorithm>
#include <cmath>

#include <shoal/detail/require.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

StepClock::StepClock(double stepSeconds) {
    setStepSeconds(stepSeconds);
}

StepClock::Due StepClock::advance(double now) {
    Due due;
    double elapsed = 0.0;
    if (std::isfinite(now)) {
        const double passed = m_isStarted ? std::max(0.0, now - m_last) : 0.0;
        elapsed = std::min(passed, kMaxElapsed);
        due.speed = passed > kMaxElapsed ? kMaxElapsed / passed : 1.0;
        m_sinceCost += elapsed;
        m_last = now;
        m_isStarted = true;
    }
    // Time that passes while paused is not owed afterwards.
    if (!m_isPaused) {
        const double full = m_timeScale * m_stepCost / m_stepSeconds;  // fraction of the time, at full speed
        const double speed = full > kMaxShare ? kMaxShare / full : 1.0;
        m_owed += elapsed * m_timeScale * speed;
        due.speed *= speed;
        // A frame that is short of a step only by rounding still gets it: otherwise a display at exactly the
        // step rate would show no step in one frame and two in the next. The difference stays owed.
        const double steps = std::floor(m_owed / m_stepSeconds + 1e-9);
        constexpr double kMaxDue = 1e6;
        due.steps = static_cast<int>(std::min(steps, kMaxDue));
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

void StepClock::noteCost(int steps, double seconds) {
    if (steps > 0 && seconds >= 0.0 && std::isfinite(seconds)) {
        constexpr double kMemory = 0.25;  // [s]
        const double part = m_stepCost > 0.0 ? m_sinceCost / (kMemory + m_sinceCost) : 1.0;
        m_stepCost += part * (seconds / steps - m_stepCost);
        m_sinceCost = 0.0;
    }
}

void StepClock::restart() {
    m_owed = 0.0;
    m_stepCost = 0.0;
    m_isStarted = false;
    m_isSingleStepDue = false;
}

}  // namespace shoal
