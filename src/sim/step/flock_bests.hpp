#pragma once

#include <cstddef>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/ground.hpp>

#include "sim/support/workers.hpp"

namespace shoal {

/// The input of a search for the best place.
struct Searched {
    const FlockState* state = nullptr;
    std::size_t count = 0;            ///< number of boids, from the first
    const Column3* memory = nullptr;  ///< of the searching rule, in the state's order; null if none yet
    Sought sought = Sought::lowest;
    bool countsHere = true;  ///< count present positions; if false, only those of boids without a memory
};

/// Finds the best place of a whole flock in one pass over its boids.
class FlockBests {
public:
    /// Zero if there are no boids. The minimum by value, then id, is the same in any order.
    FlockBest of(const Searched& searched, const Ground& ground, Workers& workers);

private:
    std::vector<FlockBest> m_parts;
};

}  // namespace shoal
