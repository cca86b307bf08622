#pragma once

#include <string>
#include <vector>

#include <shoal/state_view.hpp>

#include "viewer/objects/window_picture.hpp"
#include "viewer/objects/world_object.hpp"

namespace shoal {

/// Objects that a user can add to the world.
enum class NewObject { stone, goal, lure, scare, hunter };

/// An object that comes to the world or leaves it, with the rules by which boids respond to it.
struct ObjectEdits {
    std::string key;  ///< "obstacle.stone-1"
    std::vector<Edit> edits = {};
    std::string said = {};  ///< message for the user: the object, and the rules that were switched
};

/// Returns a new object of a size that suits the flock, in the picture's middle and as deep as the flock. A
/// problem if the scene has kMaxThings of that kind.
Result<ObjectEdits> newObject(NewObject kind, const StateView& state, const WindowPicture& picture);

/// The name of a new point without its number.
constexpr const char* stemOfPoint(bool isScare) {
    return isScare ? "scare" : "lure";
}

/// Returns a new attractor at a place. `name` must be new to the scene. A problem as above.
Result<ObjectEdits> newPoint(const std::string& name, bool isScare, const Vec3f& place,
                             const StateView& state, const WindowPicture& picture);

/// Removes an object. With the last of its kind, the rule for such objects becomes as loaded, if
/// it was off then.
ObjectEdits removalOf(const WorldObject& object, const Scene& scene, const Scene& loaded);

/// Moves a point to the nearest place in the world.
Vec3f insideWorld(const World& world, const Vec3f& point);

}  // namespace shoal
