#pragma once

#include <shoal/detail/config.hpp>
#include <shoal/vec3.hpp>

namespace shoal::detail {

/// The cone behind a boid that it cannot see into; one boid in each lane, or one in several.
template <class L>
struct BlindCone {
    Vec3<L> velocity;  ///< [m/s]
    L factor;

    /// `blindCosine`: a candidate is seen if the cosine between velocity and offset is at least this.
    SHOAL_INLINE BlindCone(const Vec3<L>& ownVelocity, float blindCosine)
        : velocity(ownVelocity),
          factor(dot(ownVelocity, ownVelocity) *
                 L(blindCosine < 0.0f ? -(blindCosine * blindCosine) : blindCosine * blindCosine)) {}

    /// Which candidates at these offsets [m] lie outside it. cos ≥ c without a root or a division: t·|t| is
    /// monotonic, so (o·v)|o·v| ≥ c|c| |o|²|v|².
    SHOAL_INLINE auto leavesFree(const Vec3<L>& offset, const L& distanceSq) const {
        const L ahead = dot(offset, velocity);
        return ahead * abs(ahead) >= factor * distanceSq;
    }
};

}  // namespace shoal::detail
