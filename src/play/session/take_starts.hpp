#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

#include <shoal/scene.hpp>

#include "capture/take/snapshot.hpp"
#include "capture/take/take.hpp"

namespace shoal {

/// A state from which a take may begin.
struct TakeStart {
    Scene scene;
    std::shared_ptr<const Snapshot> snapshot;

    std::uint64_t step() const { return snapshot->step; }

    /// Makes a take that passes through this state begin here: drops everything before.
    void cut(Take& take) const;
};

/// Possible starts of takes in the last minutes of play, ten seconds apart: a take from one needs no earlier
/// steps. Memory is limited: once it is full, every other start is dropped and the spacing doubles.
class TakeStarts {
public:
    explicit TakeStarts(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// Whether another start is due.
    bool wants(std::uint64_t step) const;

    /// The step must be later than any kept.
    void keep(TakeStart start);

    /// Returns the last start at or before this step; null if there is none.
    const TakeStart* lastBefore(std::uint64_t step) const;

    /// Drops starts that no take from this step on would use.
    void forgetBefore(std::uint64_t step);

    /// Drops starts after this step: the play has gone back to it.
    void forgetAfter(std::uint64_t step);

    const std::deque<TakeStart>& kept() const { return m_kept; }

    void clear();

private:
    std::size_t m_maxBytes;
    std::size_t m_bytes = 0;
    std::uint64_t m_interval = kFirstInterval;  ///< steps between two starts
    std::deque<TakeStart> m_kept;               ///< in order of step

    static constexpr std::uint64_t kFirstInterval = std::uint64_t{10} * kStepsPerSecond;
};

}  // namespace shoal
