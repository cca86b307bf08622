#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <shoal/rule.hpp>

#include "sim/step/fused_sets.hpp"

namespace shoal {

template <class... Rules, std::size_t... Index>
std::array<std::uint32_t, kMaxFused> steerFused(const PairBlock& block, Isa isa, const void* const* settings,
                                                std::index_sequence<Index...>) {
    const auto faults = detail::runPairPass(block, isa, *static_cast<const Rules*>(settings[Index])...);
    return {faults[Index]...};
}

/// Compiles pair rules into one pass over the neighbours. Takes seconds to compile for each set.
template <class... Rules>
FusedSet fused() {
    return {{Rules::info.key...}, [](const PairBlock& block, Isa isa, const void* const* settings) {
                return steerFused<Rules...>(block, isa, settings, std::index_sequence_for<Rules...>{});
            }};
}

/// Returns the sets of two rules. They have a source of their own, so that both sources compile at once.
std::array<FusedSet, 3> fusedPairs();

}  // namespace shoal
