#include "sim/neighbours/candidate_sample.hpp"

#include <cassert>

#include <shoal/random.hpp>

namespace shoal {

void CandidateSample::draw(const FlockState& state, const CellRuns& around, std::uint32_t size,
                           std::uint64_t random) {
    assert(size < around.count() && "a sample must have fewer boids than the candidates");
    growTo(size);
    // The k-th sampled boid is number ⌊(k·count + start)/size⌋ of all. Over all starts 0 .. count−1 every
    // number is sampled equally often: k·count + start takes each value 0 .. size·count−1 once.
    const std::uint64_t start = mixBits(random) % around.count();
    std::uint64_t passed = 0;
    m_count = 0;
    for (const SlotRun& run : around.runs()) {
        for (; m_count < size; ++m_count) {
            const std::uint64_t number = (std::uint64_t{m_count} * around.count() + start) / size;
            if (number >= passed + run.count()) {
                break;
            }
            copy(state, run.begin + static_cast<std::uint32_t>(number - passed));
        }
        passed += run.count();
    }
    m_weight = static_cast<float>(around.count()) / static_cast<float>(size);
}

void CandidateSample::growTo(std::uint32_t size) {
    if (m_slots.size() < size) {
        m_state.resize(size);
        m_slots.resize(size);
    }
}

void CandidateSample::copy(const FlockState& from, std::uint32_t slot) {
    m_state.position.put(m_count, from.position.at(slot));
    m_state.velocity.put(m_count, from.velocity.at(slot));
    m_state.id[m_count] = from.id[slot];
    m_slots[m_count] = slot;
}

}  // namespace shoal
