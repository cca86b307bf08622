#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Moves a boid by the velocity at the beginning of the step, x_{n+1} = x_n + v_n·h, instead of the new one:
/// a decision takes effect one step later.
struct ExplicitEuler {
    static constexpr RuleInfo info{
        .key = "explicit_euler",
        .title = "Explicit Euler",
        .help = "Moves boids by the velocity of the previous step, as some models do.",
        .source = "Euler's explicit method; Rathbun 2020",
        .stage = LimitStage::position,
        .order = 0};
    static constexpr std::array<Parameter, 0> parameters{};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around) const {
        motion.position = motion.oldPosition + motion.oldVelocity * around.stepSeconds;
    }
};

}  // namespace shoal
