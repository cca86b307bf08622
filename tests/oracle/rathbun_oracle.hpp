#pragma once

#include <vector>

#include <shoal/vec3.hpp>

#include "oracle/flock_oracle.hpp"

/// Rathbun's model (2020) as its document states it, frame by frame, over all pairs. It counts in frames:
/// velocities are lengths a frame, and the three weights are shares from 0 to 1.
namespace shoal::oracle {

struct Rathbun {
    double alpha = 0.0;  ///< of separation
    double beta = 0.0;   ///< of alignment
    double delta = 0.0;  ///< of cohesion
    double alert = 0.0;  ///< [m] others up to here are too near
    double flock = 0.0;  ///< [m] others up to here are of the flock
    Vec3d half;          ///< [m] of the box with the elastic walls
};

/// The boid after one frame. `Boid::velocity` is in metres a frame. Its error is what float arithmetic may
/// make of it.
struct Framed {
    Boid boid;
    /// Rounding could decide it: another lies on one of the two radii, or the boid on a wall.
    bool isDoubtful = false;
};
Framed rathbunFrame(const Boids& boids, std::size_t self, const Rathbun& model);

}  // namespace shoal::oracle
