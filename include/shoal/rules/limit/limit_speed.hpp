#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Limits the speed to a range without changing the direction: v ← v/|v|·min(max(|v|, `min`), `max`). A boid
/// with no velocity takes up its old heading again; without an old heading it stays at rest.
struct LimitSpeed {
    float minSpeed = 0.0f;  ///< [m/s]
    float maxSpeed = 5.0f;  ///< [m/s]; wins if it is below `minSpeed`

    static constexpr RuleInfo info{.key = "limit_speed",
                                   .title = "Limit speed",
                                   .help = "Keeps every boid between a minimum and a maximum speed.",
                                   .source = "Parker; Carpentier 2006",
                                   .stage = LimitStage::velocity,
                                   .order = 100,
                                   .idleWhile = "no boid would exceed it"};
    static constexpr std::array parameters{
        parameter<&LimitSpeed::minSpeed>("min", linear(0, 20, "m/s"), "Slowest speed.")
            .noMoreThan("max")
            .lowerLimitOf("speed", "max"),
        parameter<&LimitSpeed::maxSpeed>("max", linear(0, 20, "m/s"), "Fastest speed.")
            .upTo(Extent::fewTimes)};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings&) const {
        const L speed = length(motion.velocity);
        // Below 1 µm/s, rounding would determine the direction.
        const auto hasDirection = speed > 1e-6f;
        Vec3<L> direction = motion.velocity * (1.0f / speed);
        if (!hasDirection.all()) {
            const L oldSpeed = length(motion.oldVelocity);
            direction = select(hasDirection, direction,
                               where(oldSpeed > 1e-6f, motion.oldVelocity * (1.0f / oldSpeed)));
        }
        const L wanted = min(max(speed, minSpeed), maxSpeed);
        motion.velocity = select(speed == wanted, motion.velocity, direction * wanted);
    }
};

}  // namespace shoal
