#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <shoal/flock.hpp>
#include <shoal/vec3.hpp>

namespace shoal {

class Workers;

/// Whose turn it is to decide, where not all boids do so at every step.
struct Turn {
    std::uint32_t period = 1;  ///< steps from one decision of a boid to the next
    std::uint32_t now = 0;     ///< 0 .. period−1

    /// Whether id mod period is now.
    bool isOf(std::uint32_t id) const {
        // n is a multiple of d where n·⌈2⁶⁴/d⌉ mod 2⁶⁴ is below ⌈2⁶⁴/d⌉: spares a division (Lemire, Kaser and
        // Kurz 2019, doi:10.1002/spe.2689).
        const std::uint64_t inverse = ~std::uint64_t{0} / period + 1;
        return (std::uint64_t{id} + period - now) * inverse <= inverse - 1;
    }
    bool operator==(const Turn&) const = default;
};

/// What a grid has to serve.
struct GridRequest {
    float cellSize = 1.0f;   ///< [m] at least this: boids this near lie in the same or in touching cells
    bool isWrapped = false;  ///< the world's opposite faces touch
    Vec3f halfExtent;        ///< [m] of the world about the origin; read only when wrapped
    Turn turn = {};          ///< of the boids of a cell, those whose turn it is come first
    /// Along x cells may be up to this many times shorter, and boids that near so many cells apart.
    std::int32_t slices = 1;

    bool operator==(const GridRequest&) const = default;
};

/// Cells along x, y and z.
using CellIndex = std::array<std::int32_t, 3>;

/// A uniform grid over a flock, built by a stable counting sort that puts the boids of a cell,
/// and the cells of a row along x, side by side; in a cell, first those whose turn it is. Right for any
/// positions: far stragglers are counted into the border cells, which keeps every pair in touching cells and
/// the number of cells bounded.
class NeighbourGrid {
public:
    /// Sorts `count` boids of `from` into `to`, which must have room for them. Boids of one cell with the
    /// same turn keep their order.
    void build(const FlockState& from, FlockState& to, std::size_t count, const GridRequest& request,
               Workers* workers = nullptr);

    /// Brings a column from the order that `build` sorted from into the one that it sorted to.
    void carry(const Column3& from, Column3& to, Workers* workers = nullptr) const;

    /// What it was built for.
    const GridRequest& request() const { return m_request; }

    /// No boid is farther from where it was sorted by than this [m]; infinite until built.
    float drift() const { return m_drift; }
    /// Boids have moved by up to so much, each still in its slot.
    void addDrift(float metres) { m_drift += metres; }
    /// Boids are not in its slots any more.
    void forget() { m_drift = std::numeric_limits<float>::infinity(); }

    std::size_t cellCount() const { return m_cellCount; }
    const CellIndex& size() const { return m_size; }
    /// Lower corner [m].
    float low(int axis) const { return m_low[static_cast<std::size_t>(axis)]; }
    float cellSize(int axis) const { return m_cell[static_cast<std::size_t>(axis)]; }
    bool isWrapped() const { return m_request.isWrapped; }
    /// What to look through for all that is in reach [m]: more than reach by a share of a cell, for cells are
    /// found in rounded arithmetic.
    float sureReach(float reach) const { return reach + 2e-3f * m_cell[1]; }

    /// First slot of a cell; of cellCount(), the number of boids.
    std::uint32_t start(std::size_t cell) const { return m_start[cell * m_bins]; }
    /// First slots of all cells, then the number of boids, where the request asked for nobody's turn.
    std::span<const std::uint32_t> starts() const {
        assert(m_bins == 1 && "a cell is one run");
        return m_start.span();
    }
    /// Past the last boid of a cell whose turn it is; the others follow.
    std::uint32_t turnEnd(std::size_t cell) const { return m_start[cell * m_bins + 1]; }

    /// The cell that holds the boid of this slot. Takes the logarithm of the number of cells.
    std::size_t cellAt(std::uint32_t slot) const {
        const std::span<const std::uint32_t> starts = m_start.span();
        const auto next = std::upper_bound(starts.begin(), starts.end(), slot);
        return static_cast<std::size_t>(next - starts.begin() - 1) / m_bins;
    }

    CellIndex indexOf(std::size_t cell) const {
        const auto c = static_cast<std::int32_t>(cell);
        return {c % m_size[0], (c / m_size[0]) % m_size[1], c / (m_size[0] * m_size[1])};
    }

    /// The cell in whose part of the world this is; beyond the border, the nearest.
    CellIndex cellOf(const Vec3f& at) const;
    /// Its lower and its upper corner [m].
    std::array<Vec3f, 2> corners(const CellIndex& cell) const;

    /// Calls `visit(begin, end)` for the runs of slots that make up the cells up to `width` cells from
    /// `centre` along each axis; each slot once, runs in a fixed order. With width 1 and no wrapping: nine
    /// runs.
    template <class Visit>
    void forEachRun(const CellIndex& centre, std::int32_t width, const Visit& visit) const {
        assert(m_request.slices == 1 && "boids in reach lie in touching cells");
        visitRows(range(0, centre[0], width), range(1, centre[1], width), range(2, centre[2], width), visit);
    }

    /// The same for the cells that hold all boids of the box between two corners [m], and in a wrapped world
    /// their images in it; also those that have drifted into it.
    template <class Visit>
    void forEachRunWithin(const Vec3f& low, const Vec3f& high, const Visit& visit) const {
        const Range xs = rangeWithin(0, low.x, high.x);
        const Range ys = rangeWithin(1, low.y, high.y);
        const Range zs = rangeWithin(2, low.z, high.z);
        visitRows(xs, ys, zs, visit);
    }

    /// How many rows of cells along x that is at most.
    std::size_t rowsWithin(const Vec3f& low, const Vec3f& high) const {
        const Range ys = rangeWithin(1, low.y, high.y);
        const Range zs = rangeWithin(2, low.z, high.z);
        return static_cast<std::size_t>(ys.last - ys.first + 1) *
               static_cast<std::size_t>(zs.last - zs.first + 1);
    }

    /// Whether a block of `width` cells about `centre` holds every cell along this axis.
    bool isWhole(int axis, std::int32_t centre, std::int32_t width) const {
        const Range cells = range(axis, centre, width);
        return cells.last - cells.first + 1 >= m_size[static_cast<std::size_t>(axis)];
    }

    /// Faces of that block along an axis [m]; infinite where it ends at the border, which holds all beyond
    /// it.
    std::array<float, 2> faces(int axis, std::int32_t centre, std::int32_t width) const;

    std::size_t bytes() const;

    /// All that a grid in use consists of, to be stored and read back.
    struct Parts {
        GridRequest request;
        CellIndex size{1, 1, 1};
        std::array<float, 3> low{};                   ///< [m]
        std::array<float, 3> cell{1.0f, 1.0f, 1.0f};  ///< [m]
        float drift = 0.0f;                           ///< [m]
        std::vector<std::uint32_t> starts;
    };
    Parts parts() const;

    /// The same grid again, over the first `count` boids of `sorted`. Nothing where it cannot be a grid of
    /// theirs: steps then look only where boids are.
    static std::optional<NeighbourGrid> fromParts(const Parts& parts, const FlockState& sorted,
                                                  std::size_t count);

private:
    bool holds(const FlockState& sorted) const;

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
        // Around a small world the two ends of the range would meet: every cell once.
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

    /// What sorting takes is no part of what the grid says: copies do without, and keep their own.
    struct Scratch {
        AlignedArray<std::uint32_t> binOf;  ///< of each boid of `from`; once sorted, its slot
        std::vector<AlignedArray<std::uint32_t>> histograms;  ///< one a part

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
    void findBins(const FlockState& from, std::size_t begin, std::size_t end);
    void sort(const FlockState& from, FlockState& to, std::size_t count, Workers* workers);

    GridRequest m_request;
    CellIndex m_size{1, 1, 1};
    std::array<float, 3> m_low{};                            ///< [m] lower corner
    std::array<float, 3> m_cell{1.0f, 1.0f, 1.0f};           ///< [m] cell size along each axis
    float m_drift = std::numeric_limits<float>::infinity();  ///< [m]
    std::size_t m_cellCount = 1;
    std::size_t m_bins = 1;               ///< in each cell: one, or those in turn and the others
    AlignedArray<std::uint32_t> m_start;  ///< one a bin, and the count of boids
    Scratch m_scratch;
};

}  // namespace shoal
