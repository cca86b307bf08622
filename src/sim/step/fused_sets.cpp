#include "sim/step/fused_sets.hpp"

#include <array>

#include <shoal/rules/pair/alignment.hpp>
#include <shoal/rules/pair/cohesion.hpp>
#include <shoal/rules/pair/match_velocity.hpp>
#include <shoal/rules/pair/prefer_distance.hpp>
#include <shoal/rules/pair/separation.hpp>

#include "sim/step/fused_pass.hpp"

namespace shoal {

std::span<const FusedSet> fusedSets() {
    static const auto pairs = fusedPairs();
    static const std::array sets{fused<Separation, Alignment, Cohesion>(),
                                 fused<Separation, PreferDistance, MatchVelocity>(), pairs[0], pairs[1],
                                 pairs[2]};
    return sets;
}

}  // namespace shoal
