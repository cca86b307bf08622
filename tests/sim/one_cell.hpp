#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include <shoal/random.hpp>

#include "sim/neighbours/candidates.hpp"
#include "sim/neighbours/neighbour_finder.hpp"

namespace shoal::test {

/// A flock as the candidates of one cell; candidate k is the boid in slot k.
struct OneCell {
    FlockState state;
    NeighbourGrid grid;
    CellRuns around;
    Candidates candidates;

    explicit OneCell(const std::vector<Vec3f>& positions) {
        const auto count = static_cast<std::uint32_t>(positions.size());
        FlockState given;
        given.resize(count);
        state.resize(count);
        for (std::uint32_t k = 0; k < count; ++k) {
            given.position.put(k, positions[k]);
            given.velocity.put(k, {1.0f, 0.5f, -0.25f});
            // Ids run against the slots, so that the smaller id is not simply the first one met.
            given.id[k] = count - 1 - k;
        }
        grid.build(given, state, count, {1000.0f, false, {}});
        around.collect(grid, {0, 0, 0}, 1);
        Candidates::CellQuery cellQuery;
        cellQuery.state = &state;
        cellQuery.grid = &grid;
        cellQuery.end = count;
        cellQuery.width = 1;
        cellQuery.around = &around;
        cellQuery.box = boxAround(state, 0, count);
        cellQuery.reach = 1e3f;
        candidates.gather(cellQuery, Isa::baseline, nullptr);
    }
};

inline Observer observerAt(const FlockState& state, std::uint32_t slot) {
    return {state.position.at(slot), state.velocity.at(slot), slot};
}

/// Returns boids whose local density differs from one to the next, so that the previous boid's search radius
/// never suits.
inline std::vector<Vec3f> mixedDensities(std::uint64_t seed) {
    RandomSequence random(seed, 0, 0);
    std::vector<Vec3f> positions;
    for (int k = 0; k < 240; ++k) {
        const float size = k % 3 == 0 ? 20.0f : (k % 3 == 1 ? 0.01f : 1.0f);
        positions.push_back(random.inBall() * size);
    }
    return positions;
}

/// Returns boids on a lattice, where many are equally distant.
inline std::vector<Vec3f> lattice() {
    std::vector<Vec3f> positions;
    for (const float x : {0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f}) {
        for (const float y : {0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f}) {
            for (const float z : {0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f}) {
                positions.push_back({x, y, z});
            }
        }
    }
    return positions;
}

/// Returns every other boid within range and outside the blind cone, sorted by distance, then id, with its
/// slot.
inline std::vector<std::tuple<float, std::uint32_t, std::uint32_t>> everyoneSeen(
    const FlockState& state, std::uint32_t count, std::uint32_t self, const NeighbourQuery& query) {
    std::vector<std::tuple<float, std::uint32_t, std::uint32_t>> seen;
    const float c = query.blindCosine;
    for (std::uint32_t k = 0; k < count; ++k) {
        const Vec3f offset = state.position.at(k) - state.position.at(self);
        const Vec3f heading = state.velocity.at(self);
        const float distanceSq = dot(offset, offset);
        const float ahead = dot(offset, heading);
        const bool isAhead =
            !query.hasBlindCone() ||
            ahead * std::abs(ahead) >= dot(heading, heading) * (c * std::abs(c)) * distanceSq;
        if (k != self && distanceSq < query.perception.radius * query.perception.radius && isAhead) {
            seen.emplace_back(distanceSq, state.id[k], k);
        }
    }
    std::sort(seen.begin(), seen.end());
    return seen;
}

}  // namespace shoal::test
