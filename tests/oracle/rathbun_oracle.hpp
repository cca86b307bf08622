#pragma once

#include <vector>

#include <shoal/vec3.hpp>

#include "oracle/flock_oracle.hpp"

/// Rathbun's model (2020) as its document states it, frame by frame, over all pairs. The unit of time is a
/// frame: velocities are lengths per frame, and the three weights are fractions from 0 to 1.
namespace shoal::oracle {

struct Rathbun {
    double alpha = 0.0;  ///< weight of separation
    double beta = 0.0;   ///< weight of alignment
    double delta = 0.0;  ///< weight of cohesion
    double alert = 0.0;  ///< [m] boids within this are too near
    double flock = 0.0;  ///< [m] boids within this belong to the flock
    Vec3d half;          ///< [m] half sizes of the box with elastic walls
};

/// A boid after one frame; `Boid::velocity` is in metres per frame.
struct FramedBoid {
    Boid boid;
    /// Whether rounding could decide the result: another boid lies on one of the two radii, or this one on a
    /// wall.
    bool isAmbiguous = false;
};
FramedBoid rathbunFrame(const Boids& boids, std::size_t self, const Rathbun& model);

}  // namespace shoal::oracle
