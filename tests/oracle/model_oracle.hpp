#pragma once

#include <cstdint>
#include <vector>

#include <shoal/vec3.hpp>

#include "oracle/flock_oracle.hpp"

/// Whole models as their authors state them: plain double precision, every pair looked at, velocities in
/// metres a frame where the author counts in frames, 60 of them a second.
namespace shoal::oracle {

/// A boid after one frame, and how far float arithmetic may be from it.
struct Framed {
    Vec3d position;  ///< [m]
    Vec3d velocity;  ///< [m/s]
    Vec3d memory;    ///< the direction accumulator of `catchingFishes`
    double positionError = 0.0;
    double velocityError = 0.0;
    double memoryError = 0.0;
    bool isDoubtful = false;  ///< rounding decides whether two boids are near
};

/// Conrad Parker's rules. `near` and the speed in metres and metres a second.
std::vector<Framed> parker(const Boids& boids, double near, double mostSpeed);

std::vector<Framed> boidwatching(const Boids& boids, double near, double mostSpeed);

/// A boid of `catchingFishes` has besides a speed [m/s] and a direction that are its own.
struct Fish {
    Vec3d position;
    Vec3d velocity;
    double baseSpeed = 0.0;
    Vec3d direction;
};
std::vector<Framed> catchingFishes(const std::vector<Fish>& fishes, double near);

/// What a boid of this id draws once, of 0 .. 1; `seed` is its species'.
double ownDraw(std::uint32_t id, std::uint64_t seed);

}  // namespace shoal::oracle
