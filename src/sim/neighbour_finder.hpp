#pragma once

#include <cstdint>

#include <shoal/blocks.hpp>
#include <shoal/isa.hpp>
#include <shoal/neighbour_grid.hpp>
#include <shoal/perception.hpp>

#include "sim/candidates.hpp"
#include "sim/nearest_few.hpp"

namespace shoal {

/// What neighbours are looked for in a step.
struct Sight {
    Perception perception;
    float reach = 0.0f;         ///< [m] beyond it no rule looks, nor the perception
    float blindCosine = -1.0f;  ///< of half the open angle ahead
    Vec3f worldSize;            ///< [m] for a wrapped grid
    Isa isa = Isa::baseline;

    static Sight of(const Perception& perception, float farthestRule, const Vec3f& worldSize, Isa isa);

    bool hasBlindCone() const { return perception.blindAngle > 0.0f; }
    /// Cell size that serves it for this many boids in this volume [m].
    float cellSize(const FlockState& state, std::size_t count) const;
};

/// Turns the boids of a grid cell into blocks with their candidate neighbours. One thread's scratch.
class NeighbourFinder {
public:
    /// Calls `use(PairBlock&)` for blocks that together hold each boid of the cell once. `block.steering` is
    /// the caller's to set.
    template <class Use>
    void forEachBlock(const FlockState& state, const NeighbourGrid& grid, std::size_t cell,
                      const Sight& sight, const Use& use) {
        const std::uint32_t begin = grid.start(cell);
        const std::uint32_t end = grid.start(cell + 1);
        if (begin == end) {
            return;
        }
        Candidates::Query query = cellQuery(state, grid, cell, sight);
        std::uint32_t stride = blockSize(query, sight);
        for (std::uint32_t first = begin; first < end; first += stride) {
            query.begin = first;
            query.end = end - first < stride ? end : first + stride;
            PairBlock block = sight.perception.kind == Perception::Kind::nearest ? nearestBlock(query, sight)
                                                                                 : metricBlock(query, sight);
            use(block);
        }
    }

    /// Takes as much room as the other has, so that what one thread needed no other has to ask for later.
    void matchRoom(const NeighbourFinder& other);

    std::size_t bytes() const { return m_candidates.bytes() + m_chosen.bytes(); }

private:
    static Candidates::Query cellQuery(const FlockState& state, const NeighbourGrid& grid, std::size_t cell,
                                       const Sight& sight);
    static std::uint32_t blockSize(const Candidates::Query& query, const Sight& sight);
    PairBlock metricBlock(Candidates::Query query, const Sight& sight);
    PairBlock nearestBlock(Candidates::Query query, const Sight& sight);
    void choose(Candidates::Query query, const Sight& sight, std::uint32_t stride);

    Candidates m_candidates;
    Candidates m_chosen;  ///< for `nearest`: each boid's own few
    NearestFew m_few;
};

}  // namespace shoal
