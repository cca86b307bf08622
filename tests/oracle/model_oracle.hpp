#pragma once

#include <cstdint>
#include <vector>

#include <shoal/vec3.hpp>

#include "oracle/flock_oracle.hpp"

/// Whole models as their authors state them: plain double precision, all pairs, velocities in metres per
/// frame where the author counts in frames, at 60 a second.
namespace shoal::oracle {

/// A boid after one frame, and its tolerances for float arithmetic.
struct Framed {
    Vec3d position;  ///< [m]
    Vec3d velocity;  ///< [m/s]
    Vec3d memory;    ///< the direction accumulator of `catchingFishes`
    double positionError = 0.0;
    double velocityError = 0.0;
    double memoryError = 0.0;
    bool isAmbiguous = false;  ///< rounding decides whether two boids are near
};

/// Conrad Parker's rules. `near` is in metres, the speed in m/s.
std::vector<Framed> parker(const Boids& boids, double near, double maxSpeed);

std::vector<Framed> boidwatching(const Boids& boids, double near, double maxSpeed);

/// A boid of `catchingFishes`, which also has its own speed [m/s] and direction.
struct Fish {
    Vec3d position;
    Vec3d velocity;
    double baseSpeed = 0.0;
    Vec3d direction;
};
std::vector<Framed> catchingFishes(const std::vector<Fish>& fishes, double near);

/// Returns the random number in 0 .. 1 that a boid of this id samples once; `seed` is its species'.
double ownDraw(std::uint32_t id, std::uint64_t seed);

}  // namespace shoal::oracle
