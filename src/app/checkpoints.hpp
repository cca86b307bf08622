#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <shoal/simulation.hpp>

#include "render/swimmers.hpp"

namespace shoal {

/// Where a session can go back to: the flock, and what pictures know of its bodies.
struct SessionCheckpoint {
    Checkpoint simulation;
    std::vector<Swimmers> swimmers;

    std::size_t bytes() const;
};

/// Checkpoints along a take, so that any moment of it is near one. They keep to their room: when it is full
/// every other one is dropped, and from then on they lie twice as far apart.
class Checkpoints {
public:
    explicit Checkpoints(std::size_t mostBytes) : m_mostBytes(mostBytes) {}

    /// Whether one at this step would be kept.
    bool wants(std::uint64_t step) const;

    void keep(SessionCheckpoint checkpoint);

    /// The last one that is not after this step; null when there is none.
    const SessionCheckpoint* lastBefore(std::uint64_t step) const;

    void clear();

private:
    std::size_t m_mostBytes;
    std::size_t m_bytes = 0;
    std::uint64_t m_interval = kStepsPerSecond;  ///< steps between two
    std::map<std::uint64_t, SessionCheckpoint> m_kept;
};

}  // namespace shoal
