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
        for (const Obstacle& obstacle : around.obstacles) {
            const Clearance<L> at = clearanceFrom(obstacle, motion.position);
            const auto isInside = at.distance < L(kSkin);
            motion.position += where(isInside, at.away * (L(kSkin) - at.distance));
            motion.velocity -= where(isInside, at.away * min(dot(motion.velocity, at.away), L(0.0f)));
        }
    }

private:
    /// [m] Left between a boid and the surface, for the surface's own points may round to the inside.
    static constexpr float kSkin = 1e-3f;

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
