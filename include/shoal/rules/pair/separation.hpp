#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers away from neighbours that are too near, harder when nearer: Σ −d/|d|² over the neighbours within
/// the radius. This is Carpentier's "avoid", −e/d (2006).
struct Separation {
    float weight = 1.0f;    ///< [m²/s²]
    float radius = 0.5f;    ///< [m]
    float vertical = 1.0f;  ///< factor on the vertical component

    static constexpr RuleInfo info{
        .key = "separation",
        .title = "Separation",
        .help = "Prevents crowding: each boid moves away from neighbours that are too near.",
        .source = "Reynolds 1987; 1/d form of Carpentier 2006"};
    static constexpr std::array parameters{
        parameter<&Separation::weight>("weight", logarithmic(0, 50, "m²/s²"),
                                       "Strength of the push; too much and the flock bursts apart."),
        parameter<&Separation::radius>(
            "radius", logarithmic(0.05, 200, "m"),
            "Neighbours nearer than this push; no further effect beyond the perception radius.")
            .upTo(Extent::perception),
        parameter<&Separation::vertical>(
            "vertical", linear(0, 5),
            "Factor on the vertical part: 1 is the same as sideways, below 1 makes a school flatter.")};

    float reach() const { return radius; }

    template <class L>
    struct Sums {
        Vec3<L> push;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const L strength = where(others.within(radius), 1.0f / others.distanceSq);
        sums.push -= others.offset * strength;
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return {sums.push.x * weight, sums.push.y * (weight * vertical), sums.push.z * weight};
    }
};

}  // namespace shoal
