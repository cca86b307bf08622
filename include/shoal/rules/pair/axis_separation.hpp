#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers away from neighbours that are too near, along each axis by the amount its offset falls short of the
/// radius: with diff = x_i − x_j, Σ (radius − |diff|) ⋆ sign(diff) over the neighbours up to the radius, all
/// per component. An axis along which two boids do not differ pushes neither, so a flock in a plane stays in
/// it.
struct AxisSeparation {
    float weight = 36.0f;  ///< [1/s²]
    float radius = 0.5f;   ///< [m]

    static constexpr RuleInfo info{.key = "axis_separation",
                                   .title = "Axis separation",
                                   .help = "Keeps boids apart along each axis, harder when nearer.",
                                   .source = "Rathbun 2020",
                                   .knowsAxes = true};
    static constexpr std::array parameters{
        parameter<&AxisSeparation::weight>("weight", logarithmic(0, 3600, "1/s²"),
                                           "How hard it pushes: Rathbun's α, a frame being one second; too "
                                           "little and a flock collapses into a point."),
        parameter<&AxisSeparation::radius>("radius", logarithmic(0.05, 200, "m"),
                                           "Neighbours up to this distance push: Rathbun's alert distance.")
            .upTo(Extent::perception)};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        Vec3<L> push;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const auto near = (others.distanceSq <= (radius * radius)) & others.seen;
        sums.push -= where(
            near, Vec3<L>{overlap(others.offset.x), overlap(others.offset.y), overlap(others.offset.z)});
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&, const Surroundings& around) const {
        // Rathbun's α ≤ 1: by the next decision at most the missing distance.
        return sums.push * std::min(weight, around.decisionsPerSecond * around.decisionsPerSecond);
    }

private:
    /// The amount by which a component falls short of the radius, with the component's sign; zero for zero.
    template <class L>
    SHOAL_INLINE L overlap(const L& component) const {
        const L zero(0.0f);
        const L size = radius - abs(component);
        return select(component > zero, size, where(component < zero, -size));
    }
};

}  // namespace shoal
