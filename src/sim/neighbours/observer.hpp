#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include <shoal/detail/blind_cone.hpp>
#include <shoal/lanes.hpp>

#include "sim/neighbours/candidates.hpp"
#include "sim/neighbours/neighbour_query.hpp"

namespace shoal {

/// A boid that searches for a few neighbours.
struct Observer {
    Vec3f position;       ///< [m]
    Vec3f velocity;       ///< [m/s]
    std::uint32_t index;  ///< which candidate is the observer itself; the number of candidates if none is
};

/// The few candidates selected as an observer's neighbours.
struct Few {
    static constexpr std::uint32_t kMax = 32;

    std::array<std::uint32_t, kMax>
        index;  // NOLINT(cppcoreguidelines-pro-type-member-init): `count` are valid
    std::uint32_t count = 0;
    /// [m²] The selection is final once everything within this distance has been searched.
    float limitSq = std::numeric_limits<float>::infinity();
    /// [m²] Squared distances to the closest and second closest of a trio; infinite if missing. Only
    /// findSpreadTrio sets them.
    float closestSq = std::numeric_limits<float>::infinity();
    float secondSq = std::numeric_limits<float>::infinity();
};

/// The candidates as an observer sees them. Keeps the values of the inner loop in registers.
template <class L>
class ObserverView {
public:
    SHOAL_INLINE ObserverView(const Candidates& candidates, const Observer& observer,
                              const NeighbourQuery& query)
        : m_x(candidates.x.data()),
          m_y(candidates.y.data()),
          m_z(candidates.z.data()),
          m_hasBlindCone(query.hasBlindCone()),
          m_position(lanesOf<L>(observer.position)),
          m_cone(lanesOf<L>(observer.velocity), query.blindCosine) {}

    /// Tests the candidates j, j + 1, …, one in each lane: returns which are seen within the limit, and
    /// writes all squared distances. Only this and PairPass::accumulateSeen decide visibility; the cone of
    /// the rule `zones` is its own.
    SHOAL_INLINE typename L::MaskType seen(std::uint32_t j, const L& limitSq, L& distanceSq) const {
        const Vec3<L> offset{L::load(m_x + j) - m_position.x, L::load(m_y + j) - m_position.y,
                             L::load(m_z + j) - m_position.z};
        distanceSq = dot(offset, offset);
        const typename L::MaskType near = distanceSq < limitSq;
        return m_hasBlindCone ? near & m_cone.leavesFree(offset, distanceSq) : near;
    }

private:
    const float* m_x;
    const float* m_y;
    const float* m_z;
    bool m_hasBlindCone;
    Vec3<L> m_position;  ///< [m]
    detail::BlindCone<L> m_cone;
};

}  // namespace shoal
