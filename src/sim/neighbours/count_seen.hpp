#pragma once

#include <shoal/detail/blocks.hpp>
#include <shoal/isa.hpp>

namespace shoal {

/// Adds the number of neighbours that each boid of the block sees to the x of its steering. Runs the pass
/// that the rules use, where visibility is decided.
void countSeen(const PairBlock& block, Isa isa);

}  // namespace shoal
