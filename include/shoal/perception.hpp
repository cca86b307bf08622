#pragma once

#include <array>
#include <string_view>

#include <shoal/parameter.hpp>

namespace shoal {

/// Which others count as a boid's neighbours. A pair rule may look less far than this, never farther.
struct Perception {
    enum class Kind {
        metric,   ///< all within the radius
        nearest,  ///< the `count` nearest within the radius: topological (Ballerini et al. 2008)
        /// Three within the radius: the closest, the second closest, and of the rest the closest one that is
        /// farther away than `spread` times the closest one (Carpentier 2006). Where the second is as far as
        /// that itself, the third closest; where nobody is, only the two.
        spread,
    };

    Kind kind = Kind::metric;
    float radius = 1.0f;      ///< [m]
    int count = 7;            ///< neighbours at most, for `nearest`
    float spread = 4.0f;      ///< for `spread`
    float blindAngle = 0.0f;  ///< [rad] full opening of the cone behind in which nothing is seen
    /// Others looked through at most. Where the cells around a boid hold more, it looks through a fair sample
    /// of them this large, drawn anew each step, and each one in it counts for those left out: sums keep
    /// their expected value, means stay means. `nearest` and `spread` take their few of a sample eight
    /// times as large.
    int crowd = 512;

    static constexpr std::array<std::string_view, 3> kinds{"metric", "nearest", "spread"};
    static constexpr std::array parameters{
        parameter<&Perception::kind>(
            {.key = "kind",
             .help = "Who counts as a neighbour: all within the radius, the few nearest of them, or two near "
                     "and one far.",
             .choices = kinds}),
        parameter<&Perception::radius>(
            {.key = "radius",
             .unit = "m",
             .least = 0.05,
             .most = 200,
             .help = "How far a boid sees; larger is slower, for more neighbours count.",
             .isLogarithmic = true}),
        parameter<&Perception::count>({.key = "count",
                                       .least = 1,
                                       .most = 32,
                                       .help = "How many of the nearest count, where the kind is nearest."}),
        parameter<&Perception::spread>(
            {.key = "spread",
             .least = 2,
             .most = 10,
             .help = "Where the kind is spread: how many times as far as the closest the third one is at "
                     "least. A far third one makes flocks merge."}),
        parameter<&Perception::blindAngle>(
            {.key = "blind_angle",
             .unit = "°",
             .least = 0,
             .most = 350,
             .help = "Opening of the cone behind in which a boid sees nothing; 0 sees all around."}),
        parameter<&Perception::crowd>(
            {.key = "crowd",
             .least = 64,
             .most = 4096,
             .help = "In a larger crowd a boid looks at a fair sample of this many, which bounds the time "
                     "of a step; where there are fewer, it looks at all.",
             .isLogarithmic = true}),
    };
};

}  // namespace shoal
