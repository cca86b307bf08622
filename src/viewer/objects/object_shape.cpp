#include "viewer/objects/object_shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shoal {

namespace {

constexpr float kMaxDragged = 0.75f;  // of the picture's height

/// The range along a ray that lies inside a convex body.
struct Span {
    float in = 0.0f;
    float out = std::numeric_limits<float>::max();

    /// Narrows it to the range where `from + t·rate` is within ±half.
    void between(float from, float rate, float half) {
        if (std::abs(rate) < 1e-9f) {
            if (std::abs(from) > half) {
                out = -1.0f;
            }
            return;
        }
        const float a = (-half - from) / rate;
        const float b = (half - from) / rate;
        narrow(std::min(a, b), std::max(a, b));
    }

    /// Narrows it to the range where a·t² + 2·b·t + c ≤ 0.
    void below(float a, float b, float c) {
        const float root = b * b - a * c;
        if (a < 1e-9f ? c > 0.0f : root < 0.0f) {
            out = -1.0f;
        } else if (a >= 1e-9f) {
            narrow((-b - std::sqrt(root)) / a, (-b + std::sqrt(root)) / a);
        }
    }

    void narrow(float from, float to) {
        in = std::max(in, from);
        out = std::min(out, to);
    }

    std::optional<float> start() const { return in > 0.0f && in <= out ? std::optional(in) : std::nullopt; }
};

}  // namespace

std::optional<float> distanceAlong(const Ray& ray, const Obstacle& obstacle) {
    const Vec3f from = ray.from - obstacle.centre();
    const Vec3f& way = ray.direction;
    const float radius = obstacle.width / 2;
    Span span;
    switch (obstacle.shape) {
        case Obstacle::Shape::sphere:
            span.below(1.0f, dot(from, way), lengthSq(from) - radius * radius);
            break;
        case Obstacle::Shape::box:
            span.between(from.x, way.x, obstacle.width / 2);
            span.between(from.y, way.y, obstacle.height / 2);
            span.between(from.z, way.z, obstacle.depth / 2);
            break;
        case Obstacle::Shape::cylinder:
            span.below(way.x * way.x + way.z * way.z, from.x * way.x + from.z * way.z,
                       from.x * from.x + from.z * from.z - radius * radius);
            span.between(from.y, way.y, obstacle.height / 2);
            break;
        case Obstacle::Shape::floor:
            return from.y > 0.0f && way.y < 0.0f ? std::optional(-from.y / way.y) : std::nullopt;
    }
    return span.start();
}

float boundingRadius(const WorldObject& object) {
    const Obstacle& obstacle = object.obstacle;
    switch (object.kind) {
        case WorldObject::Kind::goal:
            return 0.0f;
        case WorldObject::Kind::attracts:
        case WorldObject::Kind::scares:
            return object.reach;
        case WorldObject::Kind::obstacle:
            break;
    }
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
    return !object.isObstacle() ||
           (!object.isFloor() && boundingRadius(object) <= kMaxDragged * halfHeightAt(picture, object.place));
}

std::vector<std::string_view> sizesOf(const WorldObject& object) {
    if (!object.isObstacle()) {
        return object.kind == WorldObject::Kind::goal ? std::vector<std::string_view>{}
                                                      : std::vector<std::string_view>{"reach"};
    }
    switch (object.obstacle.shape) {
        case Obstacle::Shape::sphere:
            return {"width"};
        case Obstacle::Shape::cylinder:
            return {"width", "height"};
        case Obstacle::Shape::box:
            return {"width", "height", "depth"};
        case Obstacle::Shape::floor:
            break;
    }
    return {};
}

float distanceFrom(const Ray& ray, const Vec3f& place) {
    return std::sqrt(lengthSq(cross(ray.direction, place - ray.from)));
}

std::optional<Rim> rimOf(const WorldObject& object, const WindowPicture& picture) {
    const auto at = inWindow(picture, object.place);
    if (!at || sizesOf(object).empty()) {
        return std::nullopt;
    }
    const float radius = boundingRadius(object);
    // A ball covers more than its middle section in a picture with perspective.
    const float distanceSq = lengthSq(object.place - picture.view.eye);
    const float shrinks = picture.view.isOrthographic() ? 1.0f : 1.0f - radius * radius / distanceSq;
    if (shrinks <= 0.0f) {
        return std::nullopt;
    }
    const float perMetre = 0.5f * static_cast<float>(picture.height) / halfHeightAt(picture, object.place);
    return Rim{*at, radius * perMetre / std::sqrt(shrinks)};
}

}  // namespace shoal
