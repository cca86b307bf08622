#pragma once

#include <cstddef>
#include <span>

#include <shoal/simulation.hpp>

#include "sim/step/checkpoint.hpp"

namespace shoal {

/// Checks the arguments of Simulation::place.
Outcome checkPlaces(const Scene& scene, std::size_t speciesIndex, std::span<const Vec3f> positions,
                    std::span<const Vec3f> velocities);

/// Checks that a flock can be the result of a step: its columns, ids, memories and numbers. The problem
/// follows the name of the flock: "has a position that …".
Outcome checkFlock(const Flock& flock);

/// Checks that the parts of a checkpoint fit together.
Outcome checkState(const SimulationState& state);

}  // namespace shoal
