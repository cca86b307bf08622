#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/state_view.hpp>

#include "render/gl/pass_timer.hpp"
#include "viewer/measures/figures.hpp"
#include "viewer/measures/measure_job.hpp"

namespace shoal {

/// Collects measurements each frame and turns them into the figures that the panel shows.
class LiveFigures {
public:
    /// Measures in the background, so that a large flock never delays a frame. Without it, as in films,
    /// figures wait for the measures of their moment, so that the same command draws the same picture.
    explicit LiveFigures(Background* background = nullptr) : m_job(background) {}

    /// Notes what some steps cost [s], in all.
    void noteSteps(std::uint64_t steps, const StepProfile& profile);

    /// Notes what a frame cost [s]. `passes` are the newest times that a card has told; empty in software,
    /// where drawing on the processor is all.
    void noteFrame(double drawing, double sending, const std::vector<PassTime>& passes = {});

    /// Notes at which fraction of the wanted speed the flock moved in a frame, 0 .. 1.
    void noteSpeed(double speed) {
        m_speedSum += speed;
        ++m_speeds;
    }

    /// Call once a frame; `now` [s] of a monotonic clock.
    void update(const StateView& state, double now);

    /// Call at the first frame after a pause in drawing: times that include it would mean nothing.
    void skipTime(double now);

    /// Sets which kinds of measures to compute besides usualKinds().
    void want(const std::vector<const MeasureKind*>& kinds);

    /// Call after a load or restart: earlier measurements no longer apply.
    void restart();

    const Figures& figures() const { return m_figures; }

private:
    void publish(const StateView& state, double elapsed);
    void forgetTimes();
    void showMeasures(const StateView& state);
    void measure(const StateView& state);
    void collect();
    void forgetMeasures();

    std::vector<const MeasureKind*> m_kinds = usualKinds();
    MeasureJob m_job;
    MeasureSpace m_space;      ///< of the last flock measured
    double m_motionDue = 0.0;  ///< [s] of play
    double m_wholeDue = 0.0;   ///< [s] of play
    double m_played = 0.0;     ///< [s] of play, at the last update
    Figures m_figures;
    StepProfile m_stepSum;
    FrameCost m_costSum;
    double m_speedSum = 0.0;
    std::uint64_t m_speeds = 0;
    std::uint64_t m_steps = 0;
    std::uint64_t m_frames = 0;
    double m_since = -1.0;
};

}  // namespace shoal
