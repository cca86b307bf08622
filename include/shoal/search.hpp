#pragma once

#include <cstdint>

#include <shoal/ground.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

/// A place on the ground with what a search makes as small as it can.
template <class L>
struct FoundPlace {
    L x;      ///< [m]
    L z;      ///< [m]
    L value;  ///< of groundValue, as the ground is now
};

/// The best place that any boid of a species has found: of equal ones that of the smallest id.
struct FlockBest {
    FoundPlace<float> found = {0.0f, 0.0f, 0.0f};
    std::uint32_t id = 0;  ///< whose it is
};

/// The best place that a boid has found, where it is now among them. `memory` is what a searching rule
/// (RuleInfo::seesBest) keeps of each boid: x and z of the place, and as y a 1, or a 0 while there is none.
template <class L>
SHOAL_INLINE FoundPlace<L> bestPlace(const Ground& ground, const Vec3<L>& memory, const Vec3<L>& position) {
    const L here = groundValue(ground, position.x, position.z);
    const L remembered = groundValue(ground, memory.x, memory.z);
    const auto isHere = (memory.y == L(0.0f)) | (here < remembered);
    return {select(isHere, position.x, memory.x), select(isHere, position.z, memory.z),
            select(isHere, here, remembered)};
}

}  // namespace shoal
