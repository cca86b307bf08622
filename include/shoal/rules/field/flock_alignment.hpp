#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers by the whole flock's mean velocity: towards it (mean v_j − v_i), or by the mean itself (mean v_j).
/// The mean is over the others or over all boids. Uses sums made once a step.
struct FlockAlignment {
    enum class Form {
        difference,  ///< mean − own
        mean,        ///< the mean itself, independent of the boid's own velocity
    };

    float weight = 1.0f;  ///< [1/s]
    Form form = Form::difference;
    bool countsSelf = false;  ///< whether the mean includes the boid's own velocity

    static constexpr RuleInfo info{.key = "flock_alignment",
                                   .title = "Flock alignment",
                                   .help = "Makes every boid swim in the direction of the whole flock.",
                                   .source = "Parker; Boidwatching",
                                   .seesFlock = true};
    static constexpr std::array<std::string_view, 2> forms{"difference", "mean"};
    static constexpr std::array parameters{
        parameter<&FlockAlignment::weight>("weight", linear(-20, 20, "1/s"),
                                           "How fast a boid takes on the flock's velocity; below 0 it "
                                           "resists: with form = mean, the flock stays in place and mills."),
        parameter<&FlockAlignment::form>("form", forms,
                                         "Adds the flock's mean velocity minus the boid's own, or the mean "
                                         "itself, which speeds a flock up to its speed limit."),
        parameter<&FlockAlignment::countsSelf>(
            "counts_self", "Includes the boid itself in the mean; otherwise only the others.")};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        const Vec3<L> mean = lanesOf<L>(around.flock.meanVelocity());
        const float factor = around.flock.othersFactor();
        const Vec3<L> difference = (mean - self.velocity) * (countsSelf ? 1.0f : factor);
        if (form == Form::difference) {
            return difference * std::min(weight, around.decisionsPerSecond);
        }
        // A lone boid has no others to follow.
        return countsSelf || factor > 0.0f ? (countsSelf ? mean : self.velocity + difference) * weight
                                           : Vec3<L>{};
    }
};

}  // namespace shoal
