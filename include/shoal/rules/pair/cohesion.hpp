#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers towards the neighbours' centre: mean x_j − x_i over the neighbours within the radius.
struct Cohesion {
    float weight = 1.0f;  ///< [1/s²]
    float radius = 1.0f;  ///< [m]

    static constexpr RuleInfo info{.key = "cohesion",
                                   .title = "Cohesion",
                                   .help = "Draws boids towards the centre of their neighbours.",
                                   .source = "Reynolds 1987"};
    static constexpr std::array parameters{
        parameter<&Cohesion::weight>("weight", linear(0, 40, "1/s²"),
                                     "Strength of the pull; more packs the flock closer."),
        parameter<&Cohesion::radius>(
            "radius", logarithmic(0.05, 200, "m"),
            "Neighbours nearer than this pull; no further effect beyond the perception radius.")
            .upTo(Extent::perception)};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        L count;
        Vec3<L> offset;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const auto near = others.within(radius);
        addWhere(near, sums.count, 1.0f);
        addWhere(near, sums.offset, others.offset);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        const L share = 1.0f / sums.count;
        return where(sums.count > 0.0f, sums.offset * share) * weight;
    }
};

}  // namespace shoal
