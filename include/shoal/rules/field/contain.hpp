#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Soft walls: pushes a boid away from a wall that it will soon be near, harder when nearer, and never lets
/// it pass: −weight·min(|s|, 1)²·s/|s|, where s says for each axis how deep x + v·look_ahead lies in the
/// margin, as a signed fraction of the margin. Inside the margin the walls of a box so act as a rounded box:
/// a corner pushes inwards from all its walls at once, so no flock can circle in it.
struct Contain {
    float weight = 6.0f;     ///< [m/s²]
    float margin = 2.0f;     ///< [m]
    float lookAhead = 0.5f;  ///< [s]

    static constexpr RuleInfo info{
        .key = "contain",
        .title = "Contain",
        .help = "Turns boids back before they reach the walls of the world, and stops those that reach one.",
        .source = "after Reynolds 1999, containment",
        .stage = LimitStage::position,
        .order = 30,
        .isWall = true,
        .idleWhile = "no boid nears a wall"};
    static constexpr std::array parameters{
        parameter<&Contain::weight>("weight", linear(0, 20, "m/s²"),
                                    "Push at the wall itself; with too little, boids slide along the walls "
                                    "and the flock has flat sides."),
        parameter<&Contain::margin>("margin", logarithmic(0.05, 50, "m"),
                                    "How far from the wall the push begins.")
            .upTo(Extent::halfWorld),
        parameter<&Contain::lookAhead>(
            "look_ahead", linear(0, 5, "s"),
            "How far ahead a boid predicts its position: 0 reacts only to the current one.")};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        const Vec3f half = around.world.halfExtent();
        const Vec3<L> soon = self.position + self.velocity * lookAhead;
        // Depth in the margin along each axis, as a fraction of the margin. A world narrower than two margins
        // pushes towards its middle.
        Vec3<L> intoWall;
        if (around.world.shape == World::Shape::sphere) {
            const float depth = std::min(margin, half.x);
            const L distance = length(soon);
            const L past = max(distance - (half.x - depth), 0.0f);
            intoWall = where(past > 0.0f, soon * (past / (distance * depth)));
        } else {
            intoWall = {share(soon.x, half.x), share(soon.y, half.y), share(soon.z, half.z)};
        }
        // Grows with the square of the depth, so it starts smoothly. Beyond the wall it is constant.
        const L depth = length(intoWall);
        const L strength = min(depth, 1.0f) * min(depth, 1.0f) * -weight;
        return where(depth > 0.0f, intoWall * (strength / depth));
    }

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around) const {
        const Vec3f half = around.world.halfExtent();
        if (around.world.shape == World::Shape::sphere) {
            const L distance = length(motion.position);
            const auto isOut = distance > half.x;
            const Vec3<L> normal = where(isOut, motion.position * (1.0f / distance));
            motion.position = nearestInside(around.world, motion.position);
            motion.velocity -= normal * max(dot(motion.velocity, normal), 0.0f);
            return;
        }
        stopAxis(motion.position.x, motion.velocity.x, half.x);
        stopAxis(motion.position.y, motion.velocity.y, half.y);
        stopAxis(motion.position.z, motion.velocity.z, half.z);
        motion.position = nearestInside(around.world, motion.position);
    }

private:
    /// Depth of a coordinate in the margin before ±`half`, as a signed fraction of the margin.
    template <class L>
    SHOAL_INLINE L share(const L& at, float half) const {
        const float depth = std::min(margin, half);
        const float inner = half - depth;
        return (at - min(max(at, -inner), inner)) * (1.0f / depth);
    }

    template <class L>
    SHOAL_INLINE static void stopAxis(const L& position, L& velocity, float half) {
        velocity = select(position > half, min(velocity, 0.0f), velocity);
        velocity = select(position < -half, max(velocity, 0.0f), velocity);
    }
};

}  // namespace shoal
