#pragma once

#include <cstdint>

#include <shoal/lanes.hpp>
#include <shoal/vec3.hpp>

#include "sim/neighbours/candidates.hpp"

namespace shoal {

/// An observer: a boid that searches for a few neighbours.
struct Observer {
    Vec3f position;  ///< [m]
    Vec3f velocity;  ///< [m/s]
};

/// The candidates relative to an observer: everything that a loop over them needs, held in lanes.
template <class L>
class ObserverView {
public:
    /// `blindCosine`: cosine of half the open angle ahead; only used if there is a blind cone.
    SHOAL_INLINE ObserverView(const Candidates& candidates, const Observer& observer, bool hasBlindCone,
                              float blindCosine)
        : m_x(candidates.x.data()),
          m_y(candidates.y.data()),
          m_z(candidates.z.data()),
          m_hasBlindCone(hasBlindCone),
          m_position{observer.position.x, observer.position.y, observer.position.z},
          m_velocity{observer.velocity.x, observer.velocity.y, observer.velocity.z} {
        const float c = blindCosine;
        m_coneFactor = dot(m_velocity, m_velocity) * L(c < 0.0f ? -(c * c) : c * c);
    }

    /// Returns which of the candidates from `j` on, one in each lane, are seen within the limit, and all
    /// distances.
    SHOAL_INLINE typename L::MaskType seen(std::uint32_t j, const L& limitSq, L& distanceSq) const {
        const Vec3<L> offset{L::load(m_x + j) - m_position.x, L::load(m_y + j) - m_position.y,
                             L::load(m_z + j) - m_position.z};
        distanceSq = dot(offset, offset);
        typename L::MaskType seen = distanceSq < limitSq;
        if (m_hasBlindCone) {
            const L ahead = dot(offset, m_velocity);
            seen = seen & (ahead * abs(ahead) >= m_coneFactor * distanceSq);
        }
        return seen;
    }

private:
    const float* m_x;
    const float* m_y;
    const float* m_z;
    bool m_hasBlindCone;
    Vec3<L> m_position;  ///< [m]
    Vec3<L> m_velocity;  ///< [m/s]
    L m_coneFactor;
};

}  // namespace shoal
