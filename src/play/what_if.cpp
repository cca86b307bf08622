#include "play/what_if.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "sim/measures/measured_flock.hpp"
#include "sim/step/checkpoint.hpp"

namespace shoal {

namespace {

constexpr float kThreshold = 1.0f / 20.0f;  // of the changed boid's body length

float distanceBetween(const Vec3f& from, const Vec3f& to, const Vec3d& period) {
    const Vec3f offset = to - from;
    return static_cast<float>(std::sqrt(lengthSq(nearestImage({offset.x, offset.y, offset.z}, period))));
}

void push(Flock& flock, std::size_t slot) {
    flock.now().velocity.put(slot, turnedRight(flock.now().velocity.at(slot)));
}

void giveLastId(Flock& flock, std::size_t slot) {
    const std::size_t last = flock.slotOf(static_cast<std::uint32_t>(flock.count() - 1));
    std::swap(flock.now().id[slot], flock.now().id[last]);
    std::swap(flock.before().id[slot], flock.before().id[last]);
}

}  // namespace

bool hasBoid(const StateView& flock, const BoidName& boid) {
    return boid.species < flock.flocks().size() && boid.id < flock.flocks()[boid.species].count();
}

bool changeBoid(Session& a, const BoidChange& change) {
    if (!hasBoid(a.simulation(), change.boid)) {
        return false;
    }
    // Not structured bindings, which clang 14 cannot capture.
    const std::size_t species = change.boid.species;
    const std::uint32_t id = change.boid.id;
    const std::size_t count = a.simulation().flocks()[species].count();
    a.changeState([&](SimulationState& state) {
        Flock& flock = state.flocks[species];
        const std::size_t slot = flock.slotOf(id);
        if (change.isRemoved) {
            giveLastId(flock, slot);
        } else {
            push(flock, slot);
        }
    });
    if (change.isRemoved) {
        const std::string& name = a.scene().species[species].name;
        [[maybe_unused]] const auto applied = a.apply(
            {fmt::format("species.{}.count", name), static_cast<double>(count - 1)});  // never refused
    }
    return true;
}

WhatIf::WhatIf(const StateView& flock, const BoidChange& change)
    : m_change(change), m_start(flock.seconds()) {
    const auto& [changed, id] = change.boid;
    const Flock& its = flock.flocks()[changed];
    std::vector<Vec3f> sources{its.now().position.at(its.slotOf(id))};
    if (change.isRemoved) {
        // With its id, the last boid changes its random numbers and when it decides.
        const auto last = static_cast<std::uint32_t>(its.count() - 1);
        sources.push_back(its.now().position.at(its.slotOf(last)));
    }
    for (std::size_t species = 0; species < flock.flocks().size(); ++species) {
        const FlockState& now = flock.flocks()[species].now();
        const Vec3d period = measureSpace(flock.scene(), species).period;
        m_fromSource.push_back(now.byId([&](std::size_t slot) {
            float nearest = std::numeric_limits<float>::infinity();
            for (const Vec3f& source : sources) {
                nearest = std::min(nearest, distanceBetween(source, now.position.at(slot), period));
            }
            return nearest;
        }));
    }
    m_spread.threshold = kThreshold * flock.scene().species[changed].bodyLength;
}

/// Returns the id that a boid of A had at the fork.
std::uint32_t WhatIf::idInB(std::size_t species, std::uint32_t idInA) const {
    const bool isRenamed =
        m_change.isRemoved && species == m_change.boid.species && idInA == m_change.boid.id;
    return isRenamed ? static_cast<std::uint32_t>(m_fromSource[species].size() - 1) : idInA;
}

void WhatIf::update(const StateView& a, const StateView& b) {
    m_spread.distances.resize(m_fromSource.size());
    m_spread.differing = 0;
    float reach = 0.0f;
    for (std::size_t species = 0; species < m_fromSource.size(); ++species) {
        const FlockState& ofA = a.flocks()[species].now();
        const FlockState& ofB = b.flocks()[species].now();
        const Vec3d period = measureSpace(b.scene(), species).period;
        // Boids added since the fork, or to one flock alone, are not compared.
        const std::size_t count = std::min(ofB.id.size(), m_fromSource[species].size());
        std::vector<float>& distances = m_spread.distances[species];
        distances.assign(ofB.id.size(), 0.0f);
        m_slots.resize(ofB.id.size());
        for (std::size_t slot = 0; slot < ofB.id.size(); ++slot) {
            m_slots[ofB.id[slot]] = static_cast<std::uint32_t>(slot);
        }
        for (std::size_t slot = 0; slot < ofA.id.size(); ++slot) {
            const std::uint32_t id = idInB(species, ofA.id[slot]);
            if (id >= count) {
                continue;
            }
            distances[id] = distanceBetween(ofA.position.at(slot), ofB.position.at(m_slots[id]), period);
            if (distances[id] > m_spread.threshold) {
                ++m_spread.differing;
                reach = std::max(reach, m_fromSource[species][id]);
            }
        }
    }
    if (m_change.isRemoved) {
        // Colours go by id, and this is the last boid's in A.
        std::vector<float>& distances = m_spread.distances[m_change.boid.species];
        const std::size_t last = m_fromSource[m_change.boid.species].size() - 1;
        if (last < distances.size()) {
            distances[m_change.boid.id] = distances[last];
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
