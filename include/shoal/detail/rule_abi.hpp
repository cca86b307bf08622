#pragma once

#include <cstdint>
#include <vector>

#include <shoal/detail/blocks.hpp>
#include <shoal/rule_set.hpp>

namespace shoal::detail {

/// A hash of the code in all headers that rule.hpp and random.hpp include, except this one. A test of
/// test_sim computes it; if it differs, the test prints the line to write here.
inline constexpr std::uint64_t kRuleHeaders = 0x89db2bf7c38bdaf8;

/// A hash of everything that a compiled rule and its program must agree on: the headers, and the layout that
/// the compiler and its standard library give to shared types. It does not cover options that change code but
/// no layout, such as -ffp-contract.
consteval std::uint64_t ruleAbi() {
#ifdef _LIBCPP_VERSION
    constexpr std::uint64_t kStandardLibrary = 2;
#else
    constexpr std::uint64_t kStandardLibrary = 1;
#endif
    std::uint64_t hash = kRuleHeaders;
    for (const std::uint64_t fact :
         {kStandardLibrary, std::uint64_t{sizeof(std::vector<int>)}, std::uint64_t{sizeof(RegisteredRule)},
          std::uint64_t{sizeof(Rule)}, std::uint64_t{sizeof(Parameter)}, std::uint64_t{sizeof(FlockState)},
          std::uint64_t{sizeof(Surroundings)}, std::uint64_t{sizeof(PairBlock)},
          std::uint64_t{sizeof(FieldBlock)}, std::uint64_t{sizeof(LimitBlock)}}) {
        hash = (hash ^ fact) * 0x100000001b3;  // FNV-1a, a word at a time
    }
    return hash;
}

/// Does nothing. The library defines it only for its own ABI, so a rule compiled with another one refers to a
/// symbol that does not exist: its program does not link, and a plugin is refused before its code runs.
template <std::uint64_t abi>
void requireAbi();

}  // namespace shoal::detail
