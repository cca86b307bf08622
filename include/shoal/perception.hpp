#pragma once

#include <array>
#include <string_view>

#include <shoal/parameter.hpp>

namespace shoal {

/// Which other boids count as a boid's neighbours. A pair rule may have a shorter range, never a longer one.
struct Perception {
    enum class Kind {
        metric,   ///< all within the radius
        nearest,  ///< the `count` nearest within the radius: topological (Ballerini et al. 2008)
        /// Three within the radius: the closest, the second closest, and the closest of the rest that is
        /// farther away than `spread` times the closest (Carpentier 2006). If the second is itself that far
        /// away, the third closest; if none qualifies, only two.
        spread,
    };

    Kind kind = Kind::metric;
    float radius = 1.0f;      ///< [m]
    int count = 7;            ///< maximum number of neighbours, for `nearest`
    float spread = 4.0f;      ///< for `spread`
    float blindAngle = 0.0f;  ///< [rad] full opening of the blind cone behind the boid
    /// Maximum number of candidates for a boid. If the cells around it hold more, it searches a random sample
    /// of this size, drawn anew at each step, and each boid in the sample also counts for those left out:
    /// sums keep their expected value, means stay means. `nearest` and `spread` choose from a sample eight
    /// times as large.
    int crowd = 512;

    static constexpr std::array<std::string_view, 3> kinds{"metric", "nearest", "spread"};
    static constexpr std::array parameters{
        parameter<&Perception::kind>({.key = "kind",
                                      .help = "Which boids count as neighbours: all within the radius, the "
                                              "few nearest of them, or two near "
                                              "and one far.",
                                      .choices = kinds}),
        parameter<&Perception::radius>(
            {.key = "radius",
             .unit = "m",
             .min = 0.05,
             .max = 200,
             .help = "How far a boid sees; larger is slower, because more neighbours count.",
             .isLogarithmic = true}),
        parameter<&Perception::count>({.key = "count",
                                       .min = 1,
                                       .max = 32,
                                       .help = "For the kind nearest: how many of the nearest count."}),
        parameter<&Perception::spread>(
            {.key = "spread",
             .min = 2,
             .max = 10,
             .help =
                 "For the kind spread: the third neighbour is at least this many times as far away as the "
                 "closest. A far third neighbour makes flocks merge."}),
        parameter<&Perception::blindAngle>(
            {.key = "blind_angle",
             .unit = "°",
             .min = 0,
             .max = 350,
             .help = "Opening of the blind cone behind a boid; 0 sees all around."}),
        parameter<&Perception::crowd>({.key = "crowd",
                                       .min = 64,
                                       .max = 4096,
                                       .help = "Maximum number of boids that a boid examines. If there are "
                                               "more around it, it uses a random "
                                               "sample of this size, which limits the time of a step.",
                                       .isLogarithmic = true}),
    };
};

}  // namespace shoal
