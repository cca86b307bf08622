#include "sim/crowd_sample.hpp"

#include <shoal/random.hpp>

namespace shoal {

bool CrowdSample::draw(const Request& request) {
    std::uint64_t crowd = 0;
    request.grid->forEachRun(request.cell, request.width,
                             [&](std::uint32_t begin, std::uint32_t end) { crowd += end - begin; });
    if (crowd <= request.most) {
        return false;
    }
    growTo(request.most);
    // The k-th drawn is number ⌊(k·crowd + start)/most⌋ of the crowd. Over all starts 0 .. crowd−1 every
    // number is drawn equally often: k·crowd + start runs once through 0 .. most·crowd−1.
    const std::uint64_t cell = (static_cast<std::uint64_t>(request.cell[2]) << 40) ^
                               (static_cast<std::uint64_t>(request.cell[1]) << 20) ^
                               static_cast<std::uint64_t>(request.cell[0]);
    const std::uint64_t start = mixBits(request.random ^ mixBits(cell)) % crowd;
    std::uint64_t passed = 0;
    m_count = 0;
    request.grid->forEachRun(request.cell, request.width, [&](std::uint32_t begin, std::uint32_t end) {
        for (; m_count < request.most; ++m_count) {
            const std::uint64_t number = (m_count * crowd + start) / request.most;
            if (number >= passed + (end - begin)) {
                break;
            }
            copy(*request.state, begin + static_cast<std::uint32_t>(number - passed));
        }
        passed += end - begin;
    });
    m_weight = static_cast<float>(crowd) / static_cast<float>(request.most);
    return true;
}

void CrowdSample::growTo(std::uint32_t most) {
    if (m_slots.size() < most) {
        m_state.resize(most);
        m_slots.resize(most);
    }
}

void CrowdSample::copy(const FlockState& from, std::uint32_t slot) {
    m_state.position.put(m_count, from.position.at(slot));
    m_state.velocity.put(m_count, from.velocity.at(slot));
    m_state.id[m_count] = from.id[slot];
    m_slots[m_count] = slot;
}

}  // namespace shoal
