#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers towards the velocity of each neighbour, harder when nearer: Σ (v_j − v_i)/√d over all perceived
/// neighbours, d in metres. Matching near neighbours more than far ones damps the flock: it does not pulsate.
/// Where the rates of all neighbours together would make a boid overshoot more and more, above twice its
/// decisions a second, it takes on their mean velocity by its next decision.
struct MatchVelocity {
    float weight = 1.0f;    ///< [1/s] for a neighbour 1 m away
    float vertical = 1.0f;  ///< factor on the vertical component

    static constexpr RuleInfo info{
        .key = "match_velocity",
        .title = "Match velocity",
        .help = "Matches the velocity of perceived neighbours, above all the nearest.",
        .source = "Carpentier 2006"};
    static constexpr std::array parameters{
        parameter<&MatchVelocity::weight>("weight", logarithmic(0, 10, "1/s"),
                                          "How fast a boid takes on the velocity of a neighbour 1 m away; "
                                          "too much and the flock flies stiffly, as one body."),
        parameter<&MatchVelocity::vertical>("vertical", linear(0, 5),
                                            "Factor on the vertical part: 1 is the same as sideways, 0 lets "
                                            "each boid climb and dive freely.")};

    template <class L>
    struct Sums {
        L rate;
        Vec3<L> push;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const L share = 1.0f / sqrt(others.distance());
        addWhere(others.seen, sums.rate, share);
        addWhere(others.seen, sums.push, (others.velocity - others.self.velocity) * share);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&, const Surroundings& around) const {
        const L whole = around.decisionsPerSecond / max(sums.rate, 1e-30f);
        const auto stable = [&](float factor) __attribute__((always_inline)) {
            return select(whole * 2.0f < factor, whole, L(factor));
        };
        const L level = stable(weight);
        return {sums.push.x * level, sums.push.y * stable(weight * vertical), sums.push.z * level};
    }
};

}  // namespace shoal
