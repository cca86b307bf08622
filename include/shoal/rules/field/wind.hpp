#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <shoal/random.hpp>
#include <shoal/rule.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// Steers towards the air's velocity: (air − v)·weight. The air is a steady wind plus gusts: six waves
/// through space, each moving the air only across its own direction of travel, which makes the flow free of
/// divergence. Their phases are sampled from the seed. The wind carries them along (Taylor 1938), and each
/// also changes at its own rate.
struct Wind {
    float weight = 0.5f;     ///< [1/s]
    float speed = 2.0f;      ///< [m/s] horizontal
    float direction = 0.0f;  ///< [rad]
    float climb = 0.0f;      ///< [m/s]
    float gusts = 1.0f;      ///< [m/s] root mean square
    float size = 10.0f;      ///< [m]

    static constexpr RuleInfo info{
        .key = "wind",
        .title = "Wind",
        .help = "Carries boids along with the air, or the current, and its gusts.",
        .source = "after Parker's pseudocode, strong wind; frozen gusts of Taylor 1938",
        .isSeeded = true,
        .drawsByPlace = true};
    static constexpr std::array parameters{
        parameter<&Wind::weight>("weight", linear(0, 10, "1/s"),
                                 "How fast boids take on the air's velocity; at 10 they drift like leaves."),
        parameter<&Wind::speed>("speed", linear(0, 30, "m/s"), "Horizontal wind speed."),
        parameter<&Wind::direction>("direction", linear(0, 360, "°"),
                                    "Compass direction it blows towards: 0 is −z, 90 is x.")
            .onlyWith("speed"),
        parameter<&Wind::climb>("climb", linear(-10, 10, "m/s"), "Vertical wind speed; below 0 it sinks."),
        parameter<&Wind::gusts>("gusts", linear(0, 20, "m/s"), "Strength of the gusts; 0 is a steady wind."),
        parameter<&Wind::size>("size", logarithmic(1, 200, "m"),
                               "Size of the gusts; small ones shake the flock, large ones sweep it along.")
            .onlyWith("gusts")
            .upTo(Extent::world)};

    void prepare(float /*stepSeconds*/) {
        const auto angle = static_cast<double>(direction);
        m_mean = {speed * static_cast<float>(sine(angle)), climb, -speed * static_cast<float>(cosine(angle))};
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        // A wave's mean square is 8/15.
        const L height(gusts / std::sqrt(static_cast<float>(kWaves.size()) * (8.0f / 15.0f)));
        const double seconds = static_cast<double>(around.step) * static_cast<double>(around.stepSeconds);
        std::uint64_t draw = mixBits(around.seedFor(info));
        Vec3<L> air = lanesOf<L>(m_mean);
        for (const Wave& wave : kWaves) {
            const float perMetre = wave.number / size;
            const Vec3f way = wave.along * perMetre;
            draw = mixBits(draw);
            const double start = static_cast<double>(draw >> 40) * 0x1.0p-24;
            const double pace = static_cast<double>((draw >> 8) & 0xffffffU) * 0x1.0p-24 - 0.5;
            const double turns =
                static_cast<double>(gusts * perMetre) * pace - static_cast<double>(dot(way, m_mean));
            const double phase = start + turns * seconds;
            const auto past = static_cast<float>(phase - std::floor(phase));
            const L wavelengths = dot(lanesOf<L>(way), self.position) + past;
            air += lanesOf<L>(wave.across) * (waved(wavelengths) * height);
        }
        return (air - self.velocity) * std::min(weight, around.decisionsPerSecond);
    }

private:
    struct Wave {
        Vec3f along;   ///< unit vector: direction of travel
        Vec3f across;  ///< unit vector: direction in which it moves the air
        float number;  ///< waves per gust size
    };

    // The six axes of an icosahedron are spread evenly over all directions.
    static constexpr float kA = 0.525731112f;
    static constexpr float kB = 0.850650808f;
    static constexpr std::array<Wave, 6> kWaves{{{{0, kA, kB}, {1, 0, 0}, 0.37f},
                                                 {{0, -kA, kB}, {0, kB, kA}, 0.62f},
                                                 {{kA, kB, 0}, {0, 0, 1}, 0.44f},
                                                 {{-kA, kB, 0}, {kB, kA, 0}, 0.71f},
                                                 {{kB, 0, kA}, {0, 1, 0}, 0.53f},
                                                 {{kB, 0, -kA}, {kA, 0, kB}, 0.83f}}};

    /// Approximates the sine of 2π·`turns` by two parabolas; it and its slope are continuous. Zero if the
    /// number is so large that floats have no fractions.
    template <class L>
    SHOAL_INLINE static L waved(const L& turns) {
        const L rest = turns - nearestWhole(turns);
        const L within = where(abs(rest) <= 0.5f, rest);
        return within * (8.0f - abs(within) * 16.0f);
    }

    Vec3f m_mean;  ///< [m/s]
};

}  // namespace shoal
