#include "sim/step/fused_sets.hpp"

#include <cstddef>
#include <utility>

#include <shoal/rule.hpp>
#include <shoal/rules/pair/alignment.hpp>
#include <shoal/rules/pair/cohesion.hpp>
#include <shoal/rules/pair/match_velocity.hpp>
#include <shoal/rules/pair/prefer_distance.hpp>
#include <shoal/rules/pair/separation.hpp>

namespace shoal {
namespace {

template <class... Rules, std::size_t... Index>
void steerFused(const PairBlock& block, Isa isa, const void* const* settings, std::index_sequence<Index...>) {
    detail::runPairPass(block, isa, *static_cast<const Rules*>(settings[Index])...);
}

template <class... Rules>
FusedSet fused() {
    return {{Rules::info.key...}, [](const PairBlock& block, Isa isa, const void* const* settings) {
                steerFused<Rules...>(block, isa, settings, std::index_sequence_for<Rules...>{});
            }};
}

}  // namespace

std::span<const FusedSet> fusedSets() {
    static const FusedSet sets[] = {
        fused<Separation, Alignment, Cohesion>(), fused<Separation, PreferDistance, MatchVelocity>(),
        fused<Separation, Alignment>(), fused<Separation, Cohesion>(), fused<Alignment, Cohesion>()};
    return sets;
}

}  // namespace shoal
