#pragma once

#include <vector>

#include <glm/vec2.hpp>

#include "app/objects/window_picture.hpp"
#include "app/objects/world_object.hpp"

namespace shoal {

/// Whether the mouse can move an object. An obstacle that fills most of the picture's height is scenery:
/// dragging it turns the camera.
bool canBeDragged(const WorldObject& object, const WindowPicture& picture);

/// Radius of a ball about an object's centre that holds it [m]; 0 for goals and attractors.
float boundingRadius(const WorldObject& object);

/// A place where the mouse can grab an object.
struct ObjectHandle {
    WorldObject object;
    glm::vec2 at{};         ///< in the window, where nothing covers the picture
    bool isBeyond = false;  ///< the object is out of view, and `at` is at the edge nearest to it
    glm::vec2 outwards{};   ///< if it is: unit vector in the window towards the object
};

/// Whether no part of an object is in the free part of the picture; its handle, if it has one, is at the
/// edge.
bool isOutOfView(const WorldObject& object, const WindowPicture& picture);

/// Returns the handles of all goals and attractors that do not follow the pointer, and of the eight nearest
/// obstacles out of view. An obstacle in view needs no handle: it is large enough to hit. Neither has an
/// obstacle that would fill the picture at the depth of the flock's centre: it cannot be dragged.
std::vector<ObjectHandle> objectHandles(const StateView& state, const WindowPicture& picture);

}  // namespace shoal
