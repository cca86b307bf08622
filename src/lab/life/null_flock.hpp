#pragma once

#include <cstdint>

#include <shoal/flock.hpp>

#include "sim/measures/measured_flock.hpp"

namespace shoal {

/// Returns a flock that has nothing but the proportions of `flock`: as many boids, uniformly distributed in
/// the ellipsoid of the same centre and axes (an ellipse if the flock is flat), with the same velocities
/// dealt out at random; within the world where its faces are joined. A value that it shares is no
/// property of the flock's order. Determined by `seed` and the flock.
FlockState nullFlock(MeasuredFlock& flock, std::uint64_t seed);

}  // namespace shoal
