#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Reflects boids off the world's walls like rubber balls: the velocity along the wall stays, the velocity
/// across it is reversed.
struct Bounce {
    float restitution = 1.0f;  ///< fraction of the speed across the wall that is kept

    static constexpr RuleInfo info{.key = "bounce",
                                   .title = "Bounce",
                                   .help = "Bounces boids off the walls like rubber balls.",
                                   .source = "Rathbun",
                                   .stage = LimitStage::position,
                                   .order = 20,
                                   .isWall = true,
                                   .idleWhile = "no boid hits a wall"};
    static constexpr std::array parameters{parameter<&Bounce::restitution>(
        "restitution", linear(0, 1),
        "Fraction of the speed across the wall that is kept: 1 loses none, 0 sticks to the wall.")};

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around) const {
        const Vec3f half = around.world.halfExtent();
        if (around.world.shape == World::Shape::sphere) {
            const L radius(half.x);
            const L distance = length(motion.position);
            const auto isOut = distance > radius;
            const Vec3<L> normal = where(isOut, motion.position * (1.0f / distance));
            const L outwards = max(dot(motion.velocity, normal), 0.0f);
            motion.velocity -= normal * (outwards * (1.0f + restitution));
            // Slightly inside, because normal·radius may round to a point outside.
            const L back = min(max(radius * 2.0f - distance, 0.0f), radius * 0.999999f);
            motion.position = select(isOut, normal * back, motion.position);
            return;
        }
        bounceAxis(motion.position.x, motion.velocity.x, half.x);
        bounceAxis(motion.position.y, motion.velocity.y, half.y);
        bounceAxis(motion.position.z, motion.velocity.z, half.z);
    }

private:
    template <class L>
    SHOAL_INLINE void bounceAxis(L& position, L& velocity, float half) const {
        const L high(half);
        const L low(-half);
        const auto isHigh = position > high;
        const auto isLow = position < low;
        const L mirrored = select(isHigh, high + (high - position), low + (low - position));
        const auto isOut = isHigh | isLow;
        const auto isLeaving = (isHigh & (velocity > 0.0f)) | (isLow & (velocity < 0.0f));
        position = select(isOut, min(max(mirrored, low), high), position);
        velocity = select(isLeaving, velocity * -restitution, velocity);
    }
};

}  // namespace shoal
