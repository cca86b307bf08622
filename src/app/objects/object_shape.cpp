#include "app/objects/object_shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <glm/geometric.hpp>

namespace shoal {

namespace {

using Line = std::vector<glm::vec2>;

constexpr int kOutlineCorners = 64;     // of a circle
constexpr double kHandleMargin = 10.0;  // [px] from the edge of the free part
// Cosine of the angle to the line of sight above which an axis has no handle: a pixel would span metres.
constexpr float kMaxTowards = 0.94f;

float size(const Vec3f& a) {
    return std::sqrt(lengthSq(a));
}

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

/// The outline of a ball as seen from the eye: a circle with its centre, radius and two directions.
struct Disc {
    Vec3f centre;
    Vec3f right;  ///< [m] as long as its radius
    Vec3f up;
};

/// Empty for an eye inside the ball.
std::optional<Disc> silhouette(const Obstacle& ball, const WindowPicture& picture) {
    const Vec3f towards = picture.view.eye - ball.centre();
    const float distance = size(towards);
    const float radius = ball.width / 2;
    if (distance <= radius * 1.001f) {
        return std::nullopt;
    }
    const Vec3f out = towards / distance;
    const float seen = radius * std::sqrt(1.0f - radius * radius / (distance * distance));
    const Vec3f across = cross(upOf(picture), out);
    const Vec3f right = across / std::max(size(across), 1e-6f);
    return Disc{ball.centre() + out * (radius * radius / distance), right * seen, cross(out, right) * seen};
}

/// Adds a line through places; ends it at a place behind the eye.
void addLine(std::vector<Line>& lines, const WindowPicture& picture, const std::vector<Vec3f>& places) {
    Line line;
    for (const Vec3f& place : places) {
        if (const auto at = inWindow(picture, place)) {
            line.push_back(*at);
        } else if (!line.empty()) {
            lines.push_back(std::exchange(line, {}));
        }
    }
    if (line.size() > 1) {
        lines.push_back(std::move(line));
    }
}

void addCircle(std::vector<Line>& lines, const WindowPicture& picture, const Disc& disc) {
    std::vector<Vec3f> places;
    for (int corner = 0; corner <= kOutlineCorners; ++corner) {
        const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(corner) / kOutlineCorners;
        places.push_back(disc.centre + disc.right * std::cos(angle) + disc.up * std::sin(angle));
    }
    addLine(lines, picture, places);
}

void addBox(std::vector<Line>& lines, const WindowPicture& picture, const Obstacle& box) {
    const Vec3f half{box.width / 2, box.height / 2, box.depth / 2};
    const auto corner = [&](float x, float y, float z) {
        return box.centre() + Vec3f{x * half.x, y * half.y, z * half.z};
    };
    for (const float y : {-1.0f, 1.0f}) {
        addLine(lines, picture,
                {corner(-1, y, -1), corner(1, y, -1), corner(1, y, 1), corner(-1, y, 1), corner(-1, y, -1)});
    }
    for (const float x : {-1.0f, 1.0f}) {
        for (const float z : {-1.0f, 1.0f}) {
            addLine(lines, picture, {corner(x, -1, z), corner(x, 1, z)});
        }
    }
}

/// Returns a level direction across the line of sight.
Vec3f levelRight(const WindowPicture& picture, const Vec3f& centre) {
    const Vec3f towards = picture.view.eye - centre;
    const Vec3f level{towards.z, 0.0f, -towards.x};
    const float length = size(level);
    return length > 1e-6f ? level / length : Vec3f{1.0f, 0.0f, 0.0f};
}

void addCylinder(std::vector<Line>& lines, const WindowPicture& picture, const Obstacle& cylinder) {
    const float radius = cylinder.width / 2;
    const Vec3f half{0.0f, cylinder.height / 2, 0.0f};
    const Vec3f side = levelRight(picture, cylinder.centre()) * radius;
    for (const float end : {-1.0f, 1.0f}) {
        addCircle(lines, picture,
                  {cylinder.centre() + half * end, {radius, 0.0f, 0.0f}, {0.0f, 0.0f, radius}});
        const Vec3f edge = cylinder.centre() + side * end;
        addLine(lines, picture, {edge - half, edge + half});
    }
}

/// Adds the handle if its place is in the free part of the picture.
bool addHandle(std::vector<SizeHandle>& handles, const WindowPicture& picture, SizeHandle handle,
               const Vec3f& place) {
    const auto at = inWindow(picture, place);
    if (!at || !picture.freePart(kHandleMargin * picture.scale).holds(*at)) {
        return false;
    }
    handle.at = *at;
    handles.push_back(handle);
    return true;
}

/// Adds a handle on a circle, on the first of eight sides that is in the free part: right, then left.
void addHandleOn(std::vector<SizeHandle>& handles, const WindowPicture& picture, const SizeHandle& handle,
                 const Disc& disc) {
    constexpr std::array kEighths{0, 4, 1, 7, 3, 5, 2, 6};
    for (const int eighth : kEighths) {
        const float angle = std::numbers::pi_v<float> / 4 * static_cast<float>(eighth);
        if (addHandle(handles, picture, handle,
                      disc.centre + disc.right * std::cos(angle) + disc.up * std::sin(angle))) {
            return;
        }
    }
}

/// Adds a handle at the end of an axis.
void addHandleAlong(std::vector<SizeHandle>& handles, const WindowPicture& picture, std::string_view tunable,
                    const Vec3f& centre, const Vec3f& axis, float half) {
    const Vec3f towards = picture.view.eye - centre;
    if (std::abs(dot(towards, axis)) < kMaxTowards * size(towards)) {
        addHandle(handles, picture,
                  {.tunable = tunable,
                   .at = {},
                   .measure = SizeHandle::Measure::along,
                   .centre = centre,
                   .axis = axis},
                  centre + axis * half);
    }
}

void addHandlesOf(std::vector<SizeHandle>& handles, const WindowPicture& picture, const Obstacle& obstacle) {
    const Vec3f centre = obstacle.centre();
    const Vec3f towards = picture.view.eye - centre;
    const auto side = [](float a) { return a < 0.0f ? -1.0f : 1.0f; };
    const Vec3f up{0.0f, side(towards.y), 0.0f};
    switch (obstacle.shape) {
        case Obstacle::Shape::sphere:
            if (const auto disc = silhouette(obstacle, picture)) {
                addHandleOn(handles, picture,
                            {.tunable = "width",
                             .at = {},
                             .measure = SizeHandle::Measure::apparent,
                             .centre = centre,
                             .axis = {}},
                            *disc);
            }
            break;
        case Obstacle::Shape::box:
            addHandleAlong(handles, picture, "width", centre, {side(towards.x), 0.0f, 0.0f},
                           obstacle.width / 2);
            addHandleAlong(handles, picture, "height", centre, up, obstacle.height / 2);
            addHandleAlong(handles, picture, "depth", centre, {0.0f, 0.0f, side(towards.z)},
                           obstacle.depth / 2);
            break;
        case Obstacle::Shape::cylinder:
            addHandleAlong(handles, picture, "width", centre, levelRight(picture, centre),
                           obstacle.width / 2);
            addHandleAlong(handles, picture, "height", centre, up, obstacle.height / 2);
            break;
        case Obstacle::Shape::floor:
            break;
    }
}

/// Adds a floor's handle: on the floor, where the picture shows it.
void addFloorHandle(std::vector<SizeHandle>& handles, const WindowPicture& picture, const Obstacle& floor) {
    const WindowPicture::Part part = picture.freePart();
    for (const float down : {0.7f, 0.85f, 0.55f, 0.4f, 0.25f}) {
        const glm::dvec2 at{0.5 * static_cast<double>(part.min.x + part.max.x),
                            static_cast<double>(part.min.y + (part.max.y - part.min.y) * down)};
        const Ray ray = rayUnder(picture, at);
        const float distance = (floor.y - ray.from.y) / ray.direction.y;
        if (std::abs(ray.direction.y) > 0.02f && distance > 0.0f) {
            addHandle(handles, picture,
                      {.tunable = "y",
                       .at = {},
                       .measure = SizeHandle::Measure::along,
                       .centre = ray.from + ray.direction * distance,
                       .axis = {0.0f, 1.0f, 0.0f},
                       .factor = 1.0f},
                      ray.from + ray.direction * distance);
            return;
        }
    }
}

/// Returns the reach of an attractor as a circle that faces the camera.
Disc reachOf(const WorldObject& object, const WindowPicture& picture) {
    return {object.place, rightOf(picture) * object.reach, upOf(picture) * object.reach};
}

bool isPoint(const WorldObject& object) {
    return object.kind == WorldObject::Kind::attracts || object.kind == WorldObject::Kind::scares;
}

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

std::vector<std::vector<glm::vec2>> outlineOf(const WorldObject& object, const WindowPicture& picture) {
    std::vector<Line> lines;
    if (isPoint(object)) {
        addCircle(lines, picture, reachOf(object, picture));
    } else if (object.kind == WorldObject::Kind::obstacle) {
        const Obstacle& obstacle = object.obstacle;
        if (obstacle.shape == Obstacle::Shape::box) {
            addBox(lines, picture, obstacle);
        } else if (obstacle.shape == Obstacle::Shape::cylinder) {
            addCylinder(lines, picture, obstacle);
        } else if (obstacle.shape == Obstacle::Shape::sphere) {
            if (const auto disc = silhouette(obstacle, picture)) {
                addCircle(lines, picture, *disc);
            }
        }
    }
    return lines;
}

std::vector<SizeHandle> sizeHandles(const WorldObject& object, const WindowPicture& picture) {
    std::vector<SizeHandle> handles;
    if (isPoint(object)) {
        addHandleOn(handles, picture,
                    {.tunable = "reach",
                     .at = {},
                     .measure = SizeHandle::Measure::across,
                     .centre = object.place,
                     .axis = {}},
                    reachOf(object, picture));
    } else if (object.isFloor()) {
        addFloorHandle(handles, picture, object.obstacle);
    } else if (object.kind == WorldObject::Kind::obstacle) {
        addHandlesOf(handles, picture, object.obstacle);
    }
    return handles;
}

float valueAt(const SizeHandle& handle, const WindowPicture& picture, const glm::dvec2& at) {
    const Ray ray = rayUnder(picture, at);
    const Vec3f towards = handle.centre - ray.from;
    switch (handle.measure) {
        case SizeHandle::Measure::apparent:
            return 2.0f * size(cross(ray.direction, towards));
        case SizeHandle::Measure::across:
            return size(placeUnder(picture, at, handle.centre) - handle.centre);
        case SizeHandle::Measure::along:
            break;
    }
    // The point of the axis nearest to the ray. A handle exists only where the two are not parallel.
    const float turned = dot(ray.direction, handle.axis);
    const float along = (turned * dot(ray.direction, towards) - dot(handle.axis, towards)) /
                        std::max(1.0f - turned * turned, 1e-3f);
    return handle.factor * along;
}

}  // namespace shoal
