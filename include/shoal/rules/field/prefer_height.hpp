#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers towards one height above the world's middle: (0, preferred − height, 0).
struct PreferHeight {
    float weight = 0.1f;  ///< [1/s²]
    float height = 0.0f;  ///< [m]

    static constexpr RuleInfo info{.key = "prefer_height",
                                   .title = "Prefer height",
                                   .help = "Draws boids up or down to a preferred height.",
                                   .source = "Carpentier 2006",
                                   .knowsUp = true};
    static constexpr std::array parameters{
        parameter<&PreferHeight::weight>(
            "weight", logarithmic(0, 5, "1/s²"),
            "Pull per metre above or below; too much and the flock bounces about that height."),
        parameter<&PreferHeight::height>("height", linear(-500, 500, "m"),
                                         "Preferred height above the middle of the world.")
            .upTo(Extent::position)};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings&) const {
        return {L(), (height - self.position.y) * weight, L()};
    }
};

}  // namespace shoal
