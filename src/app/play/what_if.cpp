#include "app/play/what_if.hpp"

#include <algorithm>
#include <cmath>

#include "sim/measures/measured_flock.hpp"

namespace shoal {

namespace {

constexpr float kThreshold = 1.0f / 20.0f;  // of the pushed boid's body length

float distanceBetween(const Vec3f& from, const Vec3f& to, const Vec3d& period) {
    const Vec3f offset = to - from;
    return static_cast<float>(std::sqrt(lengthSq(nearestImage({offset.x, offset.y, offset.z}, period))));
}

}  // namespace

WhatIf::WhatIf(const Simulation& flock, const BoidName& boid) : m_start(flock.seconds()) {
    const FlockState& its = flock.flocks()[boid.species].now();
    const Vec3f place = its.position.at(flock.flocks()[boid.species].slotOf(boid.id));
    for (std::size_t species = 0; species < flock.flocks().size(); ++species) {
        const FlockState& now = flock.flocks()[species].now();
        const Vec3d period = measureSpace(flock.scene(), species).period;
        m_fromBoid.push_back(now.byId(
            [&](std::size_t slot) { return distanceBetween(place, now.position.at(slot), period); }));
    }
    m_spread.threshold = kThreshold * flock.scene().species[boid.species].bodyLength;
}

void WhatIf::update(const Simulation& a, const Simulation& b) {
    m_spread.distances.resize(m_fromBoid.size());
    m_spread.differing = 0;
    float reach = 0.0f;
    for (std::size_t species = 0; species < m_fromBoid.size(); ++species) {
        const FlockState& ofA = a.flocks()[species].now();
        const FlockState& ofB = b.flocks()[species].now();
        const Vec3d period = measureSpace(b.scene(), species).period;
        // Boids added since the fork, or to one flock alone, are not compared.
        const std::size_t count = std::min({ofA.id.size(), ofB.id.size(), m_fromBoid[species].size()});
        std::vector<float>& distances = m_spread.distances[species];
        distances.assign(ofB.id.size(), 0.0f);
        m_slots.resize(ofB.id.size());
        for (std::size_t slot = 0; slot < ofB.id.size(); ++slot) {
            m_slots[ofB.id[slot]] = static_cast<std::uint32_t>(slot);
        }
        for (std::size_t slot = 0; slot < ofA.id.size(); ++slot) {
            const std::uint32_t id = ofA.id[slot];
            if (id >= count) {
                continue;
            }
            distances[id] = distanceBetween(ofA.position.at(slot), ofB.position.at(m_slots[id]), period);
            if (distances[id] > m_spread.threshold) {
                ++m_spread.differing;
                reach = std::max(reach, m_fromBoid[species][id]);
            }
        }
    }
    if (reach > m_spread.reach) {
        m_spread.reach = reach;
        m_spread.seconds = b.seconds() - m_start;
    }
}

Vec3f turnedRight(const Vec3f& velocity) {
    return {-velocity.z, velocity.y, velocity.x};
}

}  // namespace shoal
