#include "sim/fused_sets.hpp"

#include <cstddef>
#include <utility>

#include <shoal/rule.hpp>

#include "sim/rules/alignment.hpp"
#include "sim/rules/cohesion.hpp"
#include "sim/rules/match_velocity.hpp"
#include "sim/rules/prefer_distance.hpp"
#include "sim/rules/separation.hpp"

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
