#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include <shoal/random.hpp>
#include <shoal/rule.hpp>

namespace shoal {

/// Turns each heading by a small random angle in every step, uniform in all directions; the speed stays the
/// same. Steps are independent, so the total deviation grows with the square root of time.
struct AngularNoise {
    float deviation = 0.15f;  ///< [rad] standard deviation about each axis after one second

    static constexpr RuleInfo info{
        .key = "angular_noise",
        .title = "Angular noise",
        .help = "Adds random noise to the headings: boids never steer exactly as intended.",
        .source = "Couzin et al. 2002",
        .stage = LimitStage::velocity,
        .order = 40,
        .isSeeded = true};
    static constexpr std::array parameters{parameter<&AngularNoise::deviation>(
        "deviation", logarithmic(0, 180, "°"),
        "Typical angle by which the noise alone turns a heading about each axis in one second.")};

    void prepare(float stepSeconds) { m_perStep = deviation * std::sqrt(stepSeconds); }

    template <class L>
    SHOAL_INLINE void limit(Motion<L>& motion, const Surroundings& around) const {
        using Words = typename L::WordsType;
        const auto seed =
            static_cast<std::uint32_t>(mixBits(around.seedFor(info) ^ mixBits(around.step)) >> 32);
        const Words x = mixWords(motion.id * Words(0x9e3779b9U) + Words(seed));
        const Words y = mixWords(x ^ Words(0x68bc21ebU));
        const Words z = mixWords(y ^ Words(0x02e5be93U));
        const Vec3<L> shake{normal(x), normal(y), normal(z)};
        const L speed = length(motion.velocity);
        const Vec3<L> heading = normalised(motion.velocity);
        // The component along the heading turns nothing; normalising restores the heading's length.
        const Vec3<L> aside = shake - heading * dot(shake, heading);
        const Vec3<L> shaken = normalised(heading + aside * m_perStep) * speed;
        motion.velocity = select(speed > 1e-6f, shaken, motion.velocity);
    }

private:
    float m_perStep = 0.0f;
};

}  // namespace shoal
