#pragma once

#include <cstdint>
#include <span>

#include <shoal/flock.hpp>

#include "sim/cell_runs.hpp"

namespace shoal {

/// A fair sample of the boids in some runs of slots, copied side by side in the order of their slots: each is
/// equally likely to be in it, and none is in it twice. What it costs depends on its size, not on the
/// crowd's. One thread's scratch memory.
class CrowdSample {
public:
    /// Draws `size` of them, which must be fewer than there are; `random` decides which.
    void draw(const FlockState& state, const CellRuns& crowd, std::uint32_t size, std::uint64_t random);

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
    void growTo(std::uint32_t size);
    void copy(const FlockState& from, std::uint32_t slot);

    FlockState m_state;
    AlignedArray<std::uint32_t> m_slots;
    std::uint32_t m_count = 0;
    float m_weight = 1.0f;
};

}  // namespace shoal
