#include <algorithm>
#include <utility>

#include <shoal/flock.hpp>

namespace shoal {

void Column3::resize(std::size_t count) {
    x.resize(count);
    y.resize(count);
    z.resize(count);
}

void FlockState::resize(std::size_t count) {
    position.resize(count);
    velocity.resize(count);
    id.resize(count);
}

std::size_t Flock::slotOf(std::uint32_t id) const {
    for (std::size_t slot = 0; slot < count(); ++slot) {
        if (m_now.id[slot] == id) {
            return slot;
        }
    }
    return count();
}

void Flock::resize(std::size_t count) {
    m_now.resize(count);
    m_before.resize(count);
    m_steering.resize(count);
}

Column3& Flock::spare() {
    m_spare.resize(count());
    return m_spare;
}

const RuleMemory* Flock::memoryOf(std::string_view rule) const {
    const auto memory = std::ranges::find(m_memories, rule, &RuleMemory::rule);
    return memory == m_memories.end() ? nullptr : &*memory;
}

RuleMemory* Flock::memoryOf(std::string_view rule) {
    return const_cast<RuleMemory*>(std::as_const(*this).memoryOf(rule));
}

void Flock::remember(std::span<const std::string_view> rules) {
    if (std::ranges::equal(m_memories, rules, {}, &RuleMemory::rule)) {
        return;
    }
    std::vector<RuleMemory> kept;
    for (const std::string_view rule : rules) {
        const auto old = std::ranges::find(m_memories, rule, &RuleMemory::rule);
        if (old != m_memories.end()) {
            kept.push_back(std::move(*old));
        } else {
            kept.push_back({rule, {}, {}});
            kept.back().values.resize(count());
        }
    }
    m_memories = std::move(kept);
}

std::size_t Flock::bytes() const {
    std::size_t total = m_now.bytes() + m_before.bytes() + m_steering.bytes() + m_spare.bytes();
    for (const RuleMemory& memory : m_memories) {
        total += memory.values.bytes() + memory.shared.bytes();
    }
    return total;
}

}  // namespace shoal
