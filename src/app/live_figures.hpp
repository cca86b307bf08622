#pragma once

#include <cstdint>

#include <shoal/simulation.hpp>

#include "ui/panel_types.hpp"

namespace shoal {

/// Gathers what happens each frame and, twice a second, makes of it the figures that the panel shows.
class LiveFigures {
public:
    void noteStep(const StepProfile& profile);
    void noteFrame(double drawSeconds);

    /// Simulated time [s] that was due and given up, because steps take longer than they are worth.
    void noteDropped(double seconds) { m_dropped += seconds; }

    /// Once a frame, `now` [s] of a monotonic clock.
    void update(const Simulation& simulation, double now);

    /// After a load or restart: what was before says nothing of what comes.
    void restart();

    /// Figures at once, for a single picture.
    void measureNow(const Simulation& simulation);

    const Figures& figures() const { return m_figures; }

private:
    void publish(const Simulation& simulation, double elapsed);

    Figures m_figures;
    StepProfile m_stepSum;
    double m_drawSum = 0.0;
    double m_dropped = 0.0;  ///< [s] since the last figures
    std::uint64_t m_steps = 0;
    std::uint64_t m_frames = 0;
    double m_since = -1.0;
};

/// Mean distance of a sample of boids to their nearest other [m], over all species; 0 below two boids.
/// Bounded work whatever the size of the flock.
double sampledSpacing(const Simulation& simulation);

}  // namespace shoal
