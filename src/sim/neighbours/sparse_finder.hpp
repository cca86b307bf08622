#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <shoal/detail/blocks.hpp>
#include <shoal/detail/neighbour_grid.hpp>
#include <shoal/flock.hpp>
#include <shoal/isa.hpp>

namespace shoal {

/// Finds the slots around sparse boids. So few of them lie in one cell that copying candidates for them to
/// share does not pay: each searches the flock's own arrays. The grid may be some steps old. One thread's
/// scratch memory.
class SparseFinder {
public:
    /// How far boids may drift before their grid is rebuilt, as a fraction of the reach: older grids need a
    /// wider search, younger ones more sorting.
    static constexpr float kDriftFraction = 0.1f;

    /// Returns the request for a grid that serves boids with this reach [m].
    static GridRequest requestFor(float reach);
    /// Whether a grid built for this request can still be used.
    static bool isServed(const NeighbourGrid& grid, const GridRequest& request);

    /// Finds batches of slots that hold everything within `reach` [m] of each of up to eight boids, and
    /// slightly more. Refuses boids with more than `maxCandidates` candidates.
    SparseBoids& find(const FlockState& state, const NeighbourGrid& grid,
                      std::span<const std::uint32_t> slots, float reach, std::uint32_t maxCandidates,
                      Isa isa);

    /// Number of candidates of the last eight boids together.
    std::uint32_t comparisons() const { return m_comparisons; }

    void matchCapacity(const SparseFinder& other) {
        m_batches.resize(std::max(m_batches.size(), other.m_batches.size()));
    }
    std::size_t bytes() const { return m_batches.bytes() + m_boids.own.bytes() + m_boids.steering.bytes(); }

private:
    /// Rows of cells along x around one cell: three times three.
    static constexpr std::size_t kRows = 9;

    void take(const FlockState& state, std::span<const std::uint32_t> slots);
    template <class L>
    void findCells(const NeighbourGrid& grid, float reach);
    template <class L>
    void listBatches(const NeighbourGrid& grid, std::size_t boid, std::size_t capacity,
                     std::uint32_t maxCandidates);

    SparseBoids m_boids;
    /// For each row, the cells that may be near each of the boids. Index: row times kLanes, plus the boid.
    alignas(32) std::array<std::uint32_t, kRows * kLanes> m_begin{};
    alignas(32) std::array<std::uint32_t, kRows * kLanes> m_end{};
    AlignedArray<SlotBatch> m_batches;  ///< batches of each boid
    std::uint32_t m_comparisons = 0;
};

}  // namespace shoal
