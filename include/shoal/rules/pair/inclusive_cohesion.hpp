#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers towards the centre of all boids up to the radius, including the boid itself: mean x − x_i. A boid
/// with few neighbours is drawn to them less than with `cohesion`.
struct InclusiveCohesion {
    float weight = 3.6f;  ///< [1/s²]
    float radius = 1.0f;  ///< [m]

    static constexpr RuleInfo info{
        .key = "inclusive_cohesion",
        .title = "Inclusive cohesion",
        .help = "Draws boids towards the centre of their neighbours and themselves.",
        .source = "Rathbun 2020"};
    static constexpr std::array parameters{
        parameter<&InclusiveCohesion::weight>(
            "weight", logarithmic(0, 3600, "1/s²"),
            "How hard it pulls: Rathbun's δ, a frame being one second; too little and no "
            "flock forms, too much and flocks break up."),
        parameter<&InclusiveCohesion::radius>(
            "radius", logarithmic(0.05, 200, "m"),
            "Neighbours up to this distance count: Rathbun's flock distance.")
            .upTo(Extent::perception)};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        L count;
        Vec3<L> offset;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const auto near = (others.distanceSq <= (radius * radius)) & others.seen;
        addWhere(near, sums.count, 1.0f);
        addWhere(near, sums.offset, others.offset);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&, const Surroundings& around) const {
        // Rathbun's δ ≤ 1: by the next decision at most the whole way to that centre.
        const float maxWeight = around.decisionsPerSecond * around.decisionsPerSecond;
        return sums.offset * (std::min(weight, maxWeight) / (sums.count + 1.0f));
    }
};

}  // namespace shoal
