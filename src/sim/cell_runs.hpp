#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <shoal/neighbour_grid.hpp>

namespace shoal {

/// Slots that lie side by side.
struct SlotRun {
    std::uint32_t begin;
    std::uint32_t end;

    std::uint32_t count() const { return end - begin; }
};

/// The slots of a block of grid cells, as runs in the grid's order. One thread's scratch memory.
class CellRuns {
public:
    /// Those of the cells up to `width` cells from `cell` along each axis.
    void collect(const NeighbourGrid& grid, const CellIndex& cell, std::int32_t width) {
        m_runs.clear();
        m_count = 0;
        grid.forEachRun(cell, width, [this](std::uint32_t begin, std::uint32_t end) {
            if (begin < end) {
                m_runs.push_back({begin, end});
                m_count += end - begin;
            }
        });
    }

    std::span<const SlotRun> runs() const { return m_runs; }
    /// Boids in all of them.
    std::uint32_t count() const { return m_count; }

    void matchRoom(const CellRuns& other) { m_runs.reserve(other.m_runs.capacity()); }
    std::size_t bytes() const { return m_runs.capacity() * sizeof(SlotRun); }

private:
    std::vector<SlotRun> m_runs;
    std::uint32_t m_count = 0;
};

}  // namespace shoal
