#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <shoal/detail/blocks.hpp>
#include <shoal/rule_set.hpp>
#include <shoal/version.hpp>

namespace shoal::detail {

/// Raise it when the virtual functions of Rule change, or what a member of a block means.
constexpr std::uint64_t kInterface = 3;

/// A hash of how the compiler and its standard library lay out what a compiled rule and its program share. It
/// does not cover options that change code but no layout, such as -ffp-contract.
consteval std::uint64_t sharedLayout() {
#ifdef _LIBCPP_VERSION
    constexpr std::uint64_t kStandardLibrary = 2;
#else
    constexpr std::uint64_t kStandardLibrary = 1;
#endif
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::uint64_t fact : {kInterface,
                                     kStandardLibrary,
                                     std::uint64_t{sizeof(std::vector<int>)},
                                     std::uint64_t{kLanes},
                                     std::uint64_t{AlignedArray<float>::kPadding},
                                     std::uint64_t{sizeof(RegisteredRule)},
                                     std::uint64_t{offsetof(RegisteredRule, make)},
                                     std::uint64_t{sizeof(Rule)},
                                     std::uint64_t{sizeof(RuleInfo)},
                                     std::uint64_t{offsetof(RuleInfo, order)},
                                     std::uint64_t{offsetof(RuleInfo, idleWhile)},
                                     std::uint64_t{sizeof(Parameter)},
                                     std::uint64_t{offsetof(Parameter, get)},
                                     std::uint64_t{sizeof(FlockState)},
                                     std::uint64_t{sizeof(World)},
                                     std::uint64_t{sizeof(Obstacle)},
                                     std::uint64_t{sizeof(Attractor)},
                                     std::uint64_t{sizeof(Ground)},
                                     std::uint64_t{sizeof(Surroundings)},
                                     std::uint64_t{offsetof(Surroundings, seed)},
                                     std::uint64_t{offsetof(Surroundings, flock)},
                                     std::uint64_t{offsetof(Surroundings, best)},
                                     std::uint64_t{sizeof(Neighbours<BaselineLanes>)},
                                     std::uint64_t{sizeof(PairBlock)},
                                     std::uint64_t{offsetof(PairBlock, x)},
                                     std::uint64_t{offsetof(PairBlock, weight)},
                                     std::uint64_t{offsetof(PairBlock, candidateMemory)},
                                     std::uint64_t{offsetof(PairBlock, steering)},
                                     std::uint64_t{sizeof(FieldBlock)},
                                     std::uint64_t{offsetof(FieldBlock, steering)},
                                     std::uint64_t{sizeof(LimitBlock)},
                                     std::uint64_t{offsetof(LimitBlock, memory)}}) {
        hash = (hash ^ fact) * 0x100000001b3;  // FNV-1a, a word at a time
    }
    return hash;
}

/// Does nothing. The library defines it only for its own version and layout, so a rule compiled for another
/// one refers to a symbol that does not exist: its program does not link, and a plugin is refused before its
/// code runs.
template <unsigned major, unsigned minor, unsigned patch, std::uint64_t layout>
void requireAbi();

/// Requires the library that these headers belong to.
inline void requireThisShoal() {
    requireAbi<SHOAL_VERSION_MAJOR, SHOAL_VERSION_MINOR, SHOAL_VERSION_PATCH, sharedLayout()>();
}

}  // namespace shoal::detail
