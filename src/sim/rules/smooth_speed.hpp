#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Mixes the new speed with that of the step before, and leaves the new direction: boids may turn fast yet
/// speed up slowly.
struct SmoothSpeed {
    float smoothing = 0.9f;  ///< share of the last speed

    static constexpr RuleInfo info{.key = "smooth_speed",
                                   .title = "Smooth speed",
                                   .help = "Lets boids change their speed only slowly, however they turn.",
                                   .source = "Carpentier 2006",
                                   .stage = LimitStage::velocity,
                                   .order = 60};
    static constexpr std::array parameters{parameter<&SmoothSpeed::smoothing>(
        {.key = "smoothing",
         .least = 0,
         .most = 1,
         .help = "How much of the last step's speed stays: 0 none, 1 all, so that no speed ever changes."})};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings&) const {
        const L speed = length(motion.velocity);
        const L oldSpeed = length(motion.oldVelocity);
        const L mixed = speed + (oldSpeed - speed) * L(smoothing);
        // Below a micrometre a second, rounding would make the direction.
        motion.velocity = select(speed > L(1e-6f), motion.velocity * (mixed / speed), motion.velocity);
    }
};

SHOAL_REGISTER_RULE(SmoothSpeed);

}  // namespace shoal
