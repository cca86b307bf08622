#pragma once

#include <array>
#include <limits>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers towards the nearest goal, at offset o: weight·o/max(|o|, near), a steady pull that fades near it,
/// so that boids mill about it instead of overshooting for ever.
struct SeekGoal {
    float weight = 2.0f;  ///< [m/s²]
    float near = 2.0f;    ///< [m]

    static constexpr RuleInfo info{.key = "seek_goal",
                                   .title = "Seek goal",
                                   .help = "Draws every boid towards the nearest goal of the scene.",
                                   .source = "Parker; Rathbun; Reynolds 1999, arrival",
                                   .idleWhile = "the scene has no goal"};
    static constexpr std::array parameters{
        parameter<&SeekGoal::weight>("weight", linear(-20, 20, "m/s²"),
                                     "Strength of the pull; below 0 the goal repels."),
        parameter<&SeekGoal::near>("near", logarithmic(0.1, 100, "m"), "Within this distance the pull fades.")
            .idleWhile("no boid is that near")
            .upTo(Extent::world)};

    /// Offsets from these positions to the nearest goal [m]; zero if there is none.
    template <class L>
    SHOAL_INLINE static Vec3<L> toNearest(const Vec3<L>& position, const Surroundings& around) {
        Vec3<L> nearest;
        L nearestSq(std::numeric_limits<float>::max());
        for (const Vec3f& goal : around.goals) {
            const Vec3<L> offset = lanesOf<L>(goal) - position;
            const L distanceSq = lengthSq(offset);
            nearest = select(distanceSq < nearestSq, offset, nearest);
            nearestSq = min(distanceSq, nearestSq);
        }
        return nearest;
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        const Vec3<L> offset = toNearest(self.position, around);
        // Dividing by the larger of the two avoids a division by zero at the goal itself.
        return offset * (weight / max(length(offset), near));
    }
};

}  // namespace shoal
