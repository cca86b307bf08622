#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace shoal {

/// The few smallest of a stream of distances; of equal ones, the smaller ids.
class NearestFew {
public:
    static constexpr int kMost = 32;

    void restart(int few) {
        m_few = few;
        m_count = 0;
    }

    int count() const { return m_count; }
    /// Index that was offered with the k-th smallest distance.
    std::uint32_t index(int k) const { return m_entries[static_cast<std::size_t>(k)].index; }

    /// A distance [m²] above this cannot enter any more.
    float limitSq() const {
        return m_count < m_few ? std::numeric_limits<float>::infinity()
                               : m_entries[static_cast<std::size_t>(m_count - 1)].distanceSq;
    }

    void offer(float distanceSq, std::uint32_t id, std::uint32_t index) {
        const Entry entry{distanceSq, id, index};
        if (m_count == m_few && !isBefore(entry, m_entries[static_cast<std::size_t>(m_count - 1)])) {
            return;
        }
        int at = m_count < m_few ? m_count++ : m_count - 1;
        for (; at > 0 && isBefore(entry, m_entries[static_cast<std::size_t>(at - 1)]); --at) {
            m_entries[static_cast<std::size_t>(at)] = m_entries[static_cast<std::size_t>(at - 1)];
        }
        m_entries[static_cast<std::size_t>(at)] = entry;
    }

private:
    struct Entry {
        float distanceSq;
        std::uint32_t id;
        std::uint32_t index;
    };

    static bool isBefore(const Entry& a, const Entry& b) {
        return a.distanceSq < b.distanceSq || (a.distanceSq == b.distanceSq && a.id < b.id);
    }

    int m_few = 0;
    int m_count = 0;
    std::array<Entry, kMost> m_entries{};
};

}  // namespace shoal
