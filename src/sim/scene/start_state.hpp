#pragma once

#include <cstdint>

#include <shoal/flock.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// Identifies a boid of a scene.
struct BoidKey {
    std::uint64_t seed = 1;
    std::size_t speciesIndex = 0;
    std::uint32_t id = 0;
};

/// The initial state of a boid: a function of its key, not of the number of boids.
struct BoidStart {
    Vec3f position;  ///< [m]
    Vec3f velocity;  ///< [m/s]
};
BoidStart startOf(const BoidKey& key, const Species& species, const World& world);

/// Where new boids join a running flock: as if it had spread about its centre to keep its density.
struct Joining {
    Vec3f centre;          ///< [m] of the flock
    float stretch = 1.0f;  ///< of distances from there
    float apart = 0.0f;    ///< [m] how far at most from where a boid would then be
};
BoidStart startBeside(const BoidStart& other, const Joining& joining, const BoidKey& key,
                      const Species& species, const World& world);

}  // namespace shoal
