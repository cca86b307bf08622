#pragma once

#include <optional>

#include <shoal/flock.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// Where most of a flock is, how far it reaches and where it goes.
struct FlockExtent {
    Vec3f centre;            ///< [m]
    float radius = 0.0f;     ///< [m] of the ball about the centre that holds most of it; 0 for an empty flock
    float halfWidth = 0.0f;  ///< [m] likewise for the upright cylinder
    float halfHeight = 0.0f;  ///< [m] likewise for the slab above and below the centre
    Vec3f velocity{};         ///< [m/s] mean
};

/// Returns the extent of the bulk of a flock, ignoring stragglers and non-finite positions. Samples fewer
/// than 8,192 boids, whatever the flock's size.
FlockExtent flockExtent(const Flock& flock);

/// Returns the extent of a part of the flock that a ball of radius `reach` [m] holds, for a flock that has
/// split: the part around `near` or, if that is empty or almost nothing is there, the largest part.
FlockExtent flockPart(const Flock& flock, float reach, const std::optional<Vec3f>& near = std::nullopt);

/// Returns the extent of a ball at rest.
FlockExtent ballExtent(const Vec3f& centre, float radius);

}  // namespace shoal
