#pragma once

#include <shoal/state_view.hpp>

#include "render/camera/flock_extent.hpp"

namespace shoal {

/// Extent of the bulk of the largest flock, of all species. Its velocity is in metres per real second.
FlockExtent sceneExtent(const StateView& state);

/// Returns the box that a camera must hold to show the whole world: flat if all boids stay in a plane, or
/// if there is ground.
FlockExtent worldExtent(const Scene& scene);

/// Whether the ground is land; under water it is a sea floor, above which the flock swims.
bool hasLand(const Scene& scene);

/// Returns the part of that flock around `near` that fits into a ball of radius `reach` [m]: see flockPart().
FlockExtent scenePart(const StateView& state, float reach, const std::optional<Vec3f>& near);

/// Returns the extent that holds both.
FlockExtent joined(const FlockExtent& a, const FlockExtent& b);

/// Mean speed [m/s] and steering [m/s²] of a flock's boids, estimated from at most 256 of them; 0 without
/// any.
float meanSpeed(const Flock& flock);
float meanSteering(const Flock& flock);

/// Number of boids in the largest flock.
std::size_t largestCount(const StateView& state);

}  // namespace shoal
