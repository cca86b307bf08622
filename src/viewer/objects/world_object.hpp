#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/state_view.hpp>

namespace shoal {

/// An object in the world that the user can place: an obstacle, a goal or an attractor.
struct WorldObject {
    enum class Kind { goal, attracts, scares, obstacle };

    std::string key;  ///< "obstacle.stone-1"
    Kind kind = Kind::goal;
    Vec3f place;                  ///< [m] of its centre, now
    Obstacle obstacle = {};       ///< only for obstacles
    float reach = 0.0f;           ///< [m] only for attractors
    bool isHunter = false;        ///< an attractor with the body of an animal
    bool followsPointer = false;  ///< it is always under the pointer, so it cannot be grabbed

    bool isObstacle() const { return kind == Kind::obstacle; }
    bool isFloor() const { return isObstacle() && obstacle.shape == Obstacle::Shape::floor; }
};

/// Returns every object of the scene in its current state.
std::vector<WorldObject> worldObjects(const StateView& state);

/// Returns the object with this key; empty if the scene has none.
std::optional<WorldObject> findObject(const StateView& state, std::string_view key);

/// Returns its name for people: "Stone 1".
std::string titleOf(const WorldObject& object);

/// Returns an edit of one of its tunables. The value is clamped to the tunable's range, which a drag may
/// leave. `objectKey` and `tunable` must exist.
Edit objectEdit(std::string_view objectKey, std::string_view tunable, float value);

/// Adds the edits that move an object.
void moveObject(std::vector<Edit>& edits, std::string_view objectKey, const Vec3f& place);

}  // namespace shoal
