#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <shoal/aligned_array.hpp>
#include <shoal/blocks.hpp>
#include <shoal/isa.hpp>
#include <shoal/neighbour_grid.hpp>

namespace shoal {

/// Finds where the neighbours of boids lie that are far between: too few in a cell to share the copying of
/// candidates, they look through the flock itself. The grid may be some steps old. One thread's scratch.
class ScatteredFinder {
public:
    /// How far boids may drift before their grid is built anew, in reaches: older grids are looked through
    /// farther, younger ones are sorted more often.
    static constexpr float kDriftShare = 0.1f;

    /// The grid that serves boids which look so far [m].
    static GridRequest requestFor(float reach);
    /// Whether a grid built for that still does.
    static bool isServed(const NeighbourGrid& grid, const GridRequest& request);

    /// Up to eight boids, with what lies within `reach` [m] of each, and a little more. Those that would look
    /// through more than `crowd` boids are refused.
    ScatteredBoids& find(const FlockState& state, const NeighbourGrid& grid,
                         std::span<const std::uint32_t> slots, float reach, std::uint32_t crowd, Isa isa);

    /// Boids that the last eight look through, together.
    std::uint32_t comparisons() const { return m_comparisons; }

    void matchRoom(const ScatteredFinder& other) {
        m_lots.resize(std::max(m_lots.size(), other.m_lots.size()));
    }
    std::size_t bytes() const { return m_lots.bytes(); }

private:
    /// Rows of cells along x around one cell: three times three.
    static constexpr std::size_t kRows = 9;

    void take(const FlockState& state, std::span<const std::uint32_t> slots);
    template <class L>
    void look(const NeighbourGrid& grid, float reach, std::uint32_t crowd, std::size_t room);
    void lookAvx2(const NeighbourGrid& grid, float reach, std::uint32_t crowd, std::size_t room);
    template <class L>
    void findCells(const NeighbourGrid& grid, float reach);
    template <class L>
    void listLots(const NeighbourGrid& grid, std::size_t boid, std::size_t room, std::uint32_t crowd);

    ScatteredBoids m_boids;
    /// Of each row the cells that may be near each of the boids: row times kLanes, plus the boid.
    alignas(32) std::array<std::uint32_t, kRows * kLanes> m_begin{};
    alignas(32) std::array<std::uint32_t, kRows * kLanes> m_end{};
    AlignedArray<Lot> m_lots;  ///< of each boid
    std::uint32_t m_comparisons = 0;
};

}  // namespace shoal
