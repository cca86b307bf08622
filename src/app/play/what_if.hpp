#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <shoal/simulation.hpp>

#include "render/frame/frame.hpp"

namespace shoal {

/// How far apart two flocks of the same boids are that have parted at one step. Memory is used again.
struct Spread {
    std::vector<std::vector<float>> distances;  ///< [m] between the same boid in both, by species, then by id
    float threshold = 0.0f;                     ///< [m] boids farther apart than this differ
    std::size_t differing = 0;                  ///< number of boids that differ
    float reach =
        0.0f;  ///< [m] the farthest that a boid which has differed was from the pushed one at the fork
    double seconds = 0.0;  ///< [s] from the fork until the reach last grew

    /// Speed of the front [m/s]; 0 while only the pushed boid differs.
    double speed() const { return reach > 0.0f ? static_cast<double>(reach) / seconds : 0.0; }
};

/// Follows how the push of one boid spreads through a flock: compares the flock with its copy in which the
/// boid was not pushed.
class WhatIf {
public:
    /// Call at the fork, where both flocks are equal but for the boid's velocity.
    WhatIf(const Simulation& flock, const BoidName& boid);

    /// Compares both flocks at the same step.
    void update(const Simulation& a, const Simulation& b);

    const Spread& spread() const { return m_spread; }

private:
    std::vector<std::vector<float>>
        m_fromBoid;                      ///< [m] distance from the boid at the fork, by species and id
    double m_start = 0.0;                ///< [s] time of the fork
    std::vector<std::uint32_t> m_slots;  ///< of flock B, by id
    Spread m_spread;
};

/// Returns a velocity turned by 90° to the right, about the vertical.
Vec3f turnedRight(const Vec3f& velocity);

}  // namespace shoal
