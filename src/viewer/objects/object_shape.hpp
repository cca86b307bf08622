#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>

#include "viewer/objects/window_picture.hpp"
#include "viewer/objects/world_object.hpp"

namespace shoal {

/// Returns the distance along a ray to an obstacle [m]; empty if the ray misses it or begins inside it.
std::optional<float> distanceAlong(const Ray& ray, const Obstacle& obstacle);

/// Returns how near a ray's line passes to a place [m].
float distanceFrom(const Ray& ray, const Vec3f& place);

/// Radius of a ball about an object's centre that holds it [m]: the reach of an attractor; 0 for a goal.
float boundingRadius(const WorldObject& object);

/// Whether the mouse can move an object. An obstacle that fills most of the picture's height is scenery:
/// dragging it turns the camera.
bool canBeDragged(const WorldObject& object, const WindowPicture& picture);

/// The tunables that are an object's size, the first its main one; empty for a goal and a floor.
std::vector<std::string_view> sizesOf(const WorldObject& object);

/// The circle in the window about the ball that holds an object: dragged, it sizes the object.
struct Rim {
    glm::vec2 at{};
    float radius = 0.0f;
};

/// Returns an object's rim; empty without a size, behind the eye, and if the eye is inside.
std::optional<Rim> rimOf(const WorldObject& object, const WindowPicture& picture);

}  // namespace shoal
