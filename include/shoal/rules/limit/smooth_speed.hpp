#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Blends the new speed with that of the previous step and keeps the new direction: |v| becomes (1 −
/// smoothing)·|v_new| + smoothing·|v_old|. Boids may turn fast yet accelerate slowly.
struct SmoothSpeed {
    float smoothing = 0.9f;  ///< fraction of the previous speed

    static constexpr RuleInfo info{.key = "smooth_speed",
                                   .title = "Smooth speed",
                                   .help = "Makes boids change speed slowly, however fast they turn.",
                                   .source = "Carpentier 2006",
                                   .stage = LimitStage::velocity,
                                   .order = 60};
    static constexpr std::array parameters{parameter<&SmoothSpeed::smoothing>(
        "smoothing", linear(0, 1),
        "Fraction of the previous step's speed that is kept: 0 none, 1 all, so that speeds never change.")};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings&) const {
        const L speed = length(motion.velocity);
        const L oldSpeed = length(motion.oldVelocity);
        const L mixed = speed + (oldSpeed - speed) * smoothing;
        // Below 1 µm/s, rounding would determine the direction.
        motion.velocity = select(speed > 1e-6f, motion.velocity * (mixed / speed), motion.velocity);
    }
};

}  // namespace shoal
