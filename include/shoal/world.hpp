#pragma once

#include <array>
#include <string_view>

#include <shoal/lanes.hpp>
#include <shoal/parameter.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

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
        parameter<&World::shape>({.key = "shape", .help = "Shape of the walls.", .choices = shapes}),
        parameter<&World::width>({.key = "width",
                                  .unit = "m",
                                  .min = 1,
                                  .max = 2000,
                                  .help = "Size along x, or the diameter of a sphere.",
                                  .isLogarithmic = true}),
        parameter<&World::height>({.key = "height",
                                   .unit = "m",
                                   .min = 1,
                                   .max = 2000,
                                   .help = "Size along y, upwards; a sphere ignores it.",
                                   .isLogarithmic = true}),
        parameter<&World::depth>({.key = "depth",
                                  .unit = "m",
                                  .min = 1,
                                  .max = 2000,
                                  .help = "Size along z; a sphere ignores it.",
                                  .isLogarithmic = true}),
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
        return length(point) > L(half.x);
    }
    return (abs(point.x) > L(half.x)) | (abs(point.y) > L(half.y)) | (abs(point.z) > L(half.z));
}

/// Returns the nearest points inside the world.
template <class L>
SHOAL_INLINE Vec3<L> nearestInside(const World& world, const Vec3<L>& point) {
    const Vec3f half = world.halfExtent();
    if (world.shape == World::Shape::sphere) {
        const L distance = length(point);
        // Slightly inside, because normal·radius may round to a point outside.
        return select(distance > L(half.x), point * (L(1.0f) / distance) * (half.x * 0.999999f), point);
    }
    return {min(max(point.x, L(-half.x)), L(half.x)), min(max(point.y, L(-half.y)), L(half.y)),
            min(max(point.z, L(-half.z)), L(half.z))};
}

/// Removes from vectors the part that leads out through a wall that their point lies on.
template <class L>
SHOAL_INLINE Vec3<L> alongWalls(const World& world, const Vec3<L>& point, const Vec3<L>& vector) {
    const Vec3f half = world.halfExtent();
    const L zero;
    if (world.shape == World::Shape::sphere) {
        const L distance = length(point);
        const auto isAtWall = distance > L(half.x * 0.99999f);
        const Vec3<L> normal = where(isAtWall, point * (L(1.0f) / distance));
        return vector - normal * max(dot(vector, normal), zero);
    }
    const auto along = [&zero](const L& at, const L& value, float wall) __attribute__((always_inline)) {
        const L inwards = select(at >= L(wall), min(value, zero), value);
        return select(at <= L(-wall), max(inwards, zero), inwards);
    };
    return {along(point.x, vector.x, half.x), along(point.y, vector.y, half.y),
            along(point.z, vector.z, half.z)};
}

}  // namespace shoal
