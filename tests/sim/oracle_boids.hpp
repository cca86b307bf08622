#pragma once

#include "oracle/flock_oracle.hpp"
#include "sim/trial.hpp"

namespace shoal::test {

/// Returns the boids by id, as the oracles take them.
oracle::Boids boidsOf(const Layout& layout);
oracle::Boids boidsOf(const Simulation& simulation, std::size_t speciesIndex = 0);

}  // namespace shoal::test
