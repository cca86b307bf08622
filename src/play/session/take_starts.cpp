#include "play/session/take_starts.hpp"

#include <algorithm>
#include <utility>

namespace shoal {

void TakeStart::cut(Take& take) const {
    take.scene = scene;
    take.snapshot = snapshot;
    std::erase_if(take.edits, [this](const Take::Made& each) { return each.step < step(); });
    std::erase_if(take.hashes, [this](const Take::Hash& each) { return each.step <= step(); });
    take.hashes.insert(take.hashes.begin(), {step(), snapshot->hash});
}

bool TakeStarts::wants(std::uint64_t step) const {
    return step >= (m_kept.empty() ? 0 : m_kept.back().step()) + m_interval;
}

void TakeStarts::keep(TakeStart start) {
    m_bytes += start.snapshot->bytes();
    m_kept.push_back(std::move(start));
    while (m_bytes > m_maxBytes && m_kept.size() > 1) {
        m_interval *= 2;
        std::deque<TakeStart> fewer;
        m_bytes = 0;
        for (std::size_t index = 0; index < m_kept.size(); ++index) {
            // Keep every other start, and always the newest: a take that begins now needs it.
            if (index + 1 == m_kept.size() || (index % 2 == 0 && m_kept.size() > 2)) {
                m_bytes += m_kept[index].snapshot->bytes();
                fewer.push_back(std::move(m_kept[index]));
            }
        }
        m_kept = std::move(fewer);
    }
}

const TakeStart* TakeStarts::lastBefore(std::uint64_t step) const {
    const auto after = std::ranges::upper_bound(m_kept, step, {}, &TakeStart::step);
    return after == m_kept.begin() ? nullptr : &*std::prev(after);
}

void TakeStarts::forgetBefore(std::uint64_t step) {
    while (m_kept.size() > 1 && m_kept[1].step() <= step) {
        m_bytes -= m_kept.front().snapshot->bytes();
        m_kept.pop_front();
    }
}

void TakeStarts::forgetAfter(std::uint64_t step) {
    while (!m_kept.empty() && m_kept.back().step() > step) {
        m_bytes -= m_kept.back().snapshot->bytes();
        m_kept.pop_back();
    }
}

void TakeStarts::clear() {
    m_kept.clear();
    m_bytes = 0;
    m_interval = kFirstInterval;
}

}  // namespace shoal
