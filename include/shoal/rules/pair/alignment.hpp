#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers towards the neighbours' mean velocity: mean v_j − v_i over the neighbours within the radius.
struct Alignment {
    float weight = 1.0f;  ///< [1/s]
    float radius = 1.0f;  ///< [m]

    static constexpr RuleInfo info{.key = "alignment",
                                   .title = "Alignment",
                                   .help = "Makes boids swim in the same direction as their neighbours.",
                                   .source = "Reynolds 1987"};
    static constexpr std::array parameters{
        parameter<&Alignment::weight>(
            "weight", linear(0, 10, "1/s"),
            "How fast a boid takes on its neighbours' velocity; at 0 the school breaks up into a swarm."),
        parameter<&Alignment::radius>(
            "radius", logarithmic(0.05, 200, "m"),
            "Neighbours nearer than this are followed; no further effect beyond the perception radius.")
            .upTo(Extent::perception)};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        L count;
        Vec3<L> velocity;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const auto near = others.within(radius);
        addWhere(near, sums.count, 1.0f);
        addWhere(near, sums.velocity, others.velocity);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>& self, const Surroundings& around) const {
        const L share = 1.0f / sums.count;
        return where(sums.count > 0.0f, sums.velocity * share - self.velocity) *
               std::min(weight, around.decisionsPerSecond);
    }
};

}  // namespace shoal
