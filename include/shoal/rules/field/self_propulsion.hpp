#pragma once

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

/// Thrust along the heading and a friction that grows faster than the speed: (α − β|v|²)·v. Alone, a boid
/// settles at √(α/β).
struct SelfPropulsion {
    float thrust = 1.0f;    ///< [1/s] α
    float friction = 0.5f;  ///< [s/m²] β

    static constexpr RuleInfo info{.key = "self_propulsion",
                                   .title = "Self-propulsion",
                                   .help = "Drives boids forwards against friction, to a speed of their own.",
                                   .source = "Rayleigh's friction; D'Orsogna et al. 2006"};
    static constexpr std::array parameters{
        parameter<&SelfPropulsion::thrust>(
            "thrust", logarithmic(0, 10, "1/s"),
            "How fast a slow boid gains speed. Alone, it settles at the root of thrust over friction."),
        parameter<&SelfPropulsion::friction>("friction", logarithmic(0, 10, "s/m²"),
                                             "How strongly a fast boid is slowed down; 0 lets speeds grow.")};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        const L rate = thrust - lengthSq(self.velocity) * friction;
        // Friction stops a boid at most: over a finite step the formula would throw a very fast one back.
        return self.velocity * max(rate, -1.0f / around.stepSeconds);
    }
};

}  // namespace shoal
