#pragma once

#include <cstddef>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/ground.hpp>
#include <shoal/search.hpp>

#include "sim/workers.hpp"

namespace shoal {

/// What a search looks through.
struct Searched {
    const FlockState* state = nullptr;
    std::size_t count = 0;            ///< of its boids, from the first
    const Column3* memory = nullptr;  ///< of the searching rule, in the order of the state; none yet: null
    bool countsHere = true;  ///< where the boids are now is looked at, and not only where they remember
};

/// Finds the best place of a whole flock, in one pass over its boids.
class FlockBests {
public:
    /// Zeros of no boids. The least of all values, and then of ids, is the same in any order.
    FlockBest of(const Searched& searched, const Ground& ground, Workers& workers);

private:
    std::vector<FlockBest> m_parts;
};

}  // namespace shoal
