#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers away from neighbours that are too near, as like charges repel: Σ −e/|d|² over the neighbours within
/// the radius, where e is the unit direction to them. Compared with Separation, −e/|d|, it is weaker beyond a
/// metre and far stronger close by.
struct SeparationInverseSquare {
    float weight = 0.5f;  ///< [m³/s²]
    float radius = 0.5f;  ///< [m]

    static constexpr RuleInfo info{.key = "separation_inverse_square",
                                   .title = "Inverse-square separation",
                                   .help = "Keeps boids apart by a push that acts mostly at close range.",
                                   .source = "1/d² form; inverse-square law"};
    static constexpr std::array parameters{
        parameter<&SeparationInverseSquare::weight>(
            "weight", logarithmic(0, 50, "m³/s²"),
            "Strength of the push; too much and boids that meet shoot apart."),
        parameter<&SeparationInverseSquare::radius>(
            "radius", logarithmic(0.05, 200, "m"),
            "Neighbours nearer than this push; no further effect beyond the perception radius.")
            .upTo(Extent::perception)};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        Vec3<L> push;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const L cube = others.distanceSq * others.distance();
        sums.push -= others.offset * where(others.within(radius), 1.0f / cube);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return sums.push * weight;
    }
};

}  // namespace shoal
