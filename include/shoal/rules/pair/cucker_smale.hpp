#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Matches the velocities of all perceived neighbours, near ones more than far ones:
/// weight·Σ (v_j − v_i)·(1 + d²/range²)^(−exponent). With unlimited sight and an exponent of at most ½ a
/// flock always comes to one velocity, however it begins; with a larger one, or once its birds no longer all
/// see each other, only if it begins dense and calm enough.
struct CuckerSmale {
    float weight = 0.1f;    ///< [1/s] for a neighbour at no distance, K
    float range = 1.0f;     ///< [m] beyond it a neighbour counts clearly less
    float exponent = 0.4f;  ///< β

    static constexpr RuleInfo info{
        .key = "cucker_smale",
        .title = "Cucker–Smale",
        .help =
            "Matches the velocities of near and far neighbours, by a rate that falls with their distance.",
        .source = "Cucker and Smale 2007, doi:10.1109/TAC.2007.895842"};
    static constexpr std::array parameters{
        parameter<&CuckerSmale::weight>("weight", logarithmic(0, 10, "1/s"),
                                        "How fast a boid takes on the velocity of a neighbour close to it."),
        parameter<&CuckerSmale::range>("range", logarithmic(0.05, 200, "m"),
                                       "Neighbours beyond this distance count clearly less.")
            .idleWhile("the exponent is 0"),
        parameter<&CuckerSmale::exponent>(
            "exponent", linear(0, 3),
            "How fast the rate falls with distance: up to 0.5 every flock in which all see each other agrees "
            "in the end, above it a scattered one may not.")};

    template <class L>
    struct Sums {
        L rate;
        Vec3<L> push;
    };

    template <class L>
    SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
        const L rate =
            exponential(logarithm(1.0f + others.distanceSq * (1.0f / (range * range))) * -exponent);
        addWhere(others.seen, sums.rate, rate);
        addWhere(others.seen, sums.push, (others.velocity - others.self.velocity) * rate);
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>&, const Surroundings& around) const {
        // All rates together; no division by zero for a boid without neighbours.
        return sums.push * min(around.decisionsPerSecond / max(sums.rate, 1e-30f), weight);
    }
};

}  // namespace shoal
