#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <shoal/rule_set.hpp>

namespace shoal {

/// Maximum number of rules in a set.
inline constexpr std::size_t kMaxFused = 3;

/// A set of pair rules that is compiled into one pass.
struct FusedSet {
    std::vector<std::string_view> keys;  ///< in the order in which their steering is added
    /// Their steering is added before that of other rules; else the set applies only where its rules follow
    /// one another anyway, so that it changes no bit.
    bool isFirst = true;
    /// Runs the rules in one pass over the neighbours. `settings`: their structs, in the order of `keys`.
    /// Returns how many results of each rule were not finite.
    std::array<std::uint32_t, kMaxFused> (*steer)(const PairBlock& block, Isa isa,
                                                  const void* const* settings) = nullptr;
};

/// Returns all sets, larger ones first.
std::span<const FusedSet> fusedSets();

}  // namespace shoal
