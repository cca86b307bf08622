#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Scales the velocity by its vertical component, v ← v·(1 − strength·v_y·Δt): faster on the way down, slower
/// on the way up, in the same direction. At speed v it is equivalent to a weight of strength·v² [m/s²].
struct Gravity {
    float strength = 0.05f;  ///< [1/m]

    static constexpr RuleInfo info{.key = "gravity",
                                   .title = "Gravity",
                                   .help = "Makes boids gain speed on their way down and lose it going up.",
                                   .source = "Carpentier 2006",
                                   .stage = LimitStage::velocity,
                                   .order = 70,
                                   .knowsUp = true};
    static constexpr std::array parameters{parameter<&Gravity::strength>(
        "strength", logarithmic(0, 1, "1/m"),
        "Fraction of its speed that a boid gains or loses per metre of height.")};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around) const {
        const L factor = 1.0f - motion.velocity.y * (strength * around.stepSeconds);
        // However steep the climb, a boid stops at worst and never reverses.
        motion.velocity = motion.velocity * max(factor, 0.0f);
    }
};

}  // namespace shoal
