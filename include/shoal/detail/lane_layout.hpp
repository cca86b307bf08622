#pragma once

#include <array>
#include <cstdint>

#include <shoal/detail/blocks.hpp>
#include <shoal/detail/coincident.hpp>
#include <shoal/detail/config.hpp>
#include <shoal/detail/vectors.hpp>
#include <shoal/lanes.hpp>

namespace shoal::detail {

/// How boids and their candidates lie in lanes. Eight lanes hold candidates of one boid.
template <class L>
struct LaneLayout {
    /// Boids processed together.
    static constexpr std::uint32_t kBoids = 1;

    SHOAL_INLINE static L candidates(const float* from) { return L::load(from); }
    SHOAL_INLINE static typename L::WordsType candidates(const std::uint32_t* from) {
        return L::WordsType::load(from);
    }
    SHOAL_INLINE static L boids(const float* from) { return *from; }
    SHOAL_INLINE static typename L::WordsType boids(const std::uint32_t* from) { return *from; }

    /// True in the lane k whose candidate `at` + k is the boid itself, candidate `self`.
    SHOAL_INLINE static typename L::MaskType isSelf(std::uint32_t at, std::uint32_t self) {
        static constexpr std::array<std::uint32_t, kLanes> kRamp{0, 1, 2, 3, 4, 5, 6, 7};
        return L::WordsType::load(kRamp.data()) == typename L::WordsType(self - at);
    }
};

/// Sixteen lanes hold eight candidates for each of two adjacent boids.
template <>
struct LaneLayout<Avx512Lanes> {
    using L = Avx512Lanes;
    static constexpr std::uint32_t kBoids = 2;

    SHOAL_INLINE static L candidates(const float* from) {
        L result;
        result.part[0] = twice(from);
        return result;
    }
    SHOAL_INLINE static L::WordsType candidates(const std::uint32_t* from) {
        L::WordsType result;
        result.part[0] = (L::WordsType::Vector)twice(reinterpret_cast<const float*>(from));
        return result;
    }
    SHOAL_INLINE static L boids(const float* from) { return select(isSecond(), L(from[1]), L(from[0])); }
    SHOAL_INLINE static L::WordsType boids(const std::uint32_t* from) {
        const L::WordsType second = L::WordsType::load(kOfSecond.data());
        return L::WordsType(from[0]) + second * L::WordsType(from[1] - from[0]);
    }

    /// The second boid is the candidate after the first.
    SHOAL_INLINE static L::MaskType isSelf(std::uint32_t at, std::uint32_t self) {
        static constexpr std::array<std::uint32_t, L::kCount> kRamp{0,   1, 2, 3, 4, 5, 6, 7,
                                                                    ~0U, 0, 1, 2, 3, 4, 5, 6};
        return L::WordsType::load(kRamp.data()) == L::WordsType(self - at);
    }

private:
    static constexpr std::array<std::uint32_t, L::kCount> kOfSecond{0, 0, 0, 0, 0, 0, 0, 0,
                                                                    1, 1, 1, 1, 1, 1, 1, 1};

    SHOAL_INLINE static L::MaskType isSecond() {
        return L::WordsType::load(kOfSecond.data()) == L::WordsType(1);
    }
};

}  // namespace shoal::detail
