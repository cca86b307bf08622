#include "sim/step/flock_sums.hpp"

#include <algorithm>

#include <shoal/random.hpp>

namespace shoal {
namespace {

constexpr std::size_t kPartBoids = 4096;

FlockTotals sumOf(const FlockState& state, std::size_t begin, std::size_t end, std::uint64_t seed) {
    FlockTotals total;
    std::uint64_t drawBits = 0;
    for (std::size_t k = begin; k < end; ++k) {
        const Vec3f position = state.position.at(k);
        const Vec3f velocity = state.velocity.at(k);
        total.position += {static_cast<double>(position.x), static_cast<double>(position.y),
                           static_cast<double>(position.z)};
        total.velocity += {static_cast<double>(velocity.x), static_cast<double>(velocity.y),
                           static_cast<double>(velocity.z)};
        drawBits += ownDrawBits(state.id[k], seed);
    }
    total.count = static_cast<double>(end - begin);
    total.draw = static_cast<double>(drawBits) * 0x1.0p-24;
    return total;
}

}  // namespace

FlockTotals FlockSums::of(const FlockState& state, std::size_t count, std::uint64_t seed, Workers& workers) {
    m_parts.resize((count + kPartBoids - 1) / kPartBoids);
    workers.forEach(m_parts.size(), [&](std::size_t part) {
        m_parts[part] = sumOf(state, part * kPartBoids, std::min((part + 1) * kPartBoids, count), seed);
    });
    FlockTotals total;
    for (const FlockTotals& part : m_parts) {
        total.count += part.count;
        total.position += part.position;
        total.velocity += part.velocity;
        total.draw += part.draw;
    }
    return total;
}

double FlockSums::draws(std::uint32_t count, std::uint64_t seed) {
    std::uint64_t bits = 0;
    for (std::uint32_t id = 0; id < count; ++id) {
        bits += ownDrawBits(id, seed);
    }
    return static_cast<double>(bits) * 0x1.0p-24;
}

}  // namespace shoal
