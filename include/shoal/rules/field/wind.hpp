#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include <shoal/rule.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// Steers towards the air's velocity, the same everywhere: (air − v)·weight.
struct Wind {
    float weight = 0.5f;     ///< [1/s]
    float speed = 2.0f;      ///< [m/s] horizontal
    float direction = 0.0f;  ///< [rad]
    float climb = 0.0f;      ///< [m/s]

    static constexpr RuleInfo info{.key = "wind",
                                   .title = "Wind",
                                   .help = "Carries boids along with the air, or the current.",
                                   .source = "after Parker's pseudocode, strong wind"};
    static constexpr std::array parameters{
        parameter<&Wind::weight>("weight", linear(0, 10, "1/s"),
                                 "How fast boids take on the air's velocity; at 10 they drift like leaves."),
        parameter<&Wind::speed>("speed", linear(0, 30, "m/s"), "Horizontal wind speed."),
        parameter<&Wind::direction>("direction", linear(0, 360, "°"),
                                    "Compass direction it blows towards: 0 is −z, 90 is x.")
            .onlyWith("speed"),
        parameter<&Wind::climb>("climb", linear(-10, 10, "m/s"), "Vertical wind speed; below 0 it sinks.")};

    void prepare(float /*stepSeconds*/) {
        const auto angle = static_cast<double>(direction);
        m_air = {speed * static_cast<float>(sine(angle)), climb, -speed * static_cast<float>(cosine(angle))};
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        return (lanesOf<L>(m_air) - self.velocity) * std::min(weight, around.decisionsPerSecond);
    }

private:
    Vec3f m_air;  ///< [m/s]
};

}  // namespace shoal
