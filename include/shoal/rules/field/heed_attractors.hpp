#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers towards the scene's attractors and away from repelling ones: Σ pull · e · (1 − d/reach) over the
/// attractors within their reach, where e points to the attractor and d is its distance. Within an eighth of
/// the reach a pull fades to zero, so that boids mill about the point and do not shake. Distances are not
/// measured across a wrapped edge.
struct HeedAttractors {
    float weight = 1.0f;

    static constexpr RuleInfo info{
        .key = "heed_attractors",  // rules act in the order of their keys: another key would change the bits
        .title = "Respond to attractors",
        .help = "Draws boids to points placed with the mouse, or drives them away.",
        .source = "Parker: tendency towards a place, and away from one",
        .idleWhile = "no boid is within reach of a point"};
    static constexpr std::array parameters{parameter<&HeedAttractors::weight>(
        "weight", logarithmic(0, 1000), "Factor on the pull and the push of all attractors.")};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        constexpr float kCalm = 0.125f;
        constexpr float kMin = 1e-4f;  // [m] avoids a division by zero at the point itself
        Vec3<L> push;
        for (const Attractor& attractor : around.attractors) {
            const Vec3f place = attractor.place();
            const Vec3<L> offset = Vec3<L>{place.x, place.y, place.z} - self.position;
            const L distance = length(offset);
            const L calm(attractor.pull > 0.0f ? kCalm * attractor.reach : kMin);
            const L fade = max(1.0f - distance * (1.0f / attractor.reach), 0.0f);
            push += offset * ((weight * attractor.pull) * fade / max(distance, calm));
        }
        return push;
    }
};

}  // namespace shoal
