#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <shoal/blocks.hpp>
#include <shoal/flock.hpp>

#include "sim/workers.hpp"

namespace shoal {

/// Adds up what rules may know of a whole flock, in one pass over its boids.
class FlockSums {
public:
    /// Of the first `count` boids of the state; `seed` is the species' own. The flock is cut in parts of one
    /// size, summed apart and then in order, so that the sums do not depend on the threads.
    FlockTotals of(const FlockState& state, std::size_t count, std::uint64_t seed, Workers& workers);

private:
    std::vector<FlockTotals> m_parts;
};

}  // namespace shoal
