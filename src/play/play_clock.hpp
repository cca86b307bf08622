#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace shoal {

/// Decides which moment of a flock that steps on its own thread a frame shows, and which states that thread
/// should publish for the next frames. Moments and steps count from step 0: moment 7.25 is a quarter of the
/// way from the state after 7 steps to that after 8. Where steps take longer than the time they simulate, the
/// moment advances more slowly, but evenly, and nothing is caught up later.
class PlayClock {
public:
    /// A frame that comes later than this [s] after the last counts as this late.
    static constexpr double kMaxElapsed = 0.5;

    /// Real time between two steps at time scale 1 [s], above 0.
    void setStepSeconds(double seconds) { m_stepSeconds = seconds; }

    /// Simulated seconds for each second of wall time, clamped to 0 .. 16.
    void setTimeScale(double scale);
    double timeScale() const { return m_timeScale; }

    /// A pause runs on to the newest state that was wanted.
    void setPaused(bool isPaused);
    bool isPaused() const { return m_isPaused; }

    /// Pauses, and wants one step more.
    void stepOnce();

    /// Notes that this many steps took so long [s]. The clock uses a mean over about the last quarter of a
    /// second.
    void noteCost(std::uint64_t steps, double seconds);

    /// Call when another scene begins: its steps may cost something else.
    void forgetCost() { m_stepCost = 0.0; }

    /// The last moment to show, where it pauses; empty if there is none.
    void endAt(const std::optional<double>& moment) { m_end = moment; }

    /// Shows this moment of another flock, or after a jump in time: `step` is the newest state.
    void jumpTo(double moment, std::uint64_t step);

    /// Moves on to the time `now` of a monotonic clock [s].
    void advance(double now);

    /// Whether the moment lies after this state, so that a newer one should be shown.
    bool isPast(std::uint64_t step) const;

    /// Holds the moment within the last step before the newest state, which is shown now.
    void show(std::uint64_t step);

    /// The moment shown, and its place between the last two states: 0 the state one step before .. 1.
    double moment() const { return m_moment; }
    float alpha() const;

    /// Returns the steps whose states should be published next, in ascending order; those may be equal.
    std::array<std::uint64_t, 2> wanted();

    /// Fraction of the time scale at which the moment advanced in the last half second, 0 .. 1.
    double speed() const { return m_speed; }

    /// Whether nothing changes until it is told to.
    bool isStill() const {
        return m_isPaused && m_singleSteps == 0 &&
               (m_moment >= static_cast<double>(m_wanted[1]) || (m_end && m_moment >= *m_end));
    }

private:
    double desiredRate() const { return m_timeScale / m_stepSeconds; }
    double rate() const;
    void want(double moment, std::uint64_t gap);

    double m_stepSeconds = 1.0 / 60.0;
    double m_stepCost = 0.0;   ///< [s] 0 if unknown
    double m_sinceCost = 0.0;  ///< [s] since it was last noted
    double m_speed = 1.0;
    double m_before = 0.0;  ///< the moment of the last frame
    double m_timeScale = 1.0;
    double m_last = 0.0;
    double m_elapsed = 0.0;  ///< [s] between the last two frames
    bool m_isStarted = false;
    bool m_isPaused = false;
    std::uint64_t m_singleSteps = 0;  ///< last state that single steps want; 0 if none
    std::optional<double> m_end;
    double m_moment = 0.0;
    std::uint64_t m_shown = 0;                ///< the newest state
    std::array<std::uint64_t, 2> m_wanted{};  ///< ascending
};

}  // namespace shoal
