#pragma once

#include <algorithm>
#include <array>
#include <cmath>

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
        // Until its next decision a boid comes to the speed at which it settles at most: held that long, the
        // formula alone would throw a fast one back, and a slow one far past it.
        const float settled = std::sqrt(thrust / std::max(friction, 1e-30f));
        const L most = (settled / max(self.speed(), 1e-6f) - 1.0f) * around.decisionsPerSecond;
        return self.velocity * select(most < 0.0f, max(most, rate), min(most, rate));
    }
};

}  // namespace shoal
