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
    std::size_t count = 0;               ///< number of boids, from the first
    const RuleMemory* memory = nullptr;  ///< of the searching rule, in the state's order; null if none yet
    Extremum extremum = Extremum::lowest;
    bool countsHere =
        true;  ///< count the present place of every boid; if false, only of boids without a memory
};

/// Whether a place is better than another; of two as good, that with the smaller id.
bool isBetter(const GlobalBest& a, const GlobalBest& b, Extremum extremum);

/// Finds the best place of a whole flock in one pass over its boids.
class GlobalBestSearch {
public:
    /// Returns the best place; a default GlobalBest without boids. Ties go to the smaller id, so the order of
    /// boids does not matter.
    GlobalBest of(const Searched& searched, const Ground& ground, Workers& workers);

private:
    std::vector<GlobalBest> m_parts;
};

}  // namespace shoal
