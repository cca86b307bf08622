#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include <shoal/detail/blocks.hpp>
#include <shoal/isa.hpp>

#include "sim/neighbours/candidate_sample.hpp"
#include "sim/neighbours/cell_runs.hpp"

namespace shoal {

/// An axis-aligned box around boids that search for neighbours together.
struct QueryBox {
    Vec3f low;   ///< [m]
    Vec3f high;  ///< [m]

    Vec3f centre() const { return (low + high) * 0.5f; }
};

QueryBox boxAround(const FlockState& state, std::uint32_t begin, std::uint32_t end);

/// Copies of the boids, all or sampled, that may lie within a distance of a box, contiguous for vector loads.
/// In a wrapped world each is copied as the image nearest to the box's centre. One thread's scratch memory,
/// reused for each block.
class Candidates {
public:
    struct CellQuery {
        const FlockState* state = nullptr;
        const NeighbourGrid* grid = nullptr;
        std::uint32_t begin = 0;  ///< slots of the searching boids, all of one cell
        std::uint32_t end = 0;
        CellIndex cell{};
        std::int32_t width = 0;  ///< number of cells around it to search; 0: those in reach of the box
        const CellRuns* around = nullptr;  ///< the slots of these cells
        QueryBox box;
        float reach = 0.0f;  ///< [m] from the box
        Vec3f worldSize;     ///< [m] read only when the grid is wrapped

        /// [m²] Slightly more than the square of `reach`, so that rounding loses no candidate; each pair is
        /// compared exactly later.
        float reachSq() const { return reach * reach * 1.0001f; }
        std::uint32_t boidCount() const { return end - begin; }
    };

    /// Maximum number of boids that search a sample together.
    static constexpr std::uint32_t kSampleBlock = 256;

    /// Searches the cells around, or only the sample if one is given.
    void gather(const CellQuery& cellQuery, Isa isa, const CandidateSample* sample);

    std::uint32_t count() const { return m_count; }
    /// Returns the index of the candidate that is the boid in the query's k-th slot, whose id is `ownId`;
    /// count() if that boid is not among the candidates.
    std::uint32_t selfIndex(std::uint32_t k, std::uint32_t ownId) const {
        if (!m_isSampled) {
            return m_selfAt + k;  // all slots of the query lie in its box, so none between is left out
        }
        if (k < kSampleBlock) {
            return m_selfIndex[k];
        }
        const std::span<const std::uint32_t> ids = id.span().first(m_count);
        return static_cast<std::uint32_t>(std::ranges::find(ids, ownId) - ids.begin());
    }

    AlignedArray<float> x, y, z, vx, vy, vz;
    AlignedArray<std::uint32_t> id;
    AlignedArray<float> spare;
    Column3 memory;  ///< what a rule keeps for each, as the block's user copied it

    /// Reserves capacity for at least this many.
    void reserve(std::uint32_t count);
    /// Grows to the other's capacity.
    void matchCapacity(const Candidates& other) { growTo(other.m_capacity); }
    /// Fills eight from `begin` on with candidates too far away to be seen.
    void padEight(std::uint32_t begin);

    /// Copies one candidate of the other.
    void copyOne(const Candidates& other, std::uint32_t from, std::uint32_t to) {
        x[to] = other.x[from];
        y[to] = other.y[from];
        z[to] = other.z[from];
        vx[to] = other.vx[from];
        vy[to] = other.vy[from];
        vz[to] = other.vz[from];
        id[to] = other.id[from];
    }

    /// Makes the block one over these candidates, from one of them on, for boids of a state.
    void fill(PairBlock& block, const FlockState& state, std::uint32_t begin, std::uint32_t end,
              std::uint32_t from = 0);

    std::size_t bytes() const;

private:
    void growTo(std::uint32_t capacity);
    void gatherSample(CellQuery cellQuery, Isa isa, const CandidateSample& sample);
    /// Appends the boids of these slots that are in reach. Returns the index of the candidate at slot `mark`.
    std::uint32_t copy(const CellQuery& cellQuery, std::span<const SlotRun> runs, std::uint32_t mark,
                       Isa isa);
    template <class L, bool isWrapped>
    std::uint32_t copyRuns(const CellQuery& cellQuery, std::span<const SlotRun> runs, std::uint32_t mark);

    std::uint32_t m_count = 0;
    std::uint32_t m_capacity = 0;
    std::uint32_t m_selfAt = 0;
    bool m_isSampled = false;
    float m_weight = 1.0f;
    std::array<std::uint32_t, kSampleBlock> m_selfIndex{};  ///< of a query on a sample
};

}  // namespace shoal
