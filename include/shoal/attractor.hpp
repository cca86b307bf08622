#pragma once

#include <array>
#include <string>
#include <string_view>

#include <shoal/parameter.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// A point that attracts or repels boids under the rule "heed attractors". The viewer places one with the
/// mouse.
struct Attractor {
    std::string name = "lure";  ///< a bare TOML key: letters, digits, _ and -
    float x = 0.0f;             ///< [m]
    float y = 0.0f;             ///< [m]
    float z = 0.0f;             ///< [m]
    float pull = 8.0f;          ///< [m/s²] below 0 it repels
    float reach = 8.0f;         ///< [m]

    Vec3f place() const { return {x, y, z}; }

    static constexpr std::array parameters{
        parameter<&Attractor::x>(
            {.key = "x", .unit = "m", .min = -1000, .max = 1000, .help = "Position along x."}),
        parameter<&Attractor::y>({.key = "y", .unit = "m", .min = -1000, .max = 1000, .help = "Height."}),
        parameter<&Attractor::z>(
            {.key = "z", .unit = "m", .min = -1000, .max = 1000, .help = "Position along z."}),
        parameter<&Attractor::pull>({.key = "pull",
                                     .unit = "m/s²",
                                     .min = -50,
                                     .max = 50,
                                     .help = "Strength of its pull; below 0 it repels boids."}),
        parameter<&Attractor::reach>({.key = "reach",
                                      .unit = "m",
                                      .min = 0.1,
                                      .max = 500,
                                      .help = "Boids farther away than this ignore it.",
                                      .isLogarithmic = true}),
    };
};

}  // namespace shoal
