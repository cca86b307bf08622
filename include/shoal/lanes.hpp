#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <shoal/detail/config.hpp>
#include <shoal/detail/vectors.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// Sums over a boid's neighbours are kept in eight lanes on every machine: this fixes their order, and so the
/// bits. `Lanes<8>` holds them in one AVX vector and `Lanes<4>` in two SSE or NEON vectors; `Lanes<16>`, for
/// AVX-512, holds those of two boids.
inline constexpr int kLanes = 8;

template <int Width>
struct Mask;
template <int Width>
struct Words;

/// Eight or sixteen floats.
template <int Width>
struct Lanes {
    static constexpr int kCount = Width < kLanes ? kLanes : Width;
    static constexpr int kParts = kCount / Width;
    using Vector = typename detail::VectorOf<Width>::Floats;
    using MaskType = Mask<Width>;
    using WordsType = Words<Width>;

    Vector part[kParts];

    /// All zero.
    SHOAL_INLINE Lanes() : part{} {}
    /// The same value in every lane.
    SHOAL_INLINE Lanes(float value) {  // NOLINT(google-explicit-constructor): constants read as in a formula
        for (int p = 0; p < kParts; ++p) {
            part[p] = detail::broadcast<Vector>(value);
        }
    }

    /// Loads kCount values, at any alignment.
    SHOAL_INLINE static Lanes load(const float* from) {
        Lanes result;
        for (int p = 0; p < kParts; ++p) {
            result.part[p] =
                *reinterpret_cast<const typename detail::VectorOf<Width>::FloatsInMemory*>(from + p * Width);
        }
        return result;
    }
    SHOAL_INLINE void store(float* to) const {
        for (int p = 0; p < kParts; ++p) {
            *reinterpret_cast<typename detail::VectorOf<Width>::FloatsInMemory*>(to + p * Width) = part[p];
        }
    }

    SHOAL_INLINE float lane(int index) const { return part[index / Width][index % Width]; }
    /// The value of this lane in every lane.
    template <int Lane>
    SHOAL_INLINE Lanes everywhere() const {
        return everywhere<Lane>(std::make_integer_sequence<int, Width>());
    }

    SHOAL_INLINE Lanes& operator+=(const Lanes& other) { return *this = *this + other; }
    SHOAL_INLINE Lanes& operator-=(const Lanes& other) { return *this = *this - other; }
    SHOAL_INLINE Lanes& operator*=(const Lanes& other) { return *this = *this * other; }

#define SHOAL_LANE_ARITHMETIC(op)                                           \
    SHOAL_INLINE friend Lanes operator op(const Lanes& a, const Lanes& b) { \
        detail::requireInlined<Width>();                                    \
        Lanes result;                                                       \
        for (int p = 0; p < kParts; ++p) {                                  \
            result.part[p] = a.part[p] op b.part[p];                        \
        }                                                                   \
        return result;                                                      \
    }
    SHOAL_LANE_ARITHMETIC(+)
    SHOAL_LANE_ARITHMETIC(-)
    SHOAL_LANE_ARITHMETIC(*)
    SHOAL_LANE_ARITHMETIC(/)
#undef SHOAL_LANE_ARITHMETIC

    SHOAL_INLINE friend Lanes operator-(const Lanes& a) {
        Lanes result;
        for (int p = 0; p < kParts; ++p) {
            result.part[p] = -a.part[p];
        }
        return result;
    }

#define SHOAL_LANE_COMPARISON(op, name)                                           \
    SHOAL_INLINE friend Mask<Width> operator op(const Lanes& a, const Lanes& b) { \
        detail::requireInlined<Width>();                                          \
        Mask<Width> result;                                                       \
        for (int p = 0; p < kParts; ++p) {                                        \
            result.part[p] = detail::name(a.part[p], b.part[p]);                  \
        }                                                                         \
        return result;                                                            \
    }
    SHOAL_LANE_COMPARISON(<, isLess)
    SHOAL_LANE_COMPARISON(<=, isAtMost)
    SHOAL_LANE_COMPARISON(>, isMore)
    SHOAL_LANE_COMPARISON(>=, isAtLeast)
    SHOAL_LANE_COMPARISON(==, isEqual)
#undef SHOAL_LANE_COMPARISON

private:
    template <int Lane, int... Element>
    SHOAL_INLINE Lanes everywhere(std::integer_sequence<int, Element...>) const {
        const Vector& from = part[Lane / Width];
        Lanes result;
        for (Vector& to : result.part) {
            to = __builtin_shufflevector(from, from, (0 * Element + Lane % Width)...);
        }
        return result;
    }
};

/// A truth value for each lane.
template <int Width>
struct Mask {
    static constexpr int kParts = Lanes<Width>::kParts;
    using Vector = detail::TruthsOf<Width>;

    Vector part[kParts];

    SHOAL_INLINE friend Mask operator&(const Mask& a, const Mask& b) {
        Mask result;
        for (int p = 0; p < kParts; ++p) {
            result.part[p] = static_cast<Vector>(a.part[p] & b.part[p]);
        }
        return result;
    }
    SHOAL_INLINE friend Mask operator|(const Mask& a, const Mask& b) {
        Mask result;
        for (int p = 0; p < kParts; ++p) {
            result.part[p] = static_cast<Vector>(a.part[p] | b.part[p]);
        }
        return result;
    }
    SHOAL_INLINE friend Mask operator!(const Mask& a) {
        Mask result;
        for (int p = 0; p < kParts; ++p) {
            result.part[p] = static_cast<Vector>(~a.part[p]);
        }
        return result;
    }

    /// Bit k set where lane k is true.
    SHOAL_INLINE unsigned bits() const {
        unsigned result = 0;
        for (int p = 0; p < kParts; ++p) {
            result |= detail::bitsOf(part[p]) << (p * Width);
        }
        return result;
    }
    SHOAL_INLINE bool any() const { return bits() != 0; }
    SHOAL_INLINE bool all() const { return bits() == (1U << Lanes<Width>::kCount) - 1U; }

    /// Does not compile: lanes may differ.
    template <class Unused = void>
    explicit operator bool() const {
        static_assert(
            !std::is_void_v<Unused>,
            "comparing lanes gives a mask, not a bool: instead of `if`, `?:`, `&&` and std::max, use "
            "select(mask, yes, no), where(mask, value), `&` and shoal::max");
        return false;
    }
};

/// Types that rules compute with: `Lanes`, and `ShaderNumber`, which records operations.
template <class L>
concept LaneType = requires {
    typename L::MaskType;
    typename L::WordsType;
};

/// True in every lane.
template <class L>
SHOAL_INLINE typename L::MaskType everyLane() {
    typename L::MaskType result{};
    for (auto& part : result.part) {
        part = static_cast<typename L::MaskType::Vector>(~part);
    }
    return result;
}

/// True in lanes `begin` .. `end` − 1.
template <class L>
SHOAL_INLINE typename L::MaskType lanesWithin(std::uint32_t begin, std::uint32_t end) {
    // A window onto kLanes ones followed by zeros.
    static constexpr auto kSteps = [] {
        std::array<std::int32_t, 2 * kLanes> steps{};
        for (std::size_t k = 0; k < kLanes; ++k) {
            steps[k] = -1;
        }
        return steps;
    }();
    constexpr int kWidth = kLanes / L::kParts;
    typename L::MaskType result;
    for (int p = 0; p < L::kParts; ++p) {
        using InMemory = typename detail::VectorOf<kWidth>::IntsInMemory;
        const auto below = [p](std::uint32_t count) __attribute__((always_inline)) {
            return *reinterpret_cast<const InMemory*>(kSteps.data() + kLanes - count +
                                                      static_cast<std::size_t>(p) * kWidth);
        };
        result.part[p] = below(end) & ~below(begin);
    }
    return result;
}

/// A parameter excluded from template argument deduction, so that a plain number converts to lanes.
template <class T>
using OrNumber = std::type_identity_t<T>;

/// The value where the mask is true, zero elsewhere (even where the value is infinite or NaN).
template <int Width>
SHOAL_INLINE Lanes<Width> where(const Mask<Width>& mask, const OrNumber<Lanes<Width>>& value) {
    Lanes<Width> result;
    for (int p = 0; p < Mask<Width>::kParts; ++p) {
        result.part[p] = detail::kept(mask.part[p], value.part[p]);
    }
    return result;
}

template <LaneType L>
SHOAL_INLINE Vec3<L> where(const typename L::MaskType& mask, const Vec3<L>& value) {
    return {where(mask, value.x), where(mask, value.y), where(mask, value.z)};
}

/// `yes` where the mask is true, `no` elsewhere.
template <int Width>
SHOAL_INLINE Lanes<Width> select(const Mask<Width>& mask, const OrNumber<Lanes<Width>>& yes,
                                 const OrNumber<Lanes<Width>>& no) {
    Lanes<Width> result;
    for (int p = 0; p < Mask<Width>::kParts; ++p) {
        result.part[p] = detail::chosen(mask.part[p], yes.part[p], no.part[p]);
    }
    return result;
}

template <LaneType L>
SHOAL_INLINE Vec3<L> select(const typename L::MaskType& mask, const Vec3<L>& yes, const Vec3<L>& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

/// Adds the value to the sum where the mask is true. The sum must have started at zero.
template <int Width>
SHOAL_INLINE void addWhere(const Mask<Width>& mask, Lanes<Width>& sum, const OrNumber<Lanes<Width>>& value) {
    for (int p = 0; p < Lanes<Width>::kParts; ++p) {
        sum.part[p] = detail::addedWhere(mask.part[p], sum.part[p], value.part[p]);
    }
}

template <LaneType L>
SHOAL_INLINE void addWhere(const typename L::MaskType& mask, Vec3<L>& sum, const Vec3<L>& value) {
    addWhere(mask, sum.x, value.x);
    addWhere(mask, sum.y, value.y);
    addWhere(mask, sum.z, value.z);
}

/// The smaller; the second where either is NaN.
template <int Width>
SHOAL_INLINE Lanes<Width> min(const Lanes<Width>& a, const OrNumber<Lanes<Width>>& b) {
    Lanes<Width> result;
    for (int p = 0; p < Lanes<Width>::kParts; ++p) {
        result.part[p] = detail::smaller(a.part[p], b.part[p]);
    }
    return result;
}

/// The larger; the second where either is NaN.
template <int Width>
SHOAL_INLINE Lanes<Width> max(const Lanes<Width>& a, const OrNumber<Lanes<Width>>& b) {
    Lanes<Width> result;
    for (int p = 0; p < Lanes<Width>::kParts; ++p) {
        result.part[p] = detail::larger(a.part[p], b.part[p]);
    }
    return result;
}

template <int Width>
SHOAL_INLINE Lanes<Width> abs(const Lanes<Width>& a) {
    Lanes<Width> result;
    for (int p = 0; p < Lanes<Width>::kParts; ++p) {
        using Ints = typename detail::VectorOf<Width>::Ints;
        using Floats = typename detail::VectorOf<Width>::Floats;
        result.part[p] = (Floats)((Ints)a.part[p] & 0x7fffffff);
    }
    return result;
}

/// Correctly rounded, as IEEE 754 requires, so equal on every machine.
template <int Width>
SHOAL_INLINE Lanes<Width> sqrt(const Lanes<Width>& a) {
    Lanes<Width> result;
    for (int p = 0; p < Lanes<Width>::kParts; ++p) {
        result.part[p] = detail::root(a.part[p]);
    }
    return result;
}

/// Rounds to the nearest whole number, for |a| below 2²². Adding 1.5·2²³ leaves no bits for a fraction.
template <int Width>
SHOAL_INLINE Lanes<Width> nearestWhole(const Lanes<Width>& a) {
    const Lanes<Width> shift(12582912.0f);
    return (a + shift) - shift;
}

/// Stores lane k plus lane k + 4 of each eight: half as much memory, and the first addition of `sumsOf`.
template <int Width>
SHOAL_INLINE void storeFolded(const Lanes<Width>& a, float* to) {
    if constexpr (Width == 4) {
        detail::storeFour(a.part[0] + a.part[1], to);
    } else {
        detail::storeFolded(a.part[0], to);
    }
}

/// Lane k is the sum of the eight lanes that were stored folded in `rows[k]`, in one fixed order: halves,
/// then quarters, then pairs.
template <class L>
SHOAL_INLINE L sumsOf(const float* const (&rows)[kLanes]) {
    constexpr int Width = kLanes / L::kParts;
    using Vector = typename L::Vector;
    using FourInMemory = detail::VectorOf<4>::FloatsInMemory;
    const auto row = [&rows](int k) __attribute__((always_inline))->detail::Floats4 {
        return *reinterpret_cast<const FourInMemory*>(rows[k]);
    };
    // Four row sums at once, transposed: each group of four elements holds those of rows a, b, c and d.
    const auto sumFours = [](const Vector& a, const Vector& b, const Vector& c, const Vector& d)
        __attribute__((always_inline)) {
        if constexpr (Width == 8) {
            const Vector ab = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13) +
                              __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
            const Vector cd = __builtin_shufflevector(c, d, 0, 1, 8, 9, 4, 5, 12, 13) +
                              __builtin_shufflevector(c, d, 2, 3, 10, 11, 6, 7, 14, 15);
            return __builtin_shufflevector(ab, cd, 0, 2, 8, 10, 4, 6, 12, 14) +
                   __builtin_shufflevector(ab, cd, 1, 3, 9, 11, 5, 7, 13, 15);
        } else {
            const Vector ab =
                __builtin_shufflevector(a, b, 0, 1, 4, 5) + __builtin_shufflevector(a, b, 2, 3, 6, 7);
            const Vector cd =
                __builtin_shufflevector(c, d, 0, 1, 4, 5) + __builtin_shufflevector(c, d, 2, 3, 6, 7);
            return __builtin_shufflevector(ab, cd, 0, 2, 4, 6) + __builtin_shufflevector(ab, cd, 1, 3, 5, 7);
        }
    };
    L result;
    if constexpr (Width == 8) {
        Vector two[4];  // row k in the lower half, row k + 4 in the upper
        for (int k = 0; k < 4; ++k) {
            two[k] = __builtin_shufflevector(row(k), row(k + 4), 0, 1, 2, 3, 4, 5, 6, 7);
        }
        result.part[0] = sumFours(two[0], two[1], two[2], two[3]);
    } else {
        for (int p = 0; p < 2; ++p) {
            result.part[p] = sumFours(row(4 * p), row(4 * p + 1), row(4 * p + 2), row(4 * p + 3));
        }
    }
    return result;
}

template <LaneType L>
SHOAL_INLINE L length(const Vec3<L>& a) {
    return sqrt(dot(a, a));
}

/// a divided by its length; zero where a is zero.
template <LaneType L>
SHOAL_INLINE Vec3<L> normalised(const Vec3<L>& a) {
    const L size = length(a);
    return where(size > 0.0f, a * (1.0f / size));
}

/// The sine of 2π·turns by a polynomial: error below 4e-7, and exactly 0 at half turns. Zero where the number
/// is so large that floats have no fractions.
template <LaneType L>
SHOAL_INLINE L sineOfTurns(const L& turns) {
    // nearestWhole is valid below 2²².
    const L near = where(abs(turns) < 2097152.0f, turns);
    const L halfTurns = near + near;
    const L whole = nearestWhole(halfTurns);
    const L a = (halfTurns - whole) * 3.14159265f;
    const L b = a * a;
    const L sine =
        a *
        (1.0f + b * (-1.0f / 6 + b * (1.0f / 120 + b * (-1.0f / 5040 + b * (1.0f / 362880 - b / 39916800)))));
    // An odd number of half turns changes the sign.
    const L isOdd = abs(whole - 2.0f * nearestWhole(whole * 0.5f));
    return sine * (1.0f - 2.0f * isOdd);
}

/// Sine and cosine of angles [rad], with the same bits on every machine: for |angle| up to 1000, errors below
/// 1e-4; up to 2π, below 2e-6.
template <LaneType L>
SHOAL_INLINE L sine(const L& angle) {
    return sineOfTurns(angle * 0.159154943f);
}
template <LaneType L>
SHOAL_INLINE L cosine(const L& angle) {
    return sineOfTurns(angle * 0.159154943f + 0.25f);
}

/// Rotates vectors about an axis, a unit vector, by angles [rad]; counter-clockwise as seen from its tip.
template <LaneType L>
SHOAL_INLINE Vec3<L> rotated(const Vec3<L>& a, const Vec3<L>& axis, const OrNumber<L>& angle) {
    const L along = cosine(angle);
    return a * along + cross(axis, a) * sine(angle) + axis * (dot(axis, a) * (1.0f - along));
}

/// The same vector in every lane.
template <class L>
SHOAL_INLINE Vec3<L> lanesOf(const Vec3<float>& a) {
    return {L(a.x), L(a.y), L(a.z)};
}

/// An unsigned integer for each lane, for ids and random bits. Arithmetic wraps.
template <int Width>
struct Words {
    static constexpr int kParts = Lanes<Width>::kParts;
    using Vector = typename detail::VectorOf<Width>::Words;

    Vector part[kParts];

    SHOAL_INLINE Words() : part{} {}
    SHOAL_INLINE Words(std::uint32_t value) {  // NOLINT(google-explicit-constructor)
        for (int p = 0; p < kParts; ++p) {
            part[p] = detail::broadcast<Vector>(value);
        }
    }
    SHOAL_INLINE void store(std::uint32_t* to) const {
        for (int p = 0; p < kParts; ++p) {
            *reinterpret_cast<typename detail::VectorOf<Width>::WordsInMemory*>(to + p * Width) = part[p];
        }
    }
    SHOAL_INLINE static Words load(const std::uint32_t* from) {
        Words result;
        for (int p = 0; p < kParts; ++p) {
            result.part[p] =
                *reinterpret_cast<const typename detail::VectorOf<Width>::WordsInMemory*>(from + p * Width);
        }
        return result;
    }

#define SHOAL_WORD_ARITHMETIC(op)                                           \
    SHOAL_INLINE friend Words operator op(const Words& a, const Words& b) { \
        Words result;                                                       \
        for (int p = 0; p < kParts; ++p) {                                  \
            result.part[p] = a.part[p] op b.part[p];                        \
        }                                                                   \
        return result;                                                      \
    }
    SHOAL_WORD_ARITHMETIC(+)
    SHOAL_WORD_ARITHMETIC(*)
    SHOAL_WORD_ARITHMETIC(^)
    SHOAL_WORD_ARITHMETIC(&)
#undef SHOAL_WORD_ARITHMETIC

    SHOAL_INLINE friend Mask<Width> operator==(const Words& a, const Words& b) {
        Mask<Width> result;
        for (int p = 0; p < kParts; ++p) {
            result.part[p] = detail::isEqual(a.part[p], b.part[p]);
        }
        return result;
    }

    SHOAL_INLINE friend Words operator>>(const Words& a, int count) {
        Words result;
        for (int p = 0; p < kParts; ++p) {
            result.part[p] = a.part[p] >> static_cast<std::uint32_t>(count);
        }
        return result;
    }

    /// Converts to floats; each value must be below 2³¹.
    SHOAL_INLINE Lanes<Width> toFloat() const {
        Lanes<Width> result;
        for (int p = 0; p < kParts; ++p) {
            using Ints = typename detail::VectorOf<Width>::Ints;
            result.part[p] = __builtin_convertvector((Ints)part[p], typename detail::VectorOf<Width>::Floats);
        }
        return result;
    }
};

/// Drops the fractions; each value must be from 0 to below 2³¹.
template <int Width>
SHOAL_INLINE Words<Width> wholePart(const Lanes<Width>& a) {
    Words<Width> result;
    for (int p = 0; p < Lanes<Width>::kParts; ++p) {
        using Ints = typename detail::VectorOf<Width>::Ints;
        result.part[p] = (typename Words<Width>::Vector) __builtin_convertvector(a.part[p], Ints);
    }
    return result;
}

/// e to the power of each value, with the same bits on every machine: relative error below 3e-7 from −87 to
/// 88. Zero below that range; above it, e⁸⁸.
template <int Width>
SHOAL_INLINE Lanes<Width> exponential(const Lanes<Width>& power) {
    const Lanes<Width> near = min(max(power, -87.0f), 88.0f);
    const Lanes<Width> doublings = nearestWhole(near * 1.44269504f);
    // ln 2 in two parts: the first has so few bits that its products here are exact.
    const Lanes<Width> rest = (near - doublings * 0.693359375f) + doublings * 2.12194440e-4f;
    const Lanes<Width> series =
        1.0f +
        rest * (1.0f +
                rest * (0.5f + rest * (1.0f / 6 + rest * (1.0f / 24 + rest * (1.0f / 120 + rest / 720.0f)))));
    // A float's exponent begins at bit 23 and counts from −127.
    const Words<Width> exponent = wholePart(doublings + 127.0f) * Words<Width>(1U << 23);
    Lanes<Width> scale;
    for (int p = 0; p < Lanes<Width>::kParts; ++p) {
        scale.part[p] = (typename Lanes<Width>::Vector)exponent.part[p];
    }
    return where(power >= -87.0f, series * scale);
}

/// The natural logarithm of each value, with the same bits on every machine: absolute error below 2e-7 times
/// the larger of 1 and the result, for normal positive values. Others give no meaningful result.
template <int Width>
SHOAL_INLINE Lanes<Width> logarithm(const Lanes<Width>& value) {
    // A float is a mantissa from 1 to 2 times a power of two, whose exponent begins at bit 23 and counts from
    // −127.
    Words<Width> bits;
    for (int p = 0; p < Lanes<Width>::kParts; ++p) {
        bits.part[p] = (typename Words<Width>::Vector)value.part[p];
    }
    Lanes<Width> exponent;
    Lanes<Width> mantissa;
    const Words<Width> fraction = bits & Words<Width>((1U << 23) - 1);
    const Words<Width> one(127U << 23);
    for (int p = 0; p < Lanes<Width>::kParts; ++p) {
        using Ints = typename detail::VectorOf<Width>::Ints;
        const auto power = (Ints)(bits.part[p] >> 23);
        exponent.part[p] = __builtin_convertvector(power, typename Lanes<Width>::Vector);
        mantissa.part[p] = (typename Lanes<Width>::Vector)((fraction + one).part[p]);
    }
    const auto isLarge = mantissa > 1.41421356f;
    mantissa = select(isLarge, mantissa * 0.5f, mantissa);
    exponent = exponent - 127.0f + where(isLarge, Lanes<Width>(1.0f));
    // ln m = 2 artanh((m − 1)/(m + 1)), whose series converges fast from √½ to √2.
    const Lanes<Width> a = (mantissa - 1.0f) / (mantissa + 1.0f);
    const Lanes<Width> b = a * a;
    const Lanes<Width> series =
        2.0f * a * (1.0f + b * (1.0f / 3 + b * (1.0f / 5 + b * (1.0f / 7 + b * (1.0f / 9)))));
    // ln 2 in two parts: the first has so few bits that its products here are exact.
    return exponent * 0.693359375f + (series - exponent * 2.12194440e-4f);
}

using BaselineLanes = Lanes<4>;
using Avx2Lanes = Lanes<8>;
using Avx512Lanes = Lanes<16>;

/// The lanes of the same instruction set for eight values at a time.
template <class L>
using EightLanes = std::conditional_t<(L::kCount > kLanes), Avx2Lanes, L>;

}  // namespace shoal
