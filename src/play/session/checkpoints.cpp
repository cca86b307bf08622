#include "play/session/checkpoints.hpp"

#include <iterator>
#include <utility>

namespace shoal {

bool Checkpoints::wants(std::uint64_t step) const {
    return step % m_interval == 0 && !m_kept.contains(step);
}

void Checkpoints::keep(Checkpoint checkpoint) {
    const std::uint64_t step = checkpoint.stepCount();
    m_bytes += checkpoint.bytes();
    m_kept.insert_or_assign(step, std::move(checkpoint));
    // Always keep the first checkpoint; without it the take could not be played again.
    while (m_bytes > m_maxBytes && m_kept.size() > 1) {
        m_interval *= 2;
        for (auto at = std::next(m_kept.begin()); at != m_kept.end();) {
            if (at->first % m_interval == 0) {
                ++at;
            } else {
                m_bytes -= at->second.bytes();
                at = m_kept.erase(at);
            }
        }
    }
}

const Checkpoint* Checkpoints::lastBefore(std::uint64_t step) const {
    const auto after = m_kept.upper_bound(step);
    return after == m_kept.begin() ? nullptr : &std::prev(after)->second;
}

void Checkpoints::clear() {
    m_kept.clear();
    m_bytes = 0;
    m_interval = kStepsPerSecond;
}

}  // namespace shoal
