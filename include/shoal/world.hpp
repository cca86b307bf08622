#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <shoal/lanes.hpp>
#include <shoal/parameter.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// The default step rate, for scenes that state none.
inline constexpr int kStepsPerSecond = 60;
inline constexpr float kStepSeconds = 1.0f / kStepsPerSecond;

/// The time of the model. A model published with a step of its own states it here and keeps its numbers.
struct TimeSettings {
    float step = kStepSeconds;  ///< [s] of the model's time in one fixed step
    float speed = 1.0f;         ///< seconds of the model in one real second, in the viewer and in films

    static constexpr std::array parameters{
        parameter<&TimeSettings::step>("step", logarithmic(0.001, 10, "s"),
                                       "Time of the model in one step: how precisely paths are followed. "
                                       "Can only change before the first step."),
        parameter<&TimeSettings::speed>("speed", logarithmic(0.01, 1000),
                                        "Seconds of the model in one real second. Can only change before "
                                        "the first step."),
    };

    /// Steps in one real second, 1 .. 960: a whole number, so that films do not drift.
    int stepsPerSecond() const;

    /// Seconds of the model in one real second with whole steps, so not exactly `speed`.
    double ratio() const { return static_cast<double>(step) * stepsPerSecond(); }

    /// Real time of a number of steps [s].
    double realSeconds(double steps) const { return steps / stepsPerSecond(); }

    /// Time of the model after a number of steps [s].
    double modelSeconds(double steps) const;

    friend bool operator==(const TimeSettings&, const TimeSettings&) = default;
};

/// The region that the rules contain, bounce and wrap refer to, centred on the origin. If all of them are
/// off, the flock may leave it.
struct World {
    enum class Shape { box, sphere };

    Shape shape = Shape::box;
    float width = 20.0f;   ///< [m] along x; the diameter of a sphere
    float height = 20.0f;  ///< [m] along y; unused by a sphere
    float depth = 20.0f;   ///< [m] along z; unused by a sphere

    static constexpr std::array<std::string_view, 2> shapes{"box", "sphere"};
    static constexpr std::array parameters{
        parameter<&World::shape>("shape", shapes, "Shape of the walls.").idleWhile("no boid meets a wall"),
        parameter<&World::width>("width", logarithmic(1, 2000, "m"),
                                 "Size along x, or the diameter of a sphere.")
            .upTo(Extent::fewTimes)
            .idleWhile("no boid meets a wall"),
        parameter<&World::height>("height", logarithmic(1, 2000, "m"),
                                  "Size along y, upwards; a sphere ignores it.")
            .upTo(Extent::fewTimes)
            .idleWhile("no boid meets a wall")
            .onlyWith("shape", "box"),
        parameter<&World::depth>("depth", logarithmic(1, 2000, "m"), "Size along z; a sphere ignores it.")
            .upTo(Extent::fewTimes)
            .idleWhile("no boid meets a wall")
            .onlyWith("shape", "box"),
    };

    /// Half the size along each axis [m]; for a sphere, its radius on every axis.
    Vec3f halfExtent() const {
        return shape == Shape::sphere ? Vec3f{width / 2, width / 2, width / 2}
                                      : Vec3f{width / 2, height / 2, depth / 2};
    }
};

/// Which points lie beyond the walls.
template <class L>
SHOAL_INLINE typename L::MaskType isOutside(const World& world, const Vec3<L>& point) {
    const Vec3f half = world.halfExtent();
    if (world.shape == World::Shape::sphere) {
        return length(point) > half.x;
    }
    return (abs(point.x) > half.x) | (abs(point.y) > half.y) | (abs(point.z) > half.z);
}

/// Returns the nearest points inside the world.
template <class L>
SHOAL_INLINE Vec3<L> nearestInside(const World& world, const Vec3<L>& point) {
    const Vec3f half = world.halfExtent();
    if (world.shape == World::Shape::sphere) {
        const L distance = length(point);
        // Slightly inside, because normal·radius may round to a point outside.
        return select(distance > half.x, point * (1.0f / distance) * (half.x * 0.999999f), point);
    }
    return {min(max(point.x, -half.x), half.x), min(max(point.y, -half.y), half.y),
            min(max(point.z, -half.z), half.z)};
}

/// Removes the outward component of vectors at points that lie on a wall.
template <class L>
SHOAL_INLINE Vec3<L> alongWalls(const World& world, const Vec3<L>& point, const Vec3<L>& vector) {
    const Vec3f half = world.halfExtent();
    const L zero;
    if (world.shape == World::Shape::sphere) {
        const L distance = length(point);
        const auto isAtWall = distance > (half.x * 0.99999f);
        const Vec3<L> normal = where(isAtWall, point * (1.0f / distance));
        return vector - normal * max(dot(vector, normal), zero);
    }
    const auto along = [&zero](const L& at, const L& value, float wall) __attribute__((always_inline)) {
        const L inwards = select(at >= wall, min(value, zero), value);
        return select(at <= -wall, max(inwards, zero), inwards);
    };
    return {along(point.x, vector.x, half.x), along(point.y, vector.y, half.y),
            along(point.z, vector.z, half.z)};
}

/// Something solid that stands in the world. Boids respond to it under rules such as "avoid obstacles".
struct Obstacle {
    enum class Shape {
        sphere,
        box,       ///< aligned with the axes
        cylinder,  ///< upright
        floor,     ///< everything below its height
    };

    std::string name = "rock";  ///< a bare TOML key: letters, digits, _ and -
    Shape shape = Shape::sphere;
    float x = 0.0f;       ///< [m] of its centre; ignored by a floor
    float y = 0.0f;       ///< [m] of its centre; a floor's surface
    float z = 0.0f;       ///< [m] of its centre; ignored by a floor
    float width = 2.0f;   ///< [m] along x; the diameter of a sphere or a cylinder
    float height = 2.0f;  ///< [m] along y, of a box or a cylinder
    float depth = 2.0f;   ///< [m] along z, of a box

    Vec3f centre() const { return {x, y, z}; }

    static constexpr std::array<std::string_view, 4> shapes{"sphere", "box", "cylinder", "floor"};
    static constexpr std::array parameters{
        parameter<&Obstacle::shape>("shape", shapes,
                                    "Shape of the obstacle; a floor fills everything below its height.")
            .idleWhile("no boid comes near it"),
        parameter<&Obstacle::x>("x", linear(-1000, 1000, "m"), "Position of its centre along x.")
            .idleWhile("no boid comes near it")
            .onlyWith("shape", "sphere", "box", "cylinder")
            .upTo(Extent::position),
        parameter<&Obstacle::y>("y", linear(-1000, 1000, "m"),
                                "Height of its centre, or of a floor's surface.")
            .idleWhile("no boid comes near it")
            .upTo(Extent::position),
        parameter<&Obstacle::z>("z", linear(-1000, 1000, "m"), "Position of its centre along z.")
            .idleWhile("no boid comes near it")
            .onlyWith("shape", "sphere", "box", "cylinder")
            .upTo(Extent::position),
        parameter<&Obstacle::width>("width", logarithmic(0.1, 1000, "m"),
                                    "Size along x, or the diameter of a sphere or a cylinder.")
            .idleWhile("no boid comes near it")
            .upTo(Extent::world)
            .onlyWith("shape", "sphere", "box", "cylinder"),
        parameter<&Obstacle::height>("height", logarithmic(0.1, 1000, "m"),
                                     "Size along y, upwards, of a box or a cylinder.")
            .idleWhile("no boid comes near it")
            .upTo(Extent::world)
            .onlyWith("shape", "box", "cylinder"),
        parameter<&Obstacle::depth>("depth", logarithmic(0.1, 1000, "m"), "Size along z of a box.")
            .idleWhile("no boid comes near it")
            .upTo(Extent::world)
            .onlyWith("shape", "box"),
    };
};

/// The position of a point relative to an obstacle's surface.
template <class L>
struct Clearance {
    L distance;    ///< [m] to the surface, negative inside
    Vec3<L> away;  ///< unit, outwards from the nearest point of the surface
};

namespace detail {

/// Clearance from a box or a cylinder. `beyond`: how far the point lies beyond each face; `out`: the unit
/// normals of the faces, at right angles to each other.
template <class L, std::size_t count>
SHOAL_INLINE Clearance<L> clearanceOfFaces(const std::array<L, count>& beyond,
                                           const std::array<Vec3<L>, count>& out) {
    L deepest = beyond[0];
    L outsideSq;
    Vec3<L> outside;
    for (std::size_t k = 0; k < count; ++k) {
        const L past = max(beyond[k], 0.0f);
        deepest = max(deepest, beyond[k]);
        outsideSq += past * past;
        outside += out[k] * past;
    }
    // Inside, the nearest face is the way out; of two equally near, the first.
    Vec3<L> wayOut = out[count - 1];
    for (std::size_t k = count - 1; k-- > 0;) {
        wayOut = select(beyond[k] >= deepest, out[k], wayOut);
    }
    const auto isOutside = outsideSq > 0.0f;
    const L distance = sqrt(outsideSq);
    return {select(isOutside, distance, deepest), select(isOutside, outside * (1.0f / distance), wayOut)};
}

template <class L>
SHOAL_INLINE L signOf(const L& value) {
    return select(value < 0.0f, -1.0f, 1.0f);
}

}  // namespace detail

/// Returns the clearance of points from an obstacle [m].
template <class L>
SHOAL_INLINE Clearance<L> clearanceFrom(const Obstacle& obstacle, const Vec3<L>& point) {
    const Vec3<L> from = point - Vec3<L>{obstacle.x, obstacle.y, obstacle.z};
    const L zero;
    const L one(1.0f);
    if (obstacle.shape == Obstacle::Shape::floor) {
        return {from.y, {zero, one, zero}};
    }
    if (obstacle.shape == Obstacle::Shape::box) {
        return detail::clearanceOfFaces<L, 3>(
            {abs(from.x) - (obstacle.width / 2), abs(from.y) - (obstacle.height / 2),
             abs(from.z) - (obstacle.depth / 2)},
            {Vec3<L>{detail::signOf(from.x), zero, zero}, Vec3<L>{zero, detail::signOf(from.y), zero},
             Vec3<L>{zero, zero, detail::signOf(from.z)}});
    }
    // At the very centre, any direction will do.
    const bool isSphere = obstacle.shape == Obstacle::Shape::sphere;
    const Vec3<L> across{from.x, isSphere ? from.y : zero, from.z};
    const L radius = length(across);
    const auto isMiddle = !(radius > 1e-6f);
    const Vec3<L> out = select(isMiddle, Vec3<L>{one, zero, zero}, across * (one / radius));
    if (isSphere) {
        return {radius - (obstacle.width / 2), out};
    }
    return detail::clearanceOfFaces<L, 2>(
        {radius - (obstacle.width / 2), abs(from.y) - (obstacle.height / 2)},
        {out, Vec3<L>{zero, detail::signOf(from.y), zero}});
}

/// A place that boids seek under the rule "seek goal". It stays where it is or moves round a horizontal
/// circle.
struct Goal {
    std::string name = "goal";  ///< a bare TOML key: letters, digits, _ and -
    float x = 0.0f;             ///< [m] of the goal, or of the circle's centre
    float y = 0.0f;             ///< [m]
    float z = 0.0f;             ///< [m]
    float circle = 0.0f;        ///< [m] radius of the circle; 0: the goal does not move
    float period = 30.0f;       ///< [s] for one revolution

    /// Returns its position at a time of the model [m].
    Vec3f at(double seconds) const;

    static constexpr std::array parameters{
        parameter<&Goal::x>("x", linear(-1000, 1000, "m"), "Position along x.")
            .idleWhile("no boid seeks it")
            .upTo(Extent::position),
        parameter<&Goal::y>("y", linear(-1000, 1000, "m"), "Height.")
            .idleWhile("no boid seeks it")
            .upTo(Extent::position),
        parameter<&Goal::z>("z", linear(-1000, 1000, "m"), "Position along z.")
            .idleWhile("no boid seeks it")
            .upTo(Extent::position),
        parameter<&Goal::circle>("circle", linear(0, 500, "m"),
                                 "Radius of the horizontal circle that it follows; 0 keeps it in place.")
            .idleWhile("no boid seeks it")
            .upTo(Extent::world),
        parameter<&Goal::period>("period", logarithmic(1, 600, "s"), "Time for one revolution.")
            .idleWhile("no boid seeks it")
            .onlyWith("circle"),
    };
};

/// A point that attracts or repels boids under the rule "respond to attractors". The viewer places attractors
/// with the mouse, and moves the ones that follow the pointer.
struct Attractor {
    /// A hunter, which the point is drawn as.
    enum class Animal { none, shark, falcon, lion };
    static constexpr std::array<std::string_view, 4> animals{"none", "shark", "falcon", "lion"};

    std::string name = "lure";  ///< a bare TOML key: letters, digits, _ and -
    float x = 0.0f;             ///< [m]
    float y = 0.0f;             ///< [m]
    float z = 0.0f;             ///< [m]
    float pull = 8.0f;          ///< [m/s²] below 0 it repels
    float reach = 8.0f;         ///< [m]
    /// The viewer keeps it under the mouse pointer, as far away as the flock; x, y and z are where it starts,
    /// and where it stays without a window.
    bool followsPointer = false;
    Animal animal = Animal::none;
    float bodyLength = 2.0f;  ///< [m] of the animal

    Vec3f place() const { return {x, y, z}; }
    bool isHunter() const { return animal != Animal::none; }
    /// Distance at which it alarms boids [m].
    float alarmReach() const { return 0.5f * reach; }

    static constexpr std::array parameters{
        parameter<&Attractor::x>("x", linear(-1000, 1000, "m"), "Position along x.")
            .idleWhile("no boid is within its reach")
            .upTo(Extent::position),
        parameter<&Attractor::y>("y", linear(-1000, 1000, "m"), "Height.")
            .idleWhile("no boid is within its reach")
            .upTo(Extent::position),
        parameter<&Attractor::z>("z", linear(-1000, 1000, "m"), "Position along z.")
            .idleWhile("no boid is within its reach")
            .upTo(Extent::position),
        parameter<&Attractor::pull>("pull", linear(-50, 50, "m/s²"),
                                    "Strength of its pull; below 0 it repels boids.")
            .idleWhile("no boid is within its reach"),
        parameter<&Attractor::reach>("reach", logarithmic(0.1, 500, "m"),
                                     "Boids farther away than this ignore it.")
            .idleWhile("no boid is within its reach")
            .upTo(Extent::world),
        parameter<&Attractor::followsPointer>(
            "follows_pointer", "Moves with the mouse pointer over the picture, as far away as the flock."),
        parameter<&Attractor::animal>(
            "animal", animals,
            "A hunter that the point is drawn as. It alarms boids with the rule Alarm "
            "within half its reach."),
        parameter<&Attractor::bodyLength>("body_length", logarithmic(0.05, 50, "m"),
                                          "Length of the animal; for the picture.")
            .onlyWith("animal", "shark", "falcon", "lion"),
    };
};

}  // namespace shoal
