#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <shoal/lanes.hpp>

namespace shoal {

/// For each mask of eight bits, the indices of its set bits in ascending order.
alignas(32) inline constexpr auto kLeftPackOrders = [] {
    std::array<std::array<std::int32_t, kLanes>, 256> orders{};
    for (unsigned bits = 0; bits < 256; ++bits) {
        std::size_t at = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            if ((bits >> lane & 1U) != 0) {
                orders[bits][at++] = lane;
            }
        }
    }
    return orders;
}();

/// Left-packs eight lanes: stores those whose bits are set, contiguously.
template <class L>
class LeftPack {
public:
    SHOAL_INLINE explicit LeftPack(unsigned bits) : m_order(kLeftPackOrders[bits].data()), m_bits(bits) {}

    SHOAL_INLINE std::uint32_t count() const { return static_cast<std::uint32_t>(std::popcount(m_bits)); }

    /// Writes all eight places; those from count() on are unspecified.
    template <class Value, class Element>
    SHOAL_INLINE void store(const Value& value, Element* to) const {
#if !defined(__clang__)
        if constexpr (L::kParts == 1) {  // one instruction with AVX2; clang has no builtin for it
            Value packed;
            packed.part[0] = __builtin_shuffle(
                value.part[0], *reinterpret_cast<const detail::VectorOf<kLanes>::IntsInMemory*>(m_order));
            return packed.store(to);
        }
#endif
        alignas(32) Element lanes[kLanes];
        value.store(lanes);
        for (std::size_t k = 0; k < kLanes; ++k) {
            to[k] = lanes[m_order[k]];
        }
    }

private:
    const std::int32_t* m_order;
    unsigned m_bits;
};

}  // namespace shoal
