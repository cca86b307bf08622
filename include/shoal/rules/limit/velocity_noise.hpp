#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include <shoal/random.hpp>
#include <shoal/rule.hpp>

namespace shoal {

/// White noise of acceleration: v ← v + deviation·√h·n in every step of h seconds, with n a vector of three
/// independent standard normal numbers. Alone, it makes the speed spread like a random walk: deviation·√t per
/// axis. It agitates a flock without turning it, unlike the slow pushes of `wander`.
struct VelocityNoise {
    float deviation = 1.0f;  ///< [m/s] standard deviation about each axis after one second

    static constexpr RuleInfo info{.key = "velocity_noise",
                                   .title = "Velocity noise",
                                   .help = "Shakes boids at every step, so that their speeds differ.",
                                   .source = "white noise, as in Langevin 1908",
                                   .stage = LimitStage::velocity,
                                   .order = 30,
                                   .isSeeded = true};
    static constexpr std::array parameters{parameter<&VelocityNoise::deviation>(
        "deviation", logarithmic(0, 20, "m/s"),
        "Typical change along each axis that the noise alone makes in one second.")};

    void prepare(float stepSeconds) { m_perStep = deviation * std::sqrt(stepSeconds); }

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around) const {
        const std::uint64_t seed = around.seedFor(info);
        const Vec3<L> push{normal(seed, around.step, motion.id, 0), normal(seed, around.step, motion.id, 1),
                           normal(seed, around.step, motion.id, 2)};
        motion.velocity = motion.velocity + push * m_perStep;
    }

private:
    float m_perStep = 0.0f;
};

}  // namespace shoal
