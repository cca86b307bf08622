#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include <shoal/rule.hpp>

#include "sim/step/fused_sets.hpp"

namespace shoal {

template <class... Rules, std::size_t... Index>
void steerFused(const PairBlock& block, Isa isa, const void* const* settings, std::index_sequence<Index...>) {
    detail::runPairPass(block, isa, *static_cast<const Rules*>(settings[Index])...);
}

/// Compiles pair rules into one pass over the neighbours. Takes seconds to compile for each set.
template <class... Rules>
FusedSet fused() {
    return {{Rules::info.key...}, [](const PairBlock& block, Isa isa, const void* const* settings) {
                steerFused<Rules...>(block, isa, settings, std::index_sequence_for<Rules...>{});
            }};
}

/// Returns the sets of two rules. They have a source of their own, so that both sources compile at once.
std::array<FusedSet, 3> fusedPairs();

}  // namespace shoal
