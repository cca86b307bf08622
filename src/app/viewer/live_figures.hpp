#pragma once

#include <cstdint>

#include <shoal/simulation.hpp>

#include "ui/panel/panel_types.hpp"

namespace shoal {

/// Collects measurements each frame and, twice a second, turns them into the figures that the panel shows.
class LiveFigures {
public:
    void noteStep(const StepProfile& profile);
    void noteFrame(double drawSeconds);

    /// Notes simulated time [s] that was due but dropped because steps take longer than they simulate.
    void noteDropped(double seconds) { m_dropped += seconds; }

    /// Call once a frame; `now` [s] of a monotonic clock.
    void update(const Simulation& simulation, double now);

    /// Call after a load or restart: earlier measurements no longer apply.
    void restart();

    /// Updates the measures at once, for a single picture.
    void measureNow(const Simulation& simulation);

    const Figures& figures() const { return m_figures; }

private:
    void publish(const Simulation& simulation, double elapsed);

    Figures m_figures;
    StepProfile m_stepSum;
    double m_drawSum = 0.0;
    double m_dropped = 0.0;  ///< [s] since the figures were last updated
    std::uint64_t m_steps = 0;
    std::uint64_t m_frames = 0;
    double m_since = -1.0;
};

/// Mean distance [m] from a boid to its nearest neighbour, in a sample of the largest flock; 0 for fewer than
/// two boids. The work is bounded, whatever the flock's size.
double sampledSpacing(const Simulation& simulation);

}  // namespace shoal
