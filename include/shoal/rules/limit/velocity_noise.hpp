#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include <shoal/random.hpp>
#include <shoal/rule.hpp>

namespace shoal {

/// White noise of acceleration: adds an independent normal push to each component of the velocity in every
/// step. Alone, it makes the speed spread like a random walk: deviation·√t per axis. It agitates a flock
/// without turning it, unlike the slow pushes of `wander`.
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
        using Words = typename L::WordsType;
        const auto seed =
            static_cast<std::uint32_t>(mixBits(around.seedFor(info) ^ mixBits(around.step)) >> 32);
        const Words x = mixWords(motion.id * Words(0x9e3779b9U) + Words(seed));
        const Words y = mixWords(x ^ Words(0x68bc21ebU));
        const Words z = mixWords(y ^ Words(0x02e5be93U));
        motion.velocity = motion.velocity + Vec3<L>{normal(x), normal(y), normal(z)} * m_perStep;
    }

private:
    float m_perStep = 0.0f;
};

}  // namespace shoal
