#pragma once

#include <array>
#include <string_view>

#include <shoal/parameter.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// The region that contain, bounce and wrap refer to, centred on the origin. With none of those rules
/// switched on the flock may leave it.
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
                                  .least = 1,
                                  .most = 2000,
                                  .help = "Size along x, or the diameter of a sphere.",
                                  .isLogarithmic = true}),
        parameter<&World::height>({.key = "height",
                                   .unit = "m",
                                   .least = 1,
                                   .most = 2000,
                                   .help = "Size along y, upwards; a sphere ignores it.",
                                   .isLogarithmic = true}),
        parameter<&World::depth>({.key = "depth",
                                  .unit = "m",
                                  .least = 1,
                                  .most = 2000,
                                  .help = "Size along z; a sphere ignores it.",
                                  .isLogarithmic = true}),
    };

    /// Half the size along each axis [m]; a sphere's radius three times.
    Vec3f halfExtent() const {
        return shape == Shape::sphere ? Vec3f{width / 2, width / 2, width / 2}
                                      : Vec3f{width / 2, height / 2, depth / 2};
    }
};

}  // namespace shoal
