#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

class Workers;

/// The parameters of a grid.
struct GridRequest {
    float cellSize = 1.0f;   ///< [m] minimum: boids this close lie in the same or in touching cells
    bool isWrapped = false;  ///< the world's opposite faces touch
    Vec3f halfExtent;        ///< [m] of the world about the origin; read only if wrapped
};

/// Cells along x, y and z.
using CellIndex = std::array<std::int32_t, 3>;

/// A uniform grid over a flock, built by a stable counting sort: the boids of a cell are contiguous, and so
/// are the cells of a row along x. Correct for any positions: stragglers outside the grid count into its
/// border cells, which keeps close pairs in touching cells and bounds the number of cells.
class NeighbourGrid {
public:
    /// Sorts `count` boids of `from` into `to`, which must have the capacity. Boids of one cell keep their
    /// order.
    void build(const FlockState& from, FlockState& to, std::size_t count, const GridRequest& request,
               Workers* workers = nullptr);

    /// Applies the permutation of the last `build` to a column.
    void carry(const Column3& from, Column3& to, Workers* workers = nullptr) const;

    std::size_t cellCount() const { return m_cellCount; }
    const CellIndex& size() const { return m_size; }
    bool isWrapped() const { return m_request.isWrapped; }

    /// First slot of a cell. start(cellCount()) is the number of boids.
    std::uint32_t start(std::size_t cell) const { return m_start[cell]; }

    /// Returns the cell that holds the boid of this slot, in logarithmic time of the number of cells.
    std::size_t cellAt(std::uint32_t slot) const {
        const std::span<const std::uint32_t> starts = m_start.span();
        return static_cast<std::size_t>(std::ranges::upper_bound(starts, slot) - starts.begin() - 1);
    }

    CellIndex indexOf(std::size_t cell) const {
        const auto c = static_cast<std::int32_t>(cell);
        return {c % m_size[0], (c / m_size[0]) % m_size[1], c / (m_size[0] * m_size[1])};
    }

    /// Returns the cell that contains this point; beyond the border, the nearest.
    /// Calls `visit(begin, end)` for the runs of slots of the cells up to `width` cells from `centre` along
    /// each axis: each slot once, runs in a fixed order. With width 1 and no wrapping: nine runs.
    template <class Visit>
    void forEachRun(const CellIndex& centre, std::int32_t width, const Visit& visit) const {
        visitRows(range(0, centre[0], width), range(1, centre[1], width), range(2, centre[2], width), visit);
    }

    /// Calls `visit(begin, end)` for the cells that hold all boids of the box between two corners [m]; in a
    /// wrapped world, also for the cells of their images.
    template <class Visit>
    void forEachRunWithin(const Vec3f& low, const Vec3f& high, const Visit& visit) const {
        const Range xs = rangeWithin(0, low.x, high.x);
        const Range ys = rangeWithin(1, low.y, high.y);
        const Range zs = rangeWithin(2, low.z, high.z);
        visitRows(xs, ys, zs, visit);
    }

    /// The maximum number of rows of cells along x that forEachRunWithin visits.
    std::size_t rowsWithin(const Vec3f& low, const Vec3f& high) const {
        const Range ys = rangeWithin(1, low.y, high.y);
        const Range zs = rangeWithin(2, low.z, high.z);
        return static_cast<std::size_t>(ys.last - ys.first + 1) *
               static_cast<std::size_t>(zs.last - zs.first + 1);
    }

    float cellSize() const { return m_request.cellSize; }  ///< [m] as it was asked for

    /// Whether the cells up to `width` from `centre` are all cells along this axis.
    bool isWhole(int axis, std::int32_t centre, std::int32_t width) const {
        const Range cells = range(axis, centre, width);
        return cells.last - cells.first + 1 >= m_size[static_cast<std::size_t>(axis)];
    }

    /// The faces of that block of cells along an axis [m]; infinite where it ends at the border, whose cells
    /// hold everything beyond.
    std::array<float, 2> faces(int axis, std::int32_t centre, std::int32_t width) const;

    std::size_t bytes() const;

private:
    struct Range {
        std::int32_t first;
        std::int32_t last;
    };

    Range range(int axis, std::int32_t centre, std::int32_t width) const {
        const std::int32_t size = m_size[static_cast<std::size_t>(axis)];
        if (!m_request.isWrapped) {
            return {centre - width < 0 ? 0 : centre - width,
                    centre + width >= size ? size - 1 : centre + width};
        }
        // In a small world the ends of the range would overlap: visit every cell once.
        return 2 * width + 1 >= size ? Range{0, size - 1} : Range{centre - width, centre + width};
    }

    Range rangeWithin(int axis, float low, float high) const;

    template <class Visit>
    void visitRows(const Range& xs, const Range& ys, const Range& zs, const Visit& visit) const {
        for (std::int32_t z = zs.first; z <= zs.last; ++z) {
            for (std::int32_t y = ys.first; y <= ys.last; ++y) {
                const std::int32_t row = (wrap(z, 2) * m_size[1] + wrap(y, 1)) * m_size[0];
                visitRow(row, xs, visit);
            }
        }
    }

    std::int32_t wrap(std::int32_t index, std::size_t axis) const {
        return index < 0 ? index + m_size[axis] : (index >= m_size[axis] ? index - m_size[axis] : index);
    }

    template <class Visit>
    void visitRow(std::int32_t row, const Range& xs, const Visit& visit) const {
        const auto at = [&](std::int32_t x) {
            return start(static_cast<std::size_t>(row) + static_cast<std::size_t>(x));
        };
        if (xs.first < 0) {
            visit(at(m_size[0] + xs.first), at(m_size[0]));
            visit(at(0), at(xs.last + 1));
        } else if (xs.last >= m_size[0]) {
            visit(at(xs.first), at(m_size[0]));
            visit(at(0), at(xs.last - m_size[0] + 1));
        } else {
            visit(at(xs.first), at(xs.last + 1));
        }
    }

    /// Scratch memory of the sort; not copied with the grid.
    struct Scratch {
        AlignedArray<std::uint32_t> cellOf;  ///< cell of each boid of `from`; after the sort, its slot
        std::vector<AlignedArray<std::uint32_t>> histograms;  ///< one for each part

        Scratch() = default;
        Scratch(const Scratch&) {}
        Scratch(Scratch&&) noexcept = default;
        Scratch& operator=(const Scratch&) { return *this; }  // NOLINT(bugprone-unhandled-self-assignment)
        Scratch& operator=(Scratch&&) noexcept = default;
        ~Scratch() = default;
    };

    void layOut(const FlockState& from, std::size_t count);
    void layOutWrapped(std::size_t count);
    void layOutOpen(const FlockState& from, std::size_t count);
    void findCells(const FlockState& from, std::size_t begin, std::size_t end);
    void sort(const FlockState& from, FlockState& to, std::size_t count, Workers* workers);

    GridRequest m_request;
    CellIndex m_size{1, 1, 1};
    std::array<float, 3> m_low{};                   ///< [m] lower corner
    std::array<float, 3> m_cell{1.0f, 1.0f, 1.0f};  ///< [m] cell size along each axis
    std::size_t m_cellCount = 1;
    AlignedArray<std::uint32_t> m_start;  ///< one for each cell, then the number of boids
    Scratch m_scratch;
};

}  // namespace shoal
