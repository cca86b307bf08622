#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers towards the whole flock's centre with constant strength at any distance:
/// the unit vector of (Σ x_j)/N − x_i. As in the author's code, the sum is over the others but is divided by
/// the number of all boids, which moves the centre slightly towards the origin.
struct FlockPull {
    float weight = 1.0f;  ///< [m/s²]

    static constexpr RuleInfo info{
        .key = "flock_pull",
        .title = "Flock pull",
        .help = "Draws every boid to the whole flock's centre, equally hard at any distance.",
        .source = "Catching fishes",
        .seesFlock = true};
    static constexpr std::array parameters{parameter<&FlockPull::weight>(
        "weight", logarithmic(0, 100, "m/s²"),
        "Strength of the pull at any distance; too little and the flock drifts apart.")};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        const float count = around.flock.count > 1.0 ? static_cast<float>(around.flock.count) : 1.0f;
        const Vec3<L> centre = lanesOf<L>(around.flock.centre()) - self.position * (1.0f / count);
        return normalised(centre - self.position) * weight;
    }
};

}  // namespace shoal
