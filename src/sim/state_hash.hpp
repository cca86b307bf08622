#pragma once

#include <cstdint>

#include <shoal/flock.hpp>

namespace shoal {

/// The sum of one mixed word for each boid, from its id, position and velocity, mixed with the same of what
/// each rule remembers of it: independent of the order of slots.
std::uint64_t hashOf(const Flock& flock);

}  // namespace shoal
