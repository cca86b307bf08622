#pragma once

#include <cstdint>
#include <span>

#include <shoal/flock.hpp>
#include <shoal/neighbour_grid.hpp>

namespace shoal {

/// A fair sample of the boids in a block of grid cells, copied side by side in the order of their slots: each
/// is equally likely to be in it, and the sample is as large as was asked for, never larger. What it costs
/// depends on its size, not on the crowd's. One thread's scratch memory.
class CrowdSample {
public:
    struct Request {
        const FlockState* state = nullptr;
        const NeighbourGrid* grid = nullptr;
        CellIndex cell{};
        std::int32_t width = 1;  ///< how many cells around it to look through
        std::uint32_t most = 0;
        std::uint64_t random = 0;  ///< decides the draw, together with the cell
    };

    /// Draws anew when the cells hold more than `most`. Returns whether they do.
    bool draw(const Request& request);

    const FlockState& state() const { return m_state; }
    std::uint32_t count() const { return m_count; }
    /// How many boids each of the sample stands for.
    float weight() const { return m_weight; }
    /// The slots from which the sample was copied.
    std::span<const std::uint32_t> slots() const { return m_slots.span().first(m_count); }

    /// Room for as many as the other has room for.
    void matchRoom(const CrowdSample& other) { growTo(static_cast<std::uint32_t>(other.m_slots.size())); }

    std::size_t bytes() const { return m_state.bytes() + m_slots.bytes(); }

private:
    void growTo(std::uint32_t most);
    void copy(const FlockState& from, std::uint32_t slot);

    FlockState m_state;
    AlignedArray<std::uint32_t> m_slots;
    std::uint32_t m_count = 0;
    float m_weight = 1.0f;
};

}  // namespace shoal
