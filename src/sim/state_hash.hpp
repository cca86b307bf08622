#pragma once

#include <cstdint>

#include <shoal/flock.hpp>

namespace shoal {

/// The sum of one mixed word for each boid, from its id, position and velocity: independent of the order of
/// slots.
std::uint64_t hashOf(const FlockState& state, std::size_t count);

}  // namespace shoal
