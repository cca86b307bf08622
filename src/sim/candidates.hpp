#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <shoal/blocks.hpp>
#include <shoal/isa.hpp>
#include <shoal/neighbour_grid.hpp>

#include "sim/cell_runs.hpp"
#include "sim/crowd_sample.hpp"

namespace shoal {

/// An axis-aligned box about the boids that look for neighbours together.
struct QueryBox {
    Vec3f low;   ///< [m]
    Vec3f high;  ///< [m]

    Vec3f centre() const { return (low + high) * 0.5f; }
};

QueryBox boxAround(const FlockState& state, std::uint32_t begin, std::uint32_t end);

/// Copies of all boids that may lie within a distance of a box, or of those of a sample, side by side for the
/// lanes. In a wrapped world each is copied as the image nearest to the box's centre. One thread's scratch
/// memory, used again for each block.
class Candidates {
public:
    struct Query {
        const FlockState* state = nullptr;
        const NeighbourGrid* grid = nullptr;
        std::uint32_t begin = 0;  ///< slots of the boids that look, all of one cell
        std::uint32_t end = 0;
        CellIndex cell{};
        std::int32_t width = 1;            ///< how many cells around it to look through
        const CellRuns* around = nullptr;  ///< the slots of all these cells
        QueryBox box;
        float reachSq = 0.0f;  ///< [m²]
        Vec3f worldSize;       ///< [m] read only when the grid is wrapped

        std::uint32_t boidCount() const { return end - begin; }
    };

    /// Boids that may look together through a sample.
    static constexpr std::uint32_t kSampleBlock = 256;

    /// Looks through the cells around, or where a sample of them is given, through that.
    void gather(const Query& query, Isa isa, const CrowdSample* sample);

    std::uint32_t count() const { return m_count; }
    /// Which candidate the query's k-th boid is itself; count() where it is none.
    std::uint32_t selfIndex(std::uint32_t k) const { return m_isSampled ? m_selfIndex[k] : m_selfAt + k; }

    AlignedArray<float> x, y, z, vx, vy, vz;
    AlignedArray<std::uint32_t> id;
    AlignedArray<float> spare;

    /// Room for this many and for more to come.
    void reserve(std::uint32_t count);
    /// Room for as many as the other has room for.
    void matchRoom(const Candidates& other) { growTo(other.m_capacity); }
    /// Fills `begin` .. `end` with candidates too far to be seen.
    void pad(std::uint32_t begin, std::uint32_t end);
    /// The same for eight from `begin` on.
    void padEight(std::uint32_t begin);
    /// Copies those of the other to side by side from `to` on.
    void copyFrom(const Candidates& other, std::span<const std::uint32_t> from, std::uint32_t to);

    /// Copies one of the other.
    void copyOne(const Candidates& other, std::uint32_t from, std::uint32_t to) {
        x[to] = other.x[from];
        y[to] = other.y[from];
        z[to] = other.z[from];
        vx[to] = other.vx[from];
        vy[to] = other.vy[from];
        vz[to] = other.vz[from];
        id[to] = other.id[from];
    }

    /// A block over these candidates.
    PairBlock block(const FlockState& state, std::uint32_t begin, std::uint32_t end);

    std::size_t bytes() const;

private:
    void growTo(std::uint32_t capacity);
    void gatherSample(Query query, Isa isa, const CrowdSample& sample);
    /// Adds those of the slots that are in reach. Returns which candidate comes next when `mark` is reached.
    std::uint32_t copy(const Query& query, std::span<const SlotRun> runs, std::uint32_t mark, Isa isa);
    template <bool isWrapped>
    std::uint32_t copyBaseline(const Query& query, std::span<const SlotRun> runs, std::uint32_t mark);
    template <bool isWrapped>
    std::uint32_t copyAvx2(const Query& query, std::span<const SlotRun> runs, std::uint32_t mark);

    std::uint32_t m_count = 0;
    std::uint32_t m_capacity = 0;
    std::uint32_t m_selfAt = 0;
    bool m_isSampled = false;
    float m_weight = 1.0f;
    std::array<std::uint32_t, kSampleBlock> m_selfIndex{};  ///< of a query on a sample
};

}  // namespace shoal
