#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers away from neighbours that are too near by the sum of their offsets, −Σ d over the neighbours within
/// the radius. Unlike with Separation, a neighbour near the radius pushes harder than one close by.
struct SeparationOffsets {
    float weight = 10.0f;  ///< [1/s²]
    float radius = 1.0f;   ///< [m]

    static constexpr RuleInfo info{
        .key = "separation_offsets",
        .title = "Offset separation",
        .help = "Keeps boids apart by a push that does not fade within its radius.",
        .source = "Parker; Boidwatching; Catching fishes"};
    static constexpr std::array parameters{
        parameter<&SeparationOffsets::weight>(
            "weight", logarithmic(0, 5000, "1/s²"),
            "Strength of the push; large values throw boids about and make the flock tremble."),
        parameter<&SeparationOffsets::radius>(
            "radius", logarithmic(0.05, 200, "m"),
            "Neighbours nearer than this push; no further effect beyond the perception radius.")
            .upTo(Extent::perception)};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        Vec3<L> offset;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        addWhere(others.within(radius), sums.offset, others.offset);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return sums.offset * -weight;
    }
};

}  // namespace shoal
