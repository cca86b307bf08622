#include "app/objects/object_handles.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include "render/camera/scene_extent.hpp"

namespace shoal {

namespace {

constexpr double kMargin = 20.0;  // [px] from the edge of the picture to the handles there
constexpr std::ptrdiff_t kMaxObstacles = 8;
constexpr float kMaxDragged = 0.75f;  // of the picture's height

/// Puts the handle on its object, or at the edge of the picture's free part. The object is in view while a
/// ball of this `radius` [m] is.
void putHandle(const WindowPicture& picture, ObjectHandle& handle, float radius) {
    const WindowPicture::Part margins = picture.freePart(kMargin * picture.scale);
    const WindowPicture::Part free = picture.freePart();
    const Vec3f& place = handle.object.place;
    const glm::vec4 eye = picture.view.view * glm::vec4(place.x, place.y, place.z, 1.0f);
    const bool isBehind = !(eye.z < 0.0f);
    const glm::vec2 middle = 0.5f * (margins.min + margins.max);
    // Skip the perspective division behind the eye, where it would swap left and right.
    const glm::vec4 clip = picture.view.projection * eye;
    const glm::vec2 seen =
        isBehind ? middle + glm::vec2{clip.x, -clip.y} : inWindow(picture, place).value_or(middle);
    const float reach =
        isBehind ? 0.0f : radius / halfHeightAt(picture, place) * 0.5f * static_cast<float>(picture.height);
    const WindowPicture::Part around{free.min - reach, free.max + reach};
    if (!isBehind && around.holds(seen)) {
        handle.at = seen;
        return;
    }
    const glm::vec2 away = seen - middle;
    handle.isBeyond = true;
    handle.outwards = glm::length(away) > 0.0f ? glm::normalize(away) : glm::vec2{0.0f, 1.0f};
    // The distance from the middle to the nearer edge in that direction.
    const glm::vec2 half = 0.5f * (margins.max - margins.min);
    const glm::vec2 size = glm::abs(handle.outwards);
    const float edge = std::min(size.x > 0.0f ? half.x / size.x : half.x + half.y,
                                size.y > 0.0f ? half.y / size.y : half.x + half.y);
    handle.at = middle + handle.outwards * edge;
}

}  // namespace

float boundingRadius(const WorldObject& object) {
    if (object.kind != WorldObject::Kind::obstacle) {
        return 0.0f;
    }
    const Obstacle& obstacle = object.obstacle;
    switch (obstacle.shape) {
        case Obstacle::Shape::sphere:
            return obstacle.width / 2;
        case Obstacle::Shape::cylinder:
            return std::hypot(obstacle.width, obstacle.height) / 2;
        default:
            return std::hypot(obstacle.width, obstacle.height, obstacle.depth) / 2;
    }
}

bool canBeDragged(const WorldObject& object, const WindowPicture& picture) {
    return !object.isFloor() && boundingRadius(object) <= kMaxDragged * halfHeightAt(picture, object.place);
}

bool isOutOfView(const WorldObject& object, const WindowPicture& picture) {
    ObjectHandle handle{.object = object};
    putHandle(picture, handle, boundingRadius(object));
    return handle.isBeyond;
}

std::vector<ObjectHandle> objectHandles(const StateView& state, const WindowPicture& picture) {
    std::vector<ObjectHandle> handles;
    std::vector<ObjectHandle> obstacles;
    std::optional<Vec3f> centre;  // of the flock, where a drag from the edge brings an object
    for (WorldObject& object : worldObjects(state)) {
        if (object.followsPointer || object.isFloor()) {
            continue;
        }
        const bool isObstacle = object.kind == WorldObject::Kind::obstacle;
        const float radius = boundingRadius(object);
        ObjectHandle handle{.object = std::move(object)};
        putHandle(picture, handle, radius);
        if (!isObstacle) {
            handles.push_back(std::move(handle));
        } else if (handle.isBeyond) {
            centre = centre ? *centre : sceneExtent(state).centre;
            WorldObject brought = handle.object;
            brought.place = *centre;
            if (canBeDragged(brought, picture)) {
                obstacles.push_back(std::move(handle));
            }
        }
    }
    const auto shown = std::min(kMaxObstacles, static_cast<std::ptrdiff_t>(obstacles.size()));
    std::partial_sort(obstacles.begin(), obstacles.begin() + shown, obstacles.end(),
                      [&](const ObjectHandle& a, const ObjectHandle& b) {
                          return lengthSq(a.object.place - picture.view.eye) <
                                 lengthSq(b.object.place - picture.view.eye);
                      });
    std::move(obstacles.begin(), obstacles.begin() + shown, std::back_inserter(handles));
    return handles;
}

}  // namespace shoal
