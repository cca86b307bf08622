#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers towards a preferred distance from each neighbour: Σ e·(1 − preferred/d) over all perceived
/// neighbours. Nearer ones push. Farther ones pull, harder with distance, up to the weight.
struct PreferDistance {
    float weight = 1.0f;     ///< [m/s²]
    float preferred = 1.0f;  ///< [m]
    float vertical = 1.0f;   ///< factor on the vertical component

    static constexpr RuleInfo info{
        .key = "prefer_distance",
        .title = "Prefer distance",
        .help = "Draws boids gently to a preferred distance from perceived neighbours.",
        .source = "Carpentier 2006"};
    static constexpr std::array parameters{
        parameter<&PreferDistance::weight>(
            "weight", logarithmic(0, 20, "m/s²"),
            "How hard each distant neighbour pulls; too much and the flock quivers."),
        parameter<&PreferDistance::preferred>(
            "preferred", logarithmic(0, 50, "m"),
            "Distance at which a neighbour neither pushes nor pulls; 0 always pulls.")
            .upTo(Extent::world),
        parameter<&PreferDistance::vertical>(
            "vertical", linear(0, 5),
            "Factor on the vertical part: 1 is the same as sideways, above 1 keeps the flock flat.")};

    template <class L>
    struct Sums {
        Vec3<L> pull;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const L perDistance = 1.0f / others.distance();
        addWhere(others.seen, sums.pull, others.offset * (perDistance - preferred / others.distanceSq));
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return {sums.pull.x * weight, sums.pull.y * (weight * vertical), sums.pull.z * weight};
    }
};

}  // namespace shoal
