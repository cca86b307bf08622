#pragma once

#include <cstdint>

#include <shoal/detail/config.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// Random numbers are functions of (seed, step, id, use), never of the order of calls, so threads cannot
/// change them.

/// Mixes 64 bits so that each input bit flips about half of the output bits (SplitMix64's finaliser, Steele
/// et al. 2014).
constexpr std::uint64_t mixBits(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
    return bits ^ (bits >> 31);
}

/// A sequence of random numbers, determined by (seed, a, b).
class RandomSequence {
public:
    explicit RandomSequence(std::uint64_t seed, std::uint64_t a = 0, std::uint64_t b = 0)
        : m_state(mixBits(mixBits(seed + kGolden) ^ (a * kGolden)) ^ mixBits(b + 2 * kGolden)) {}

    std::uint64_t bits() { return mixBits(m_state += kGolden); }

    /// Uniform in [0, 1), in steps of 2⁻²⁴.
    float uniform() { return static_cast<float>(bits() >> 40) * 0x1.0p-24f; }
    float uniform(float lower, float upper) { return lower + (upper - lower) * uniform(); }

    /// Uniform in the cube from −1 to 1.
    Vec3f inCube() {
        // Braces fix the order of evaluation.
        return Vec3f{uniform(-1.0f, 1.0f), uniform(-1.0f, 1.0f), uniform(-1.0f, 1.0f)};
    }

    /// Uniform in the unit ball.
    Vec3f inBall() {
        for (;;) {
            const Vec3f point = inCube();
            if (lengthSq(point) <= 1.0f) {
                return point;
            }
        }
    }

    /// In the unit ball, but at least 0.01 from its centre, so that it has a direction. Inlined, so that the
    /// library never uses a copy that a program compiled with fused multiply-adds.
    SHOAL_INLINE Vec3f awayFromZero() {
        for (;;) {
            const Vec3f point = inBall();
            if (lengthSq(point) >= 1e-4f) {
                return point;
            }
        }
    }

private:
    static constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;

    std::uint64_t m_state;
};

/// Mixes eight words: the lane form of mixBits, with the constants of Wellons' "lowbias32" (2018).
template <class WordLanes>
SHOAL_INLINE WordLanes mixWords(WordLanes bits) {
    bits = (bits ^ (bits >> 16)) * WordLanes(0x7feb352dU);
    bits = (bits ^ (bits >> 15)) * WordLanes(0x846ca68bU);
    return bits ^ (bits >> 16);
}

/// Uniform in [0, 1), in steps of 2⁻²⁴, from random bits.
template <class WordLanes>
SHOAL_INLINE auto uniform(const WordLanes& bits) {
    return (bits >> 8).toFloat() * 0x1.0p-24f;
}

/// Approximately normal, with mean 0 and deviation 1, from random bits: the sum of the four 16-bit numbers in
/// two words. Never beyond ±3.5.
template <class WordLanes>
SHOAL_INLINE auto normal(const WordLanes& bits) {
    const WordLanes more = mixWords(bits ^ WordLanes(0x51ed270bU));
    const WordLanes low(0xffffU);
    const auto sum =
        ((bits >> 16).toFloat() + (bits & low).toFloat()) + ((more >> 16).toFloat() + (more & low).toFloat());
    // A sum of four numbers uniform in [0, 2¹⁶) has this mean and a deviation of 2¹⁶ / √3.
    return (sum - 2.0f * 65535.0f) * (1.7320508f / 65536.0f);
}

/// Random bits for a boid at a step. `seed`: Surroundings::seedFor. `use` tells a rule's samples for
/// different purposes apart.
template <class WordLanes>
SHOAL_INLINE WordLanes randomBits(std::uint64_t seed, std::uint64_t step, const WordLanes& id,
                                  std::uint32_t use) {
    const auto now = static_cast<std::uint32_t>(mixBits(seed ^ mixBits(step)) >> 32);
    return mixWords(mixWords(id + WordLanes(now)) ^ WordLanes((use + 1) * 0x9e3779b9U));
}

/// A sample for a boid at a step, uniform in [0, 1).
template <class WordLanes>
SHOAL_INLINE auto uniform(std::uint64_t seed, std::uint64_t step, const WordLanes& id, std::uint32_t use) {
    return uniform(randomBits(seed, step, id, use));
}

/// A sample for a boid at a step, approximately normal with mean 0 and deviation 1.
template <class WordLanes>
SHOAL_INLINE auto normal(std::uint64_t seed, std::uint64_t step, const WordLanes& id, std::uint32_t use) {
    return normal(randomBits(seed, step, id, use));
}

/// Returns a random number of the boid that is the same at every step: uniform in 0 .. 2²⁴ − 1. `seed` is the
/// species'.
template <class WordLanes>
SHOAL_INLINE WordLanes ownDrawBits(const WordLanes& id, std::uint64_t seed) {
    const auto own = static_cast<std::uint32_t>(mixBits(seed) >> 32);
    return mixWords(WordLanes(mixWords(WordLanes(id + WordLanes(own))) ^ WordLanes(0x3c6ef372U))) >> 8;
}

/// The same, uniform in [0, 1).
template <class WordLanes>
SHOAL_INLINE auto ownDraw(const WordLanes& id, std::uint64_t seed) {
    return ownDrawBits(id, seed).toFloat() * 0x1.0p-24f;
}

}  // namespace shoal
