#pragma once

#include <optional>

#include <shoal/flock.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// Position, size and velocity of the bulk of a flock.
struct FlockExtent {
    Vec3f centre;            ///< [m]
    float radius = 0.0f;     ///< [m] of the ball about the centre that holds most of it; 0 for an empty flock
    float halfWidth = 0.0f;  ///< [m] likewise for the upright cylinder
    float halfHeight = 0.0f;  ///< [m] likewise for the slab above and below the centre
    Vec3f velocity{};         ///< [m/s] mean
    /// [m] half the size of a box about the centre that must be seen whole, instead of the bulk: the world.
    std::optional<Vec3f> box = std::nullopt;
};

/// Returns the extent of the bulk of a flock, ignoring stragglers and non-finite positions. Samples fewer
/// than 8,192 boids, whatever the flock's size.
FlockExtent flockExtent(const Flock& flock);

/// Returns the extent of the part of a split flock that fits in a ball of radius `reach` [m]: the part around
/// `near` or, if `near` is empty or has almost no boids around it, the largest part found.
FlockExtent flockPart(const Flock& flock, float reach, const std::optional<Vec3f>& near = std::nullopt);

/// Returns the extent of a ball at rest.
FlockExtent ballExtent(const Vec3f& centre, float radius);

}  // namespace shoal
