#pragma once

#include <array>

#include <shoal/random.hpp>
#include <shoal/rule.hpp>

namespace shoal {

/// Gives each boid its own speed, sampled once from its id, uniform between two bounds, and then moved
/// towards the mean of the others' own speeds by a fraction of the difference. The direction stays; a boid
/// with no velocity takes up its old heading.
struct OwnSpeed {
    float minSpeed = 1.0f;     ///< [m/s]
    float maxSpeed = 2.0f;     ///< [m/s]
    float alignment = 0.125f;  ///< fraction of the difference from the others' mean that is given up

    static constexpr RuleInfo info{.key = "own_speed",
                                   .title = "Own speed",
                                   .help = "Gives each boid its own constant speed.",
                                   .source = "Catching fishes",
                                   .stage = LimitStage::velocity,
                                   .order = 90,
                                   .isSeeded = true,
                                   .seesFlock = true};
    static constexpr std::array parameters{
        parameter<&OwnSpeed::minSpeed>("min", linear(0, 20, "m/s"), "Speed of the slowest boid.")
            .lowerLimitOf("speed", "max"),
        parameter<&OwnSpeed::maxSpeed>("max", linear(0, 20, "m/s"), "Speed of the fastest boid."),
        parameter<&OwnSpeed::alignment>(
            "alignment", linear(0, 1),
            "How far boids move from their own speed to the flock's mean: 0 not at all, 1 completely.")};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around) const {
        const L own = minSpeed + ownDraw(motion.id, around.seed) * (maxSpeed - minSpeed);
        const L mean(minSpeed + around.flock.meanDraw() * (maxSpeed - minSpeed));
        const L speed = own + (mean - own) * L(alignment * around.flock.othersFactor());
        // Below 1 µm/s, rounding would determine the direction.
        const L size = length(motion.velocity);
        const L oldSize = length(motion.oldVelocity);
        const Vec3<L> oldHeading = where(oldSize > 1e-6f, motion.oldVelocity * (1.0f / oldSize));
        motion.velocity =
            select(size > 1e-6f, motion.velocity * (1.0f / size), oldHeading) * max(speed, 0.0f);
    }
};

}  // namespace shoal
