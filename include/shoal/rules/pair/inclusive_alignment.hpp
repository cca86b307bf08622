#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers towards the mean velocity of all boids up to the radius, including the boid itself: mean v − v_i. A
/// boid with few neighbours follows them less than with `alignment`.
struct InclusiveAlignment {
    float weight = 3.0f;  ///< [1/s]
    float radius = 1.0f;  ///< [m]

    static constexpr RuleInfo info{
        .key = "inclusive_alignment",
        .title = "Inclusive alignment",
        .help = "Makes boids swim at the mean velocity of their neighbours and themselves.",
        .source = "Rathbun 2020"};
    static constexpr std::array parameters{
        parameter<&InclusiveAlignment::weight>(
            "weight", logarithmic(0, 60, "1/s"),
            "How fast a boid takes on that mean velocity: Rathbun's β, a frame being one second."),
        parameter<&InclusiveAlignment::radius>(
            "radius", logarithmic(0.05, 200, "m"),
            "Neighbours up to this distance count: Rathbun's flock distance.")
            .upTo(Extent::perception)};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        L count;
        Vec3<L> velocity;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const auto near = (others.distanceSq <= (radius * radius)) & others.seen;
        addWhere(near, sums.count, 1.0f);
        addWhere(near, sums.velocity, others.velocity);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>& self, const Surroundings& around) const {
        // (Σv_j + v_i)/(n + 1) − v_i; exactly zero for a lone boid.
        return (sums.velocity - self.velocity * sums.count) *
               (std::min(weight, around.decisionsPerSecond) / (sums.count + 1.0f));
    }
};

}  // namespace shoal
