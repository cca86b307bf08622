#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

#include <shoal/scene.hpp>

#include "capture/snapshot.hpp"
#include "capture/take.hpp"

namespace shoal {

/// Where a take may begin.
struct TakeStart {
    Scene scene;
    std::shared_ptr<const Snapshot> snapshot;

    std::uint64_t step() const { return snapshot->step; }

    /// Makes a take that led here begin here: what lies before goes.
    void cut(Take& take) const;
};

/// The starts of the last minutes of play, ten seconds apart, so that a take of them needs none of the steps
/// before. They keep to their room: when it is full every other one is dropped, and from then on they lie
/// twice as far apart.
class TakeStarts {
public:
    explicit TakeStarts(std::size_t mostBytes) : m_mostBytes(mostBytes) {}

    /// Whether it is time for another one.
    bool wants(std::uint64_t step) const;

    /// A step later than any kept.
    void keep(TakeStart start);

    /// The last one that is not after this step; null when there is none.
    const TakeStart* lastBefore(std::uint64_t step) const;

    /// Lets go of those that no take from this step on would begin with.
    void forgetBefore(std::uint64_t step);

    void clear();

private:
    std::size_t m_mostBytes;
    std::size_t m_bytes = 0;
    std::uint64_t m_interval = kFirstInterval;  ///< steps between two
    std::deque<TakeStart> m_kept;               ///< by step

    static constexpr std::uint64_t kFirstInterval = std::uint64_t{10} * kStepsPerSecond;
};

}  // namespace shoal
