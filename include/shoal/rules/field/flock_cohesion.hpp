#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers towards the whole flock's centre at any distance: mean x_j − x_i over the others or over all boids.
/// Uses sums made once a step, so the cost per boid does not depend on the flock's size.
struct FlockCohesion {
    float weight = 1.0f;      ///< [1/s²]
    bool countsSelf = false;  ///< whether the mean includes the boid's own position

    static constexpr RuleInfo info{.key = "flock_cohesion",
                                   .title = "Flock cohesion",
                                   .help = "Draws every boid towards the centre of the whole flock.",
                                   .source = "Parker; Boidwatching",
                                   .seesFlock = true};
    static constexpr std::array parameters{
        parameter<&FlockCohesion::weight>(
            "weight", logarithmic(0, 100, "1/s²"),
            "Strength of the pull, which grows with distance; too much and boids swing through each other."),
        parameter<&FlockCohesion::countsSelf>(
            "counts_self", "Includes the boid itself in the centre; otherwise only the others.")};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        const Vec3<L> toCentre = lanesOf<L>(around.flock.centre()) - self.position;
        return toCentre * (countsSelf ? weight : weight * around.flock.othersFactor());
    }
};

}  // namespace shoal
