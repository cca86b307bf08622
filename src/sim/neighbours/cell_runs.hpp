#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <shoal/flock.hpp>

#include "sim/neighbours/neighbour_grid.hpp"

namespace shoal {

/// Consecutive slots.
struct SlotRun {
    std::uint32_t begin;
    std::uint32_t end;

    std::uint32_t count() const { return end - begin; }
};

/// The slots of a block of grid cells, as runs in the order of the grid. One thread's scratch memory.
class CellRuns {
public:
    /// Collects the cells up to `width` cells from `cell` along each axis.
    void collect(const NeighbourGrid& grid, const CellIndex& cell, std::int32_t width) {
        // A row of cells is one run, or two across the edge of a wrapped world.
        const auto cellsAlong = [&](std::size_t axis) {
            return static_cast<std::size_t>(std::min(2 * width + 1, grid.size()[axis]));
        };
        growTo(2 * cellsAlong(1) * cellsAlong(2));
        list([&](const auto& add) { grid.forEachRun(cell, width, add); });
    }

    /// Collects the cells that hold the boids between two corners of a box [m].
    void collectWithin(const NeighbourGrid& grid, const Vec3f& low, const Vec3f& high) {
        growTo(2 * grid.rowsWithin(low, high));
        list([&](const auto& add) { grid.forEachRunWithin(low, high, add); });
    }

    std::span<const SlotRun> runs() const { return m_runs.span().first(m_runCount); }
    /// Number of boids in all runs.
    std::uint32_t count() const { return m_count; }

    void matchCapacity(const CellRuns& other) { growTo(other.m_runs.size()); }
    std::size_t bytes() const { return m_runs.bytes(); }

private:
    /// Lists the non-empty runs that `visitAll(add)` passes to `add(begin, end)`.
    template <class VisitAll>
    void list(const VisitAll& visitAll) {
        SlotRun* next = m_runs.data();
        std::uint32_t boids = 0;
        visitAll([&](std::uint32_t begin, std::uint32_t end) {
            *next = {begin, end};
            next += begin < end ? 1 : 0;
            boids += end - begin;
        });
        m_runCount = static_cast<std::size_t>(next - m_runs.data());
        m_count = boids;
    }

    void growTo(std::size_t runCount) {
        if (m_runs.size() < runCount) {
            m_runs.resize(runCount);
        }
    }

    AlignedArray<SlotRun> m_runs;
    std::size_t m_runCount = 0;
    std::uint32_t m_count = 0;
};

}  // namespace shoal
