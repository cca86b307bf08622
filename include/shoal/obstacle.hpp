#pragma once

#include <array>
#include <string>
#include <string_view>

#include <shoal/lanes.hpp>
#include <shoal/parameter.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

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
        parameter<&Obstacle::shape>(
            {.key = "shape",
             .help = "Shape of the obstacle; a floor fills everything below its height.",
             .choices = shapes}),
        parameter<&Obstacle::x>(
            {.key = "x", .unit = "m", .min = -1000, .max = 1000, .help = "Position of its centre along x."}),
        parameter<&Obstacle::y>({.key = "y",
                                 .unit = "m",
                                 .min = -1000,
                                 .max = 1000,
                                 .help = "Height of its centre, or of a floor's surface."}),
        parameter<&Obstacle::z>(
            {.key = "z", .unit = "m", .min = -1000, .max = 1000, .help = "Position of its centre along z."}),
        parameter<&Obstacle::width>({.key = "width",
                                     .unit = "m",
                                     .min = 0.1,
                                     .max = 1000,
                                     .help = "Size along x, or the diameter of a sphere or a cylinder.",
                                     .isLogarithmic = true}),
        parameter<&Obstacle::height>({.key = "height",
                                      .unit = "m",
                                      .min = 0.1,
                                      .max = 1000,
                                      .help = "Size along y, upwards, of a box or a cylinder.",
                                      .isLogarithmic = true}),
        parameter<&Obstacle::depth>({.key = "depth",
                                     .unit = "m",
                                     .min = 0.1,
                                     .max = 1000,
                                     .help = "Size along z of a box.",
                                     .isLogarithmic = true}),
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
        const L past = max(beyond[k], L(0.0f));
        deepest = max(deepest, beyond[k]);
        outsideSq += past * past;
        outside += out[k] * past;
    }
    // Inside, the nearest face is the way out; of two equally near, the first.
    Vec3<L> wayOut = out[count - 1];
    for (std::size_t k = count - 1; k-- > 0;) {
        wayOut = select(beyond[k] >= deepest, out[k], wayOut);
    }
    const auto isOutside = outsideSq > L(0.0f);
    const L distance = sqrt(outsideSq);
    return {select(isOutside, distance, deepest), select(isOutside, outside * (L(1.0f) / distance), wayOut)};
}

template <class L>
SHOAL_INLINE L signOf(const L& value) {
    return select(value < L(0.0f), L(-1.0f), L(1.0f));
}

}  // namespace detail

/// Returns the clearance of points from an obstacle [m].
template <class L>
SHOAL_INLINE Clearance<L> clearanceFrom(const Obstacle& obstacle, const Vec3<L>& point) {
    const Vec3<L> from = point - Vec3<L>{L(obstacle.x), L(obstacle.y), L(obstacle.z)};
    const L zero;
    const L one(1.0f);
    if (obstacle.shape == Obstacle::Shape::floor) {
        return {from.y, {zero, one, zero}};
    }
    if (obstacle.shape == Obstacle::Shape::box) {
        return detail::clearanceOfFaces<L, 3>(
            {abs(from.x) - L(obstacle.width / 2), abs(from.y) - L(obstacle.height / 2),
             abs(from.z) - L(obstacle.depth / 2)},
            {Vec3<L>{detail::signOf(from.x), zero, zero}, Vec3<L>{zero, detail::signOf(from.y), zero},
             Vec3<L>{zero, zero, detail::signOf(from.z)}});
    }
    // At the very centre, any direction out is as good.
    const bool isSphere = obstacle.shape == Obstacle::Shape::sphere;
    const Vec3<L> across{from.x, isSphere ? from.y : zero, from.z};
    const L radius = length(across);
    const auto isMiddle = !(radius > L(1e-6f));
    const Vec3<L> out = select(isMiddle, Vec3<L>{one, zero, zero}, across * (one / radius));
    if (isSphere) {
        return {radius - L(obstacle.width / 2), out};
    }
    return detail::clearanceOfFaces<L, 2>(
        {radius - L(obstacle.width / 2), abs(from.y) - L(obstacle.height / 2)},
        {out, Vec3<L>{zero, detail::signOf(from.y), zero}});
}

}  // namespace shoal
