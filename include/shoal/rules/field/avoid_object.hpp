#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Steers away from obstacles, harder when nearer: Σ −e/d over the obstacles within the radius, where e
/// points to the nearest point of the surface and d is its distance.
struct AvoidObject {
    float weight = 1.0f;  ///< [m²/s²]
    float radius = 3.0f;  ///< [m]

    static constexpr RuleInfo info{.key = "avoid_object",
                                   .title = "Avoid object",
                                   .help = "Pushes boids away from obstacles, harder when nearer.",
                                   .source = "Carpentier 2006",
                                   .idleWhile = "no boid nears an obstacle"};
    static constexpr std::array parameters{
        parameter<&AvoidObject::weight>("weight", linear(0, 50, "m²/s²"), "Strength of the push."),
        parameter<&AvoidObject::radius>("radius", logarithmic(0.05, 200, "m"),
                                        "Obstacles farther away than this have no effect.")
            .upTo(Extent::world)};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        Vec3<L> push;
        for (const Obstacle& obstacle : around.obstacles) {
            const Clearance<L> at = clearanceFrom(obstacle, self.position);
            // At the surface and inside, use the strength at 1 mm from it.
            const L strength = weight / max(at.distance, 1e-3f);
            push += where(at.distance < radius, at.away * strength);
        }
        return push;
    }
};

}  // namespace shoal
