#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers away from the predicted positions of neighbours within the radius, harder when nearer:
/// Σ −p/|p|·(1 − |d|/radius) with p = d + v·T. v is the neighbour's velocity; T is the time it takes to cover
/// half the distance, limited to the foresight. Half, so that a boid flees backwards from one heading
/// straight for it, not forwards past it.
struct Flee {
    float weight = 20.0f;    ///< [m/s²]
    float radius = 4.0f;     ///< [m]
    float foresight = 0.5f;  ///< [s]

    static constexpr RuleInfo info{.key = "flee",
                                   .title = "Flee",
                                   .help = "Makes prey dash away from where a predator will be.",
                                   .source = "Reynolds 1999, evasion",
                                   .idleWhile = "no boid sees one of the other species"};
    static constexpr std::array parameters{
        parameter<&Flee::weight>("weight", logarithmic(0, 200, "m/s²"),
                                 "Push away from a predator close by; more opens the flock wider."),
        parameter<&Flee::radius>(
            "radius", logarithmic(0.05, 200, "m"),
            "Boids flee from predators nearer than this; the push starts gently at this distance.")
            .upTo(Extent::perception),
        parameter<&Flee::foresight>("foresight", linear(0, 10, "s"),
                                    "How far ahead a predator's path is predicted: 0 flees from its "
                                    "position, more dodges sideways.")};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        Vec3<L> towards;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const L distance = others.distance();
        const L halfWay = min(distance * 0.5f / length(others.velocity), foresight);
        const Vec3<L> there = others.offset + others.velocity * halfWay;
        const L nearness = 1.0f - distance * (1.0f / radius);
        addWhere(others.within(radius), sums.towards, there * (nearness / length(there)));
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return sums.towards * -weight;
    }
};

}  // namespace shoal
