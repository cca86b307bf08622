#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Looks ahead along the heading, turns aside from what it would meet, and keeps off what is near; none ever
/// enters an obstacle.
struct AvoidObstacles {
    float weight = 8.0f;     ///< [m/s²]
    float margin = 0.5f;     ///< [m]
    float lookAhead = 1.5f;  ///< [s]

    static constexpr RuleInfo info{.key = "avoid_obstacles",
                                   .title = "Avoid obstacles",
                                   .help = "Steers round the obstacles of the scene; none is ever entered.",
                                   .source = "after Reynolds 1999, obstacle avoidance; distance fields",
                                   .stage = LimitStage::position,
                                   .order = 40};
    static constexpr std::array parameters{
        parameter<&AvoidObstacles::weight>({.key = "weight",
                                            .unit = "m/s²",
                                            .least = 0,
                                            .most = 50,
                                            .help = "How hard a boid turns aside; with too little, it slides "
                                                    "along the surface."}),
        parameter<&AvoidObstacles::margin>({.key = "margin",
                                            .unit = "m",
                                            .least = 0.05,
                                            .most = 20,
                                            .help = "Distance from the surface that a boid likes to keep.",
                                            .isLogarithmic = true}),
        parameter<&AvoidObstacles::lookAhead>({.key = "look_ahead",
                                               .unit = "s",
                                               .least = 0,
                                               .most = 5,
                                               .help = "How far ahead along its way a boid looks."})};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        const Vec3<L> heading = self.heading();
        const L reach = self.speed() * L(lookAhead) + L(margin);
        Vec3<L> push;
        for (const Obstacle& obstacle : around.obstacles) {
            // Steps as long as nothing can be met in them lead to where the way ahead first comes near.
            L ahead;
            for (int step = 0; step < 6; ++step) {
                const Clearance<L> there = clearanceFrom(obstacle, self.position + heading * ahead);
                ahead = min(ahead + max(there.distance - L(margin * 0.5f), L(0.0f)), reach);
            }
            const Clearance<L> there = clearanceFrom(obstacle, self.position + heading * ahead);
            const Clearance<L> here = clearanceFrom(obstacle, self.position);
            // Aside, not back: what of the way out is across the heading. Head on, to a side of its own.
            const Vec3<L> across = there.away - heading * dot(there.away, heading);
            const L size = length(across);
            const Vec3<L> aside = select(size > L(0.05f), across * (L(1.0f) / size), besides(heading));
            const L nearness = L(1.0f) - ahead * (L(1.0f) / reach);
            const auto isMet = there.distance < L(margin);
            push += where(isMet & (ahead < reach), aside * nearness);
            const L depth = min(max(L(1.0f) - here.distance * L(1.0f / margin), L(0.0f)), L(1.0f));
            push += here.away * depth;
        }
        return push * weight;
    }

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around) const {
        typename L::MaskType isMoved{};
        for (const Obstacle& obstacle : around.obstacles) {
            const Clearance<L> at = clearanceFrom(obstacle, motion.position);
            const auto isInside = at.distance < L(kSkin);
            motion.position += where(isInside, at.away * (L(kSkin) - at.distance));
            motion.velocity -= where(isInside, at.away * min(dot(motion.velocity, at.away), L(0.0f)));
            isMoved = isMoved | isInside;
        }
        if (isMoved.any()) [[unlikely]] {
            settle(motion, around);
        }
    }

private:
    /// [m] Left between a boid and the surface, for the surface's own points may round to the inside.
    static constexpr float kSkin = 1e-3f;
    static constexpr int kRounds = 4;

    /// In the skin of an obstacle, or beyond the walls where there are any.
    template <class L>
    SHOAL_INLINE static typename L::MaskType isMisplaced(const Vec3<L>& position,
                                                         const Surroundings& around) {
        typename L::MaskType result{};
        if (around.isWalled) {
            result = isOutside(around.world, position);
        }
        for (const Obstacle& obstacle : around.obstacles) {
            result = result | (clearanceFrom(obstacle, position).distance < L(kSkin / 2));
        }
        return result;
    }

    /// A boid pushed out of one obstacle may be in another, or outside the world. Slides it along the walls
    /// until it is in none; where that fails, it stays where it was. Walls win where no place is left.
    template <class L>
    SHOAL_INLINE static void settle(Motion<L>& motion, const Surroundings& around) {
        auto isWrong = isMisplaced(motion.position, around);
        for (int round = 0; round < kRounds && isWrong.any(); ++round) {
            Vec3<L> position = insideWalls(motion.position, around);
            Vec3<L> velocity = alongWallsOf(around, position, motion.velocity);
            for (const Obstacle& obstacle : around.obstacles) {
                const Clearance<L> at = clearanceFrom(obstacle, position);
                const auto isInside = at.distance < L(kSkin);
                const Vec3<L> way = alongWallsOf(around, position, at.away);
                // Less of a slide than of a straight push leads out; where hardly any does, small steps.
                const L gain = max(dot(way, at.away), L(0.05f));
                position += where(isInside, way * ((L(kSkin) - at.distance) / gain));
                velocity -= where(isInside, at.away * min(dot(velocity, at.away), L(0.0f)));
            }
            motion.position = select(isWrong, position, motion.position);
            motion.velocity = select(isWrong, velocity, motion.velocity);
            isWrong = isWrong & isMisplaced(motion.position, around);
        }
        if (isWrong.any()) {
            const auto isBack = isWrong & !isMisplaced(motion.oldPosition, around);
            motion.position = select(isBack, motion.oldPosition,
                                     select(isWrong, insideWalls(motion.position, around), motion.position));
            motion.velocity = select(isBack, Vec3<L>{}, motion.velocity);
        }
    }

    template <class L>
    SHOAL_INLINE static Vec3<L> insideWalls(const Vec3<L>& position, const Surroundings& around) {
        return around.isWalled ? nearestInside(around.world, position) : position;
    }

    template <class L>
    SHOAL_INLINE static Vec3<L> alongWallsOf(const Surroundings& around, const Vec3<L>& position,
                                             const Vec3<L>& vector) {
        return around.isWalled ? alongWalls(around.world, position, vector) : vector;
    }

    /// A unit vector at right angles to the heading, level where that can be.
    template <class L>
    SHOAL_INLINE static Vec3<L> besides(const Vec3<L>& heading) {
        const L zero;
        const Vec3<L> level{heading.z, zero, -heading.x};
        const L size = length(level);
        return select(size > L(1e-3f), level * (L(1.0f) / size), Vec3<L>{L(1.0f), zero, zero});
    }
};

SHOAL_REGISTER_RULE(AvoidObstacles);

}  // namespace shoal
