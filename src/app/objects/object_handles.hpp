#pragma once

#include <vector>

#include <glm/vec2.hpp>

#include "app/objects/window_picture.hpp"
#include "app/objects/world_object.hpp"

namespace shoal {

/// Whether the mouse moves an object. An obstacle that fills most of the picture's height is scenery: a drag
/// on it turns the camera.
bool canBeDragged(const WorldObject& object, const WindowPicture& picture);

/// Radius of a ball about an object's centre that holds it [m]; 0 for goals and attractors.
float boundingRadius(const WorldObject& object);

/// Where the mouse takes hold of an object.
struct ObjectHandle {
    WorldObject object;
    glm::vec2 at{};         ///< in the window, where nothing covers the picture
    bool isBeyond = false;  ///< the object is out of view, and `at` is at the edge nearest to it
    glm::vec2 outwards{};   ///< if it is: a unit vector in the window that points to the object
};

/// Returns the handles of all goals and attractors, except those that follow the pointer, and of the eight
/// nearest obstacles that are out of view. An obstacle in view needs none: it is large enough to be hit. One
/// that would fill the picture at the depth of the flock's centre has none either: it cannot be dragged.
std::vector<ObjectHandle> objectHandles(const Simulation& simulation, const WindowPicture& picture);

}  // namespace shoal
