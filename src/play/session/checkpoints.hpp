#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <shoal/simulation.hpp>

namespace shoal {

/// Checkpoints along a take, so that every moment is near one. Memory is limited: once it is full, every
/// other checkpoint is dropped and the spacing doubles.
class Checkpoints {
public:
    explicit Checkpoints(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// Whether a checkpoint at this step would be kept.
    bool wants(std::uint64_t step) const;

    void keep(Checkpoint checkpoint);

    /// Returns the last checkpoint at or before this step; null if there is none.
    const Checkpoint* lastBefore(std::uint64_t step) const;

    void clear();

private:
    std::size_t m_maxBytes;
    std::size_t m_bytes = 0;
    std::uint64_t m_interval = kStepsPerSecond;  ///< steps between two checkpoints
    std::map<std::uint64_t, Checkpoint> m_kept;
};

}  // namespace shoal
