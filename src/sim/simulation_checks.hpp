#pragma once

#include <cstddef>
#include <span>

#include <shoal/simulation.hpp>

namespace shoal {

/// Aborts where the scene has no such species.
void requireSpecies(const Scene& scene, std::size_t speciesIndex);

/// Whether Simulation::place may put the boids of a species here.
Outcome checkPlaces(const Scene& scene, std::size_t speciesIndex, std::span<const Vec3f> positions,
                    std::span<const Vec3f> velocities);

/// Whether a flock's numbers are such as a step leaves behind. The problem follows what names the flock: "has
/// a position that …".
Outcome checkFlock(const Flock& flock);

/// Whether the parts of a checkpoint fit together.
Outcome checkCheckpoint(const Checkpoint& checkpoint);

}  // namespace shoal
