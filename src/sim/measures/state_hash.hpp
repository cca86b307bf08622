#pragma once

#include <cstdint>

#include <shoal/flock.hpp>

namespace shoal {

/// Sums one mixed word for each boid, from its id, position and velocity, then mixes in the same for the
/// memory of each rule. The result does not depend on the order of slots.
std::uint64_t hashOf(const Flock& flock);

}  // namespace shoal
