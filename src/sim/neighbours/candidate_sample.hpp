#pragma once

#include <cstdint>
#include <span>

#include <shoal/flock.hpp>

#include "sim/neighbours/cell_runs.hpp"

namespace shoal {

/// A systematic sample of the boids in some runs of slots, copied in the order of their slots. Each boid is
/// equally likely to be sampled, and none is taken twice. The cost depends on the size of the sample, not on
/// the number of boids. One thread's scratch memory.
class CandidateSample {
public:
    /// Samples `size` boids, which must be fewer than there are; `random` decides which.
    void draw(const FlockState& state, const CellRuns& around, std::uint32_t size, std::uint64_t random);

    const FlockState& state() const { return m_state; }
    std::uint32_t count() const { return m_count; }
    /// Number of boids that each boid in the sample represents.
    float weight() const { return m_weight; }
    /// The slots from which the sample was copied.
    std::span<const std::uint32_t> slots() const { return m_slots.span().first(m_count); }

    /// Grows to the other's capacity.
    void matchCapacity(const CandidateSample& other) {
        growTo(static_cast<std::uint32_t>(other.m_slots.size()));
    }
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
