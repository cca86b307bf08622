#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

#include <shoal/detail/config.hpp>

/// The vectors of `shoal::Lanes`: 4, 8 or 16 elements. They may be wider than the registers of the code
/// around them, so that one source serves every instruction set.
namespace shoal::detail {

// These functions are always inlined, so it does not matter how they would pass a vector.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

template <int Width>
struct VectorOf {
    typedef float Floats __attribute__((vector_size(Width * 4)));
    typedef std::int32_t Ints __attribute__((vector_size(Width * 4)));
    typedef std::uint32_t Words __attribute__((vector_size(Width * 4)));
    // In memory: at any address, over arrays of their elements. (With memcpy, g++ would move a wide vector in
    // two halves.)
    typedef float FloatsInMemory __attribute__((vector_size(Width * 4), aligned(4), may_alias));
    typedef std::int32_t IntsInMemory __attribute__((vector_size(Width * 4), aligned(4), may_alias));
    typedef std::uint32_t WordsInMemory __attribute__((vector_size(Width * 4), aligned(4), may_alias));
};

/// One value in every element. g++ compiles this form to one instruction.
template <class Vector, class Value>
SHOAL_INLINE Vector broadcast(Value value) {
    return value - Vector{};
}

#define SHOAL_VECTOR_COMPARISON(name, op)                      \
    template <class Vector>                                    \
    SHOAL_INLINE auto name(const Vector& a, const Vector& b) { \
        return a op b;                                         \
    }
SHOAL_VECTOR_COMPARISON(isLess, <)
SHOAL_VECTOR_COMPARISON(isAtMost, <=)
SHOAL_VECTOR_COMPARISON(isMore, >)
SHOAL_VECTOR_COMPARISON(isAtLeast, >=)
SHOAL_VECTOR_COMPARISON(isEqual, ==)
#undef SHOAL_VECTOR_COMPARISON

/// `yes` where the mask is true, `no` elsewhere.
template <class Truths, class Vector>
SHOAL_INLINE Vector chosen(const Truths& mask, const Vector& yes, const Vector& no) {
    return mask ? yes : no;
}

/// The value where the mask is true, zero elsewhere.
template <class Truths, class Vector>
SHOAL_INLINE Vector kept(const Truths& mask, const Vector& value) {
    return (Vector)((Truths)value & mask);
}

/// Adds the value to the sum where the mask is true. The sum must never be −0.
template <class Truths, class Vector>
SHOAL_INLINE Vector addedWhere(const Truths& mask, const Vector& sum, const Vector& value) {
    return sum + kept(mask, value);
}

/// The second where either is NaN; likewise `larger`.
template <class Vector>
SHOAL_INLINE Vector smaller(const Vector& a, const Vector& b) {
    return a < b ? a : b;
}
template <class Vector>
SHOAL_INLINE Vector larger(const Vector& a, const Vector& b) {
    return a > b ? a : b;
}

using Floats4 = VectorOf<4>::Floats;

SHOAL_INLINE void storeFour(const Floats4& value, float* to) {
    *reinterpret_cast<VectorOf<4>::FloatsInMemory*>(to) = value;
}

/// Square roots and the bits of a truth, four at a time. g++ would compile these one element at a time, and
/// wider instructions are not available in code that is also compiled for the baseline.
#if defined(__SSE2__)
SHOAL_INLINE Floats4 rootOfFour(const Floats4& value) {
    return (Floats4)_mm_sqrt_ps((__m128)value);
}
SHOAL_INLINE unsigned bitsOfFour(const VectorOf<4>::Ints& mask) {
    return static_cast<unsigned>(_mm_movemask_ps((__m128)mask));
}
#elif defined(__ARM_NEON) && defined(__aarch64__)
SHOAL_INLINE Floats4 rootOfFour(const Floats4& value) {
    return (Floats4)vsqrtq_f32((float32x4_t)value);
}
SHOAL_INLINE unsigned bitsOfFour(const VectorOf<4>::Ints& mask) {
    return vaddvq_u32((uint32x4_t)(mask & VectorOf<4>::Ints{1, 2, 4, 8}));
}
#else
SHOAL_INLINE Floats4 rootOfFour(const Floats4& value) {
    return Floats4{__builtin_sqrtf(value[0]), __builtin_sqrtf(value[1]), __builtin_sqrtf(value[2]),
                   __builtin_sqrtf(value[3])};
}
SHOAL_INLINE unsigned bitsOfFour(const VectorOf<4>::Ints& mask) {
    const VectorOf<4>::Ints bits = mask & VectorOf<4>::Ints{1, 2, 4, 8};
    return static_cast<unsigned>(bits[0] | bits[1] | bits[2] | bits[3]);
}
#endif

/// Correctly rounded, as IEEE 754 requires, so equal on every machine.
template <class Vector>
SHOAL_INLINE Vector root(const Vector& value) {
    // Joined in registers: reading eight back after two stores of four would wait for both.
    if constexpr (sizeof(Vector) == sizeof(Floats4)) {
        return rootOfFour(value);
    } else if constexpr (sizeof(Vector) == 2 * sizeof(Floats4)) {
        const Floats4 low = rootOfFour(__builtin_shufflevector(value, value, 0, 1, 2, 3));
        const Floats4 high = rootOfFour(__builtin_shufflevector(value, value, 4, 5, 6, 7));
        return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    } else {
        constexpr int kFours = static_cast<int>(sizeof(Vector) / sizeof(Floats4));
        Floats4 fours[kFours];
        __builtin_memcpy(fours, &value, sizeof(value));
        for (Floats4& four : fours) {
            four = rootOfFour(four);
        }
        Vector result;
        __builtin_memcpy(&result, fours, sizeof(result));
        return result;
    }
}

/// Bit k set where element k is true.
template <class Truths>
SHOAL_INLINE unsigned bitsOf(const Truths& mask) {
    constexpr int kFours = static_cast<int>(sizeof(Truths) / sizeof(VectorOf<4>::Ints));
    VectorOf<4>::Ints fours[kFours];
    __builtin_memcpy(fours, &mask, sizeof(mask));
    unsigned result = 0;
    for (int k = 0; k < kFours; ++k) {
        result |= bitsOfFour(fours[k]) << (4 * k);
    }
    return result;
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
// g++ computes with sixteen elements at once. But in code for smaller registers, as all inline code here is,
// it splits comparisons and broadcasts of sixteen elements and never rejoins them. These operations therefore
// call builtins by name. A mask has one bit for each element.

/// Never defined: the declaration makes the builtins known.
[[gnu::target("avx2,avx512f,avx512dq")]] void nameWideInstructions();

// Eight elements, for which the general code would use two halves.
template <>
SHOAL_INLINE VectorOf<8>::Floats broadcast<VectorOf<8>::Floats>(float value) {
    return __builtin_ia32_vbroadcastss_ps256(VectorOf<4>::Floats{value});
}
SHOAL_INLINE unsigned bitsOf(const VectorOf<8>::Ints& mask) {
    return static_cast<unsigned>(__builtin_ia32_movmskps256((VectorOf<8>::Floats)mask));
}

/// Refuses a function of lanes that is not inlined: it would pass wide vectors by another calling convention
/// than its caller. Only a build that does not optimise leaves one; others inline it (`flatten` in
/// on_lanes.hpp).
template <int Width>
SHOAL_INLINE void requireInlined() {
#if !defined(__OPTIMIZE__)
    if constexpr (Width > 4) {
        [[maybe_unused]] const VectorOf<8>::Floats unused = __builtin_ia32_vbroadcastss_ps256(
            VectorOf<4>::Floats{});  // "needs isa option": a function of lanes lacks SHOAL_INLINE
    }
#endif
}

/// Stores elements 0 .. 3 plus 4 .. 7; of sixteen, then also 8 .. 11 plus 12 .. 15.
SHOAL_INLINE void storeFolded(const VectorOf<8>::Floats& a, float* to) {
    storeFour(__builtin_ia32_ps_ps256(a) + __builtin_ia32_vextractf128_ps256(a, 1), to);
}

using Floats16 = VectorOf<16>::Floats;
using Words16 = VectorOf<16>::Words;
using Bits16 = std::uint16_t;
constexpr Bits16 kAll16 = 0xffff;
constexpr int kPresentRounding = 4;

template <>
SHOAL_INLINE Floats16 broadcast<Floats16>(float value) {
    return __builtin_ia32_broadcastss512(VectorOf<4>::Floats{value}, Floats16{}, kAll16);
}
template <>
SHOAL_INLINE Words16 broadcast<Words16>(std::uint32_t value) {
    return (Words16)__builtin_ia32_pbroadcastd512_gpr_mask(static_cast<int>(value), VectorOf<16>::Ints{},
                                                           kAll16);
}

#define SHOAL_WIDE_COMPARISON(name, predicate)                                          \
    SHOAL_INLINE Bits16 name(const Floats16& a, const Floats16& b) {                    \
        return __builtin_ia32_cmpps512_mask(a, b, predicate, kAll16, kPresentRounding); \
    }
SHOAL_WIDE_COMPARISON(isLess, 1)
SHOAL_WIDE_COMPARISON(isAtMost, 2)
SHOAL_WIDE_COMPARISON(isMore, 14)
SHOAL_WIDE_COMPARISON(isAtLeast, 13)
SHOAL_WIDE_COMPARISON(isEqual, 0)
#undef SHOAL_WIDE_COMPARISON

SHOAL_INLINE Bits16 isEqual(const Words16& a, const Words16& b) {
    return __builtin_ia32_ucmpd512_mask((VectorOf<16>::Ints)a, (VectorOf<16>::Ints)b, 0, kAll16);
}
SHOAL_INLINE Floats16 chosen(Bits16 mask, const Floats16& yes, const Floats16& no) {
    return __builtin_ia32_movaps512_mask(yes, no, mask);
}
SHOAL_INLINE Floats16 kept(Bits16 mask, const Floats16& value) {
    return __builtin_ia32_movaps512_mask(value, Floats16{}, mask);
}
SHOAL_INLINE Floats16 addedWhere(Bits16 mask, const Floats16& sum, const Floats16& value) {
    return __builtin_ia32_addps512_mask(sum, value, sum, mask, kPresentRounding);
}
SHOAL_INLINE Floats16 smaller(const Floats16& a, const Floats16& b) {
    return __builtin_ia32_minps512_mask(a, b, b, kAll16, kPresentRounding);
}
SHOAL_INLINE Floats16 larger(const Floats16& a, const Floats16& b) {
    return __builtin_ia32_maxps512_mask(a, b, b, kAll16, kPresentRounding);
}
SHOAL_INLINE Floats16 root(const Floats16& value) {
    return __builtin_ia32_sqrtps512_mask(value, value, kAll16, kPresentRounding);
}
SHOAL_INLINE unsigned bitsOf(Bits16 mask) {
    return mask;
}
SHOAL_INLINE void storeFolded(const Floats16& a, float* to) {
    constexpr unsigned char kAll = 0xff;
    storeFour(__builtin_ia32_extractf32x4_mask(a, 0, Floats4{}, kAll) +
                  __builtin_ia32_extractf32x4_mask(a, 1, Floats4{}, kAll),
              to);
    storeFour(__builtin_ia32_extractf32x4_mask(a, 2, Floats4{}, kAll) +
                  __builtin_ia32_extractf32x4_mask(a, 3, Floats4{}, kAll),
              to + 4);
}
/// Loads eight floats into both halves.
SHOAL_INLINE Floats16 twice(const float* from) {
    return __builtin_ia32_broadcastf32x8_512_mask(*reinterpret_cast<const VectorOf<8>::FloatsInMemory*>(from),
                                                  Floats16{}, kAll16);
}
#else
template <int Width>
SHOAL_INLINE void requireInlined() {}

template <class Vector>
SHOAL_INLINE void storeFolded(const Vector& a, float* to) {
    Floats4 fours[sizeof(Vector) / sizeof(Floats4)];
    __builtin_memcpy(fours, &a, sizeof(a));
    for (std::size_t k = 0; k < sizeof(Vector) / sizeof(Floats4); k += 2) {
        storeFour(fours[k] + fours[k + 1], to + 2 * k);
    }
}
SHOAL_INLINE VectorOf<16>::Floats twice(const float* from) {
    const VectorOf<8>::Floats eight = *reinterpret_cast<const VectorOf<8>::FloatsInMemory*>(from);
    return __builtin_shufflevector(eight, eight, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
}
#endif

/// The type of a comparison of vectors of `Width` floats.
template <int Width>
using TruthsOf = decltype(isLess(typename VectorOf<Width>::Floats{}, typename VectorOf<Width>::Floats{}));

#pragma GCC diagnostic pop

}  // namespace shoal::detail
