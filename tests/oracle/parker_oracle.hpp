#pragma once

#include <cstddef>

#include "oracle/flock_oracle.hpp"
#include "oracle/motion_oracle.hpp"

/// The further rules of Conrad Parker's pseudocode, written from the documentation of the rules: plain double
/// precision.
namespace shoal::oracle {

/// Push away from the mean position of all other boids.
Vec3d scattering(const Boids& boids, std::size_t self, double weight);

/// Push back into the box at a margin inside the walls; into a ball for a round world.
Vec3d softBox(const Vec3d& position, const Walls& walls, double weight, double margin);

/// Rest of a boid, inferred step by step from its motion.
struct Rest {
    bool isDown = false;
    int steps = 0;  ///< how many steps it has rested
};
/// Returns the rest after a step. A boid rests while its velocity is zero.
Rest watched(const Rest& before, const Boid& now);

}  // namespace shoal::oracle
