#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <shoal/detail/blocks.hpp>
#include <shoal/flock.hpp>

#include "sim/support/workers.hpp"

namespace shoal {

/// Computes the sums over a whole flock for its rules, in one pass over its boids.
class FlockSums {
public:
    /// Sums up the first `count` boids of the state; `seed` is the species' own. The flock is cut into parts
    /// of a fixed size, which are summed separately and then in order, so that the sums do not depend on the
    /// number of threads.
    FlockTotals of(const FlockState& state, std::size_t count, std::uint64_t seed, Workers& workers);

    /// FlockTotals::draw of a flock whose boids have the ids below `count`.
    static double draws(std::uint32_t count, std::uint64_t seed);

private:
    std::vector<FlockTotals> m_parts;
};

}  // namespace shoal
