#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <shoal/lanes.hpp>

namespace shoal::detail {

/// For each set of lanes, the permutation that moves them to the front.
constexpr std::array<std::array<std::int32_t, kLanes>, 256> makePermutations() {
    std::array<std::array<std::int32_t, kLanes>, 256> table{};
    for (unsigned bits = 0; bits < 256; ++bits) {
        std::size_t at = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            if ((bits >> lane & 1U) != 0) {
                table[bits][at++] = lane;
            }
        }
    }
    return table;
}
alignas(32) inline constexpr auto kPermutations = makePermutations();

}  // namespace shoal::detail
