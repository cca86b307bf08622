#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers towards the predicted positions of perceived neighbours: Σ p/|p| with p = d + v·T. v is the
/// neighbour's velocity; T is the time to cover the distance at the boid's own speed, limited to the
/// foresight. With a perception of the nearest one this is a chase; with many, the boid heads for the mean of
/// their directions.
struct Pursue {
    float weight = 10.0f;    ///< [m/s²]
    float foresight = 1.0f;  ///< [s]

    static constexpr RuleInfo info{.key = "pursue",
                                   .title = "Pursue",
                                   .help = "Makes predators intercept prey: they head for where it will be.",
                                   .source = "Reynolds 1999, pursuit",
                                   .idleWhile = "no boid sees one of the other species"};
    static constexpr std::array parameters{
        parameter<&Pursue::weight>("weight", logarithmic(0, 100, "m/s²"),
                                   "Pull towards each perceived prey, equal at any distance."),
        parameter<&Pursue::foresight>(
            "foresight", linear(0, 10, "s"),
            "How far ahead the prey's path is predicted: 0 chases it, more intercepts it.")};

    template <class L>
    struct Sums {
        Vec3<L> towards;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const L time = min(others.distance() / others.self.speed(), foresight);
        addWhere(others.seen, sums.towards, normalised(others.offset + others.velocity * time));
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&) const {
        return sums.towards * weight;
    }
};

}  // namespace shoal
