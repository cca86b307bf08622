#pragma once

#include <shoal/state_view.hpp>

#include "app/objects/window_picture.hpp"

namespace shoal {

/// A free place for a ball in the world.
struct FreePlace {
    Vec3f place;          ///< [m]
    float radius = 0.0f;  ///< [m] the requested radius; half or a quarter of it in a crowded world
};

/// Returns a place in view for a ball of this radius [m], free of boids and obstacles: ahead of the flock or,
/// if that is occupied or out of view, elsewhere at the depth of the flock's centre, but never around the
/// eye. If boids are everywhere, returns the place with the fewest; if every place in view is occupied or
/// outside the world, one out of view. On land, the ball is on the ground.
FreePlace freePlace(const StateView& state, const WindowPicture& picture, float radius);

}  // namespace shoal
