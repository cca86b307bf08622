#include "sim/step/fused_sets.hpp"

#include <array>

#include <shoal/rules/pair/alignment.hpp>
#include <shoal/rules/pair/balanced_cohesion.hpp>
#include <shoal/rules/pair/cohesion.hpp>
#include <shoal/rules/pair/match_velocity.hpp>
#include <shoal/rules/pair/prefer_distance.hpp>
#include <shoal/rules/pair/separation.hpp>
#include <shoal/rules/pair/spacing.hpp>

#include "sim/step/fused_pass.hpp"

namespace shoal {

std::span<const FusedSet> fusedSets() {
    static const auto sets = [] {
        const auto pairs = fusedPairs();
        std::array all{fused<Separation, Alignment, Cohesion>(),
                       fused<Separation, PreferDistance, MatchVelocity>(),
                       fused<Alignment, BalancedCohesion, Spacing>(),
                       pairs[0],
                       pairs[1],
                       pairs[2]};
        all[2].isFirst = false;
        return all;
    }();
    return sets;
}

}  // namespace shoal
