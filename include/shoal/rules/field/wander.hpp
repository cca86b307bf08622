#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include <shoal/random.hpp>
#include <shoal/rule.hpp>

namespace shoal {

/// A push that drifts smoothly through random directions: weight·(a + (b − a)·t²·(3 − 2t)), where a and b are
/// random vectors no longer than 1, one for each time interval, and t goes from 0 to 1 within it. So neither
/// the push nor its rate of change jumps. Each boid samples its own from (seed, interval, id), and boids
/// change at different times.
struct Wander {
    float weight = 0.5f;    ///< [m/s²]
    float interval = 1.0f;  ///< [s]

    static constexpr RuleInfo info{.key = "wander",
                                   .title = "Wander",
                                   .help = "Makes each boid drift smoothly at random, for a livelier flock.",
                                   .source = "after Reynolds 1999; smooth noise in time",
                                   .isSeeded = true};
    static constexpr std::array parameters{
        parameter<&Wander::weight>("weight", linear(0, 10, "m/s²"),
                                   "Strength of the drift; too much and the flock boils."),
        parameter<&Wander::interval>("interval", logarithmic(0.1, 30, "s"),
                                     "Time between random directions; short values are jittery.")};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings& around) const {
        return drift(self, around, around.seedFor(info));
    }

    /// The same, with the random numbers of another rule.
    template <class L>
    SHOAL_INLINE Vec3<L> drift(const Self<L>& self, const Surroundings& around, std::uint64_t stream) const {
        using Words = typename L::WordsType;
        // Whole steps keep the time exact however long the run. Each id starts its intervals at a different
        // time.
        const auto steps = static_cast<std::uint32_t>(std::max(interval / around.stepSeconds + 0.5f, 1.0f));
        const auto seed = static_cast<std::uint32_t>(mixBits(stream) >> 32);
        const auto whole = static_cast<std::uint32_t>(around.step / steps);
        const auto rest = static_cast<float>(around.step % steps) / static_cast<float>(steps);
        const Words key = mixWords(self.id + Words(seed));
        const L moment = rest + uniform(mixWords(key ^ Words(0x51ed270bU)));
        const auto isNext = moment >= L(1.0f);
        const L t = select(isNext, moment - 1.0f, moment);
        // Smoother than linear: no kink where intervals meet.
        const L mix = t * t * (3.0f - 2.0f * t);
        const Vec3<L> first = draw<L>(key, whole);
        const Vec3<L> second = draw<L>(key, whole + 1);
        const Vec3<L> third = draw<L>(key, whole + 2);
        const Vec3<L> from = select(isNext, second, first);
        const Vec3<L> to = select(isNext, third, second);
        return (from + (to - from) * mix) * weight;
    }

private:
    /// Returns a random vector for one interval, no longer than 1.
    template <class L>
    SHOAL_INLINE static Vec3<L> draw(const typename L::WordsType& key, std::uint32_t intervalIndex) {
        using Words = typename L::WordsType;
        const Words x = mixWords(key + Words(intervalIndex * 0x9e3779b9U));
        const Words y = mixWords(x ^ Words(0x68bc21ebU));
        const Words z = mixWords(y ^ Words(0x02e5be93U));
        const L two(2.0f);
        const L one(1.0f);
        const Vec3<L> inCube{uniform(x) * two - one, uniform(y) * two - one, uniform(z) * two - one};
        // From the cube into the ball: keep the direction, limit the length.
        const L size = length(inCube);
        return select(size > one, inCube * (one / size), inCube);
    }
};

}  // namespace shoal
