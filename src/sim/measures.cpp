#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <shoal/measures.hpp>
#include <shoal/neighbour_grid.hpp>

#include "sim/neighbour_finder.hpp"

namespace shoal {
namespace {

Vec3d wide(const Vec3f& a) {
    return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}

double size(const Vec3d& a) {
    return std::sqrt(lengthSq(a));
}

Vec3d unit(const Vec3d& a) {
    const double length = size(a);
    return length > 0.0 ? a * (1.0 / length) : Vec3d{};
}

/// Which slot holds each id: sums in this order do not depend on how the flock happens to be sorted.
std::vector<std::size_t> slotsById(const FlockState& state, std::size_t count) {
    std::vector<std::size_t> slots(count);
    for (std::size_t slot = 0; slot < count; ++slot) {
        slots[state.id[slot]] = slot;
    }
    return slots;
}

/// A sorted copy of the state with its grid and sight, for looking around outside a step.
class Lookout {
public:
    Lookout(const FlockState& state, std::size_t count, const Perception& perception)
        : m_sight(Sight::of(perception, perception.radius, {}, bestIsa())) {
        m_sorted.resize(count);
        m_grid.build(state, m_sorted, count, {m_sight.cellSize(state, count), false, {}});
    }

    template <class Use>
    void forEachBlock(const Use& use) {
        for (std::size_t cell = 0; cell < m_grid.cellCount(); ++cell) {
            m_finder.forEachBlock(m_sorted, m_grid, cell, m_sight, use);
        }
    }

    /// Calls `visit(slot, candidate)` for the boids of a block and the candidates of each.
    template <class Visit>
    static void forEachPair(const PairBlock& block, const Visit& visit) {
        for (std::uint32_t slot = block.begin; slot < block.end; ++slot) {
            const std::uint32_t index = slot - block.begin;
            for (std::uint32_t k = 0; k < block.count; ++k) {
                visit(slot, index * block.stride + k);
            }
        }
    }

    static double distanceSq(const PairBlock& block, std::uint32_t slot, std::uint32_t candidate) {
        return lengthSq(wide({block.x[candidate], block.y[candidate], block.z[candidate]}) -
                        wide(block.state->position.at(slot)));
    }

private:
    Sight m_sight;
    FlockState m_sorted;
    NeighbourGrid m_grid;
    NeighbourFinder m_finder;
};

double meanNearest(const FlockState& state, std::size_t count) {
    if (count < 2) {
        return 0.0;
    }
    Perception perception;
    perception.kind = Perception::Kind::nearest;
    perception.count = 1;
    perception.radius = 1e7f;  // beyond any world
    Lookout lookout(state, count, perception);
    std::vector<double> nearest(count);
    lookout.forEachBlock([&](const PairBlock& block) {
        for (std::uint32_t slot = block.begin; slot < block.end; ++slot) {
            const std::uint32_t first = (slot - block.begin) * block.stride;
            nearest[block.state->id[slot]] = std::sqrt(Lookout::distanceSq(block, slot, first));
        }
    });
    return std::accumulate(nearest.begin(), nearest.end(), 0.0) / static_cast<double>(count);
}

/// Disjoint sets of ids.
class Groups {
public:
    explicit Groups(std::size_t count) : m_parent(count), m_count(count) {
        std::iota(m_parent.begin(), m_parent.end(), 0U);
    }

    void join(std::uint32_t a, std::uint32_t b) {
        const std::uint32_t first = root(a);
        const std::uint32_t second = root(b);
        if (first != second) {
            m_parent[second] = first;
            --m_count;
        }
    }

    std::size_t count() const { return m_count; }

private:
    std::uint32_t root(std::uint32_t id) {
        while (m_parent[id] != id) {
            m_parent[id] = m_parent[m_parent[id]];
            id = m_parent[id];
        }
        return id;
    }

    std::vector<std::uint32_t> m_parent;
    std::size_t m_count;
};

std::size_t countClusters(const FlockState& state, std::size_t count, double radius) {
    Groups groups(count);
    Perception perception;
    perception.radius = static_cast<float>(radius);
    Lookout lookout(state, count, perception);
    lookout.forEachBlock([&](const PairBlock& block) {
        Lookout::forEachPair(block, [&](std::uint32_t slot, std::uint32_t candidate) {
            if (Lookout::distanceSq(block, slot, candidate) < radius * radius) {
                groups.join(block.state->id[slot], block.id[candidate]);
            }
        });
    });
    return groups.count();
}

}  // namespace

Measures measureMotion(const FlockState& state, std::size_t count) {
    Measures result;
    if (count == 0) {
        return result;
    }
    const std::vector<std::size_t> slots = slotsById(state, count);
    const double share = 1.0 / static_cast<double>(count);
    Vec3d centre;
    for (const std::size_t slot : slots) {
        centre += wide(state.position.at(slot)) * share;
    }
    Vec3d heading;
    Vec3d rotation;
    result.speed.least = size(wide(state.velocity.at(slots[0])));
    for (const std::size_t slot : slots) {
        const Vec3d velocity = wide(state.velocity.at(slot));
        const double speed = size(velocity);
        result.speed.least = std::min(result.speed.least, speed);
        result.speed.most = std::max(result.speed.most, speed);
        result.speed.mean += speed * share;
        heading += unit(velocity) * share;
        rotation += cross(unit(wide(state.position.at(slot)) - centre), unit(velocity)) * share;
    }
    result.polarisation = size(heading);
    result.milling = size(rotation);
    return result;
}

Measures measure(const FlockState& state, std::size_t count, double perceptionRadius) {
    Measures result = measureMotion(state, count);
    result.nearestNeighbour = meanNearest(state, count);
    result.clusters = countClusters(state, count, perceptionRadius);
    return result;
}

}  // namespace shoal
