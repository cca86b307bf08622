#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Pulls towards every neighbour, harder when it is farther, up to a distance: (weight/n) Σ min(d/distance,
/// 1)·o/d, with o the offset, d its length, and n the number of neighbours, at least 8, the number
/// of octants. The vertical component is multiplied by `vertical`. With balanced perception an octant without
/// a neighbour does not pull, so at the border the sum points inwards.
struct BalancedCohesion {
    float weight = 16.0f;   ///< [m/s²]
    float distance = 8.0f;  ///< [m]
    float vertical = 1.0f;  ///< factor on the vertical component

    static constexpr RuleInfo info{
        .key = "balanced_cohesion",
        .title = "Balanced cohesion",
        .help = "Draws boids inwards where neighbours are missing on one side, at the flock's border.",
        .source =
            "Shoal's own; after Camperi, Cavagna, Giardina, Parisi and Silvestri 2012, balanced neighbours"};
    static constexpr std::array parameters{
        parameter<&BalancedCohesion::weight>("weight", logarithmic(0, 100, "m/s²"),
                                             "Strength of the pull; too little and the flock falls apart."),
        parameter<&BalancedCohesion::distance>(
            "distance", logarithmic(0.05, 200, "m"),
            "A neighbour this far away or farther pulls with full strength."),
        parameter<&BalancedCohesion::vertical>(
            "vertical", linear(0, 10),
            "Factor on the vertical part: 1 is the same as sideways, above 1 makes a flock flatter.")};

    template <class L>
    struct Sums {
        L count;
        Vec3<L> pull;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const L strength = min(1.0f / others.distance(), L(1.0f / distance));
        addWhere(others.seen, sums.count, 1.0f);
        addWhere(others.seen, sums.pull, others.offset * strength);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        const L perNeighbour = weight / max(sums.count, 8.0f);
        return {sums.pull.x * perNeighbour, sums.pull.y * (perNeighbour * vertical),
                sums.pull.z * perNeighbour};
    }
};

}  // namespace shoal
