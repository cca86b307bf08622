#pragma once

#include <string>
#include <vector>

#include <shoal/simulation.hpp>

#include "app/objects/window_picture.hpp"
#include "ui/panel/panel_types.hpp"

namespace shoal {

/// An object to add to the world, with rules for the boids that would not respond to it.
struct AddedObject {
    std::string key;  ///< "obstacle.stone-1"
    std::vector<Edit> edits = {};
    std::string said = {};  ///< message for the user: the object, and the rules that were switched on
};

/// Returns a new object of a size that suits the flock: ahead of it or, if there is no space in view, beside
/// it. Where possible no boid is inside an obstacle. A problem if the scene has kMaxThings of that kind.
Result<AddedObject> newObject(NewObject kind, const Simulation& simulation, const WindowPicture& picture);

/// Returns a new attractor at a place. `name` must be new to the scene. A problem as above.
Result<AddedObject> newPoint(const std::string& name, bool isScare, const Vec3f& place,
                             const Simulation& simulation, const WindowPicture& picture);

/// Moves a point to the nearest place in the world.
Vec3f insideWorld(const World& world, const Vec3f& point);

}  // namespace shoal
