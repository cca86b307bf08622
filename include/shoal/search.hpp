#pragma once

#include <cstdint>

#include <shoal/ground.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// A place on the ground with the value that a search minimises.
template <class L>
struct FoundPlace {
    L x;      ///< [m]
    L z;      ///< [m]
    L value;  ///< groundValue on the present ground
};

/// The best place that any boid of a species has found; of equal ones, that of the smallest id.
struct FlockBest {
    FoundPlace<float> found = {0.0f, 0.0f, 0.0f};
    std::uint32_t id = 0;  ///< the boid that found it
};

/// Returns the best place that a boid has found, including where it is now. `memory` is the vector that a
/// searching rule (RuleInfo::seesBest) keeps for each boid: x and z of the place, and 1 as y, or 0 while
/// there is none.
template <class L>
SHOAL_INLINE FoundPlace<L> bestPlace(const Ground& ground, const Vec3<L>& memory, const Vec3<L>& position) {
    const L here = groundValue(ground, position.x, position.z);
    const L remembered = groundValue(ground, memory.x, memory.z);
    const auto isHere = (memory.y == L(0.0f)) | (here < remembered);
    return {select(isHere, position.x, memory.x), select(isHere, position.z, memory.z),
            select(isHere, here, remembered)};
}

}  // namespace shoal
