#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <shoal/parameter.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// A place that boids seek under the rule "seek goal". It stays where it is or moves round a horizontal
/// circle.
struct Goal {
    std::string name = "goal";  ///< a bare TOML key: letters, digits, _ and -
    float x = 0.0f;             ///< [m] of the goal, or of the circle's centre
    float y = 0.0f;             ///< [m]
    float z = 0.0f;             ///< [m]
    float circle = 0.0f;        ///< [m] radius of the circle; 0: the goal does not move
    float period = 30.0f;       ///< [s] for one revolution

    /// Returns its position at a step [m].
    Vec3f at(std::uint64_t step) const;

    static constexpr std::array parameters{
        parameter<&Goal::x>(
            {.key = "x", .unit = "m", .min = -1000, .max = 1000, .help = "Position along x."}),
        parameter<&Goal::y>({.key = "y", .unit = "m", .min = -1000, .max = 1000, .help = "Height."}),
        parameter<&Goal::z>(
            {.key = "z", .unit = "m", .min = -1000, .max = 1000, .help = "Position along z."}),
        parameter<&Goal::circle>(
            {.key = "circle",
             .unit = "m",
             .min = 0,
             .max = 500,
             .help = "Radius of the horizontal circle that it follows; 0 keeps it in place."}),
        parameter<&Goal::period>({.key = "period",
                                  .unit = "s",
                                  .min = 1,
                                  .max = 600,
                                  .help = "Time for one revolution.",
                                  .isLogarithmic = true}),
    };
};

}  // namespace shoal
