#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include <shoal/rule.hpp>
#include <shoal/rules/pair/alignment.hpp>
#include <shoal/rules/pair/cohesion.hpp>

#include "sim/step/fused_sets.hpp"

namespace shoal {

/// Gives alignment and cohesion this radius.
struct WithRadius {
    float radius;

    template <class Rule>
    SHOAL_INLINE Rule operator()(Rule rule) const {
        if constexpr (std::is_same_v<Rule, Alignment> || std::is_same_v<Rule, Cohesion>) {
            rule.radius = radius;
        }
        return rule;
    }
};

template <class... Rules, std::size_t... Index>
std::array<std::uint32_t, kMaxFused> steerFused(const PairBlock& block, Isa isa, const void* const* settings,
                                                std::index_sequence<Index...>) {
    const std::tuple<const Rules&...> rules{*static_cast<const Rules*>(settings[Index])...};
    // Where both look equally far, they share a comparison and a count.
    if constexpr ((std::is_same_v<Rules, Alignment> || ...) && (std::is_same_v<Rules, Cohesion> || ...)) {
        const auto [nearer, farther] =
            std::minmax({std::get<const Alignment&>(rules).radius, std::get<const Cohesion&>(rules).radius});
        if (nearer == farther || nearer * nearer >= block.radiusSq) {
            const auto faults =
                detail::runPairPass(block, isa, WithRadius{nearer}, std::get<Index>(rules)...);
            return {faults[Index]...};
        }
    }
    const auto faults = detail::runPairPass(block, isa, detail::AsGiven{}, std::get<Index>(rules)...);
    return {faults[Index]...};
}

/// Compiles pair rules into one pass over the neighbours. Takes seconds to compile for each set.
template <class... Rules>
FusedSet fused() {
    return {{Rules::info.key...}, true, [](const PairBlock& block, Isa isa, const void* const* settings) {
                return steerFused<Rules...>(block, isa, settings, std::index_sequence_for<Rules...>{});
            }};
}

/// Returns the sets of two rules. They have a source of their own, so that both sources compile at once.
std::array<FusedSet, 3> fusedPairs();

}  // namespace shoal
