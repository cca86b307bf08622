#include <shoal/rules/pair/alignment.hpp>
#include <shoal/rules/pair/cohesion.hpp>
#include <shoal/rules/pair/separation.hpp>

#include "sim/step/fused_pass.hpp"

namespace shoal {

std::array<FusedSet, 3> fusedPairs() {
    return {fused<Separation, Alignment>(), fused<Separation, Cohesion>(), fused<Alignment, Cohesion>()};
}

}  // namespace shoal
