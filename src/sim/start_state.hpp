#pragma once

#include <cstdint>

#include <shoal/flock.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// Which boid of which world.
struct BoidKey {
    std::uint64_t seed = 1;
    std::size_t speciesIndex = 0;
    std::uint32_t id = 0;
};

/// Where and how a boid begins: a function of its key alone, not of how many others there are.
struct BoidStart {
    Vec3f position;  ///< [m]
    Vec3f velocity;  ///< [m/s]
};
BoidStart startOf(const BoidKey& key, const Start& start, const World& world);

}  // namespace shoal
