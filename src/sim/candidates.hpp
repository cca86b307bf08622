#pragma once

#include <cstdint>

#include <shoal/blocks.hpp>
#include <shoal/isa.hpp>
#include <shoal/neighbour_grid.hpp>

namespace shoal {

/// An axis-aligned box about the boids that look for neighbours together.
struct QueryBox {
    Vec3f low;   ///< [m]
    Vec3f high;  ///< [m]

    Vec3f centre() const { return (low + high) * 0.5f; }
};

QueryBox boxAround(const FlockState& state, std::uint32_t begin, std::uint32_t end);

/// Copies of all boids that may lie within a distance of a box, side by side for the lanes. In a wrapped
/// world each is copied as the image nearest to the box's centre. One thread's scratch memory, used again for
/// each block.
class Candidates {
public:
    struct Query {
        const FlockState* state = nullptr;
        const NeighbourGrid* grid = nullptr;
        std::uint32_t begin = 0;  ///< slots of the boids that look, all of one cell
        std::uint32_t end = 0;
        CellIndex cell{};
        std::int32_t width = 1;  ///< how many cells around it to look through
        QueryBox box;
        float reachSq = 0.0f;  ///< [m²]
        Vec3f worldSize;       ///< [m] read only when the grid is wrapped
    };

    void gather(const Query& query, Isa isa);

    std::uint32_t count() const { return m_count; }
    /// Candidate index of the query's first boid; the others of its block follow.
    std::uint32_t selfAt() const { return m_selfAt; }

    AlignedArray<float> x, y, z, vx, vy, vz;
    AlignedArray<std::uint32_t> id;
    AlignedArray<float> spare;

    /// Room for this many and for more to come.
    void reserve(std::uint32_t count);
    /// Room for as many as the other has room for.
    void matchRoom(const Candidates& other) { growTo(other.m_capacity); }
    /// Fills `begin` .. `end` with candidates too far to be seen.
    void pad(std::uint32_t begin, std::uint32_t end);
    void copyFrom(const Candidates& other, std::uint32_t from, std::uint32_t to);

    /// A block over these candidates.
    PairBlock block(const FlockState& state, std::uint32_t begin, std::uint32_t end);

    std::size_t bytes() const;

private:
    void growTo(std::uint32_t capacity);
    template <bool isWrapped>
    void copyBaseline(const Query& query, std::uint32_t begin, std::uint32_t end);
    template <bool isWrapped>
    void copyAvx2(const Query& query, std::uint32_t begin, std::uint32_t end);

    std::uint32_t m_count = 0;
    std::uint32_t m_capacity = 0;
    std::uint32_t m_selfAt = 0;
};

}  // namespace shoal
