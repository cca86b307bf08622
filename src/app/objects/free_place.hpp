#pragma once

#include <shoal/simulation.hpp>

#include "app/objects/window_picture.hpp"

namespace shoal {

/// Where a ball fits into the world.
struct FreePlace {
    Vec3f place;          ///< [m]
    float radius = 0.0f;  ///< [m] that asked for or, in a world full of boids, down to a quarter of it
};

/// Returns a place in view for a ball of this radius [m] where no boid and no obstacle is: ahead of the flock
/// or, if that is taken or out of view, elsewhere at the depth of the flock's centre. If boids are
/// everywhere, where the fewest are. On land, the ball is on the ground.
FreePlace freePlace(const Simulation& simulation, const WindowPicture& picture, float radius);

}  // namespace shoal
