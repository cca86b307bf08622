#pragma once

#include <shoal/simulation.hpp>

#include "app/objects/window_picture.hpp"

namespace shoal {

/// Where a ball fits into the world.
struct FreePlace {
    Vec3f place;          ///< [m]
    float radius = 0.0f;  ///< [m] the radius asked for; in a crowded world, half or a quarter of it
};

/// Returns a place in view for a ball of this radius [m] where no boid and no obstacle is: ahead of the flock
/// or, if that is taken or out of view, elsewhere at the depth of the flock's centre, but never around the
/// eye. If boids are everywhere, returns the place with the fewest; if every place in view is taken or
/// outside the world, one out of view. On land, the ball is on the ground.
FreePlace freePlace(const Simulation& simulation, const WindowPicture& picture, float radius);

}  // namespace shoal
