#include "play/play_clock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shoal {

namespace {

constexpr double kMaxTimeScale = 16.0;
constexpr double kCostSeconds = 0.25;  // over which the cost of a step is averaged
constexpr double kSpeedSeconds = 0.5;  // over which the speed is averaged
// Fraction of the time that steps take at most; the rest lets the states arrive in time although steps vary.
constexpr double kMaxShare = 0.95;
constexpr double kEarly = 0.2;  // of a step

}  // namespace

void PlayClock::setTimeScale(double scale) {
    m_timeScale = std::clamp(scale, 0.0, kMaxTimeScale);
}

void PlayClock::setPaused(bool isPaused) {
    m_isPaused = isPaused;
    m_singleSteps = 0;
}

void PlayClock::stepOnce() {
    m_isPaused = true;
    m_singleSteps = std::max({m_singleSteps, m_wanted[1], m_shown}) + 1;
    if (m_end) {
        m_singleSteps = std::min(m_singleSteps, static_cast<std::uint64_t>(std::ceil(*m_end)));
    }
}

void PlayClock::noteCost(std::uint64_t steps, double seconds) {
    if (steps == 0 || !(seconds >= 0.0)) {
        return;
    }
    const double cost = seconds / static_cast<double>(steps);
    const double fraction = m_stepCost > 0.0 ? 1.0 - std::exp(-m_sinceCost / kCostSeconds) : 1.0;
    m_stepCost += (cost - m_stepCost) * fraction;
    m_sinceCost = 0.0;
}

void PlayClock::jumpTo(double moment, std::uint64_t step) {
    m_moment = m_before = moment;
    m_shown = step;
    m_wanted = {step, step};
    m_singleSteps = 0;
}

/// [steps/s]
double PlayClock::rate() const {
    return m_stepCost > 0.0 ? std::min(desiredRate(), kMaxShare / m_stepCost) : desiredRate();
}

void PlayClock::advance(double now) {
    const double elapsed = now - m_last;
    m_elapsed = m_isStarted && elapsed > 0.0 ? std::min(elapsed, kMaxElapsed) : 0.0;
    m_last = now;
    m_isStarted = true;
    m_sinceCost += m_elapsed;
    m_before = m_moment;
    // While paused, only the states that are under way are shown yet.
    const double last = m_isPaused ? static_cast<double>(std::max(m_wanted[1], m_singleSteps))
                                   : std::numeric_limits<double>::infinity();
    const double next =
        m_singleSteps > 0 ? static_cast<double>(m_singleSteps) : m_moment + m_elapsed * rate();
    m_moment = std::max(m_moment, std::min(next, last));
    if (m_end && m_moment >= *m_end) {
        m_moment = *m_end;
    }
}

bool PlayClock::isPast(std::uint64_t step) const {
    return m_moment > static_cast<double>(step);
}

void PlayClock::show(std::uint64_t step) {
    m_shown = step;
    const auto newest = static_cast<double>(step);
    m_moment = std::clamp(m_moment, std::max(newest - 1.0, 0.0), newest);
    if (step >= m_singleSteps) {
        m_singleSteps = 0;
    }
    if (const double due = m_elapsed * desiredRate(); due > 0.0 && !m_isPaused) {
        const double speed = std::clamp((m_moment - m_before) / due, 0.0, 1.0);
        m_speed += (speed - m_speed) * (1.0 - std::exp(-m_elapsed / kSpeedSeconds));
    }
    if (m_end && m_moment >= *m_end) {
        setPaused(true);
    }
}

float PlayClock::alpha() const {
    return m_shown == 0 ? 1.0f : static_cast<float>(1.0 - (static_cast<double>(m_shown) - m_moment));
}

/// Wants the state that a moment needs, at least `gap` steps after the last one wanted.
void PlayClock::want(double moment, std::uint64_t gap) {
    auto step = static_cast<std::uint64_t>(std::floor(moment)) + 1;
    if (m_end) {
        step = std::min(step, static_cast<std::uint64_t>(std::ceil(*m_end)));
    }
    if (step > m_wanted[1]) {
        m_wanted = {std::max(m_wanted[1], m_shown), std::max(step, m_wanted[1] + gap)};
        if (m_end) {
            m_wanted[1] = std::min(m_wanted[1], static_cast<std::uint64_t>(std::ceil(*m_end)));
        }
    }
}

std::array<std::uint64_t, 2> PlayClock::wanted() {
    if (m_isPaused) {
        if (m_singleSteps > m_wanted[1]) {
            m_wanted = {m_wanted[1], m_singleSteps};
        }
        return m_wanted;
    }
    const double rate = this->rate();
    if (!(rate > 0.0)) {
        return m_wanted;
    }
    const double frame = m_elapsed;
    // A step that takes several frames is begun a little earlier: it may take longer than the last.
    const double early = m_stepCost > 2.0 * frame ? kEarly * m_stepCost : 0.0;
    const double ahead = rate * m_stepCost > 0.5 ? std::max(2.0 * frame, m_stepCost + frame + early) : frame;
    const auto gap = static_cast<std::uint64_t>(std::max(1.0, std::floor(rate * frame / 2.0)));
    // No more than two at a time are under way.
    if (m_wanted[0] <= m_shown) {
        want(m_moment + rate * frame, gap);
    }
    if (m_wanted[0] <= m_shown) {
        want(m_moment + rate * ahead, gap);
    }
    return m_wanted;
}

}  // namespace shoal
