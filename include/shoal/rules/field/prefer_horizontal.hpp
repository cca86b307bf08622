#pragma once

#include <algorithm>
#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Damps the vertical component of the velocity: −v_y along y.
struct PreferHorizontal {
    float weight = 1.0f;  ///< [1/s]

    static constexpr RuleInfo info{.key = "prefer_horizontal",
                                   .title = "Prefer horizontal",
                                   .help = "Makes boids climb and dive less, so that a school stays level.",
                                   .source = "Carpentier 2006",
                                   .knowsUp = true};
    static constexpr std::array parameters{parameter<&PreferHorizontal::weight>(
        "weight", linear(0, 5, "1/s"),
        "How fast climbing and diving are damped; more makes the flock flatter.")};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        return {L(), self.velocity.y * -std::min(weight, around.decisionsPerSecond), L()};
    }
};

}  // namespace shoal
