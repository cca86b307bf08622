#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Looks ahead along the heading, turns aside from obstacles in the path and keeps a margin from those
/// nearby. No boid ever enters an obstacle.
struct AvoidObstacles {
    float weight = 8.0f;     ///< [m/s²]
    float margin = 0.5f;     ///< [m]
    float lookAhead = 1.5f;  ///< [s]

    static constexpr RuleInfo info{.key = "avoid_obstacles",
                                   .title = "Avoid obstacles",
                                   .help = "Steers round the obstacles of the scene; boids never enter one.",
                                   .source = "after Reynolds 1999, obstacle avoidance; distance fields",
                                   .stage = LimitStage::position,
                                   .order = 40,
                                   .idleWhile = "no boid nears an obstacle"};
    static constexpr std::array parameters{
        parameter<&AvoidObstacles::weight>(
            "weight", linear(0, 50, "m/s²"),
            "How hard a boid turns aside; with too little, it slides along the surface."),
        parameter<&AvoidObstacles::margin>("margin", logarithmic(0.05, 20, "m"),
                                           "Preferred distance from the surface.")
            .upTo(Extent::world),
        parameter<&AvoidObstacles::lookAhead>("look_ahead", linear(0, 5, "s"),
                                              "How far ahead along its path a boid looks.")};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        const Vec3<L> heading = self.heading();
        const L reach = self.speed() * lookAhead + margin;
        Vec3<L> push;
        for (const Obstacle& obstacle : around.obstacles) {
            // March ahead in steps that cannot reach the surface, to where the path first comes near it.
            L ahead;
            for (int step = 0; step < 6; ++step) {
                const Clearance<L> there = clearanceFrom(obstacle, self.position + heading * ahead);
                ahead = min(ahead + max(there.distance - (margin * 0.5f), 0.0f), reach);
            }
            const Clearance<L> there = clearanceFrom(obstacle, self.position + heading * ahead);
            const Clearance<L> here = clearanceFrom(obstacle, self.position);
            // Sideways only: the outward direction's component across the heading. Head-on, a fixed side.
            const Vec3<L> across = there.away - heading * dot(there.away, heading);
            const L size = length(across);
            const Vec3<L> aside = select(size > 0.05f, across * (1.0f / size), besides(heading));
            const L nearness = 1.0f - ahead * (1.0f / reach);
            const auto isMet = there.distance < margin;
            push += where(isMet & (ahead < reach), aside * nearness);
            const L depth = min(max(1.0f - here.distance * (1.0f / margin), 0.0f), 1.0f);
            push += here.away * depth;
        }
        return push * weight;
    }

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around) const {
        typename L::MaskType isMoved{};
        for (const Obstacle& obstacle : around.obstacles) {
            const Clearance<L> at = clearanceFrom(obstacle, motion.position);
            const auto isInside = at.distance < kSkin;
            motion.position += where(isInside, at.away * (kSkin - at.distance));
            motion.velocity -= where(isInside, at.away * min(dot(motion.velocity, at.away), 0.0f));
            isMoved = isMoved | isInside;
        }
        if (isMoved.any()) [[unlikely]] {
            settle(motion, around);
        }
    }

private:
    /// [m] Gap kept between a boid and the surface, because points on the surface may round to the inside.
    static constexpr float kSkin = 1e-3f;
    static constexpr int kRounds = 4;

    /// Whether a position is in an obstacle or its skin, or outside the walls if the world has any.
    template <class L>
    SHOAL_INLINE static typename L::MaskType isMisplaced(const Vec3<L>& position,
                                                         const Surroundings& around) {
        typename L::MaskType result{};
        if (around.isWalled) {
            result = isOutside(around.world, position);
        }
        for (const Obstacle& obstacle : around.obstacles) {
            result = result | (clearanceFrom(obstacle, position).distance < (kSkin / 2));
        }
        return result;
    }

    /// A boid pushed out of one obstacle may land in another or outside the world. Slides it along the walls
    /// until it is in none; if that fails, the boid stays at its old position. Walls win if no position is
    /// free.
    template <class L>
    SHOAL_INLINE static void settle(Motion<L>& motion, const Surroundings& around) {
        auto isWrong = isMisplaced(motion.position, around);
        for (int round = 0; round < kRounds && isWrong.any(); ++round) {
            Vec3<L> position = insideWalls(motion.position, around);
            Vec3<L> velocity = alongWallsOf(around, position, motion.velocity);
            for (const Obstacle& obstacle : around.obstacles) {
                const Clearance<L> at = clearanceFrom(obstacle, position);
                const auto isInside = at.distance < kSkin;
                const Vec3<L> way = alongWallsOf(around, position, at.away);
                // Sliding along a wall leads outwards less than a straight push. The minimum bounds the step.
                const L gain = max(dot(way, at.away), 0.05f);
                position += where(isInside, way * ((kSkin - at.distance) / gain));
                velocity -= where(isInside, at.away * min(dot(velocity, at.away), 0.0f));
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

    /// Returns a unit vector at right angles to the heading, horizontal if possible.
    template <class L>
    SHOAL_INLINE static Vec3<L> besides(const Vec3<L>& heading) {
        const L zero;
        const Vec3<L> level{heading.z, zero, -heading.x};
        const L size = length(level);
        return select(size > 1e-3f, level * (1.0f / size), Vec3<L>{1.0f, zero, zero});
    }
};

}  // namespace shoal
