#include "sim/measures/state_hash.hpp"

#include <bit>

#include <shoal/random.hpp>

namespace shoal {
namespace {

std::uint64_t pair(float a, float b) {
    // Adding zero turns −0 into 0: they are equal, and only rounding distinguishes them.
    return std::uint64_t{std::bit_cast<std::uint32_t>(a + 0.0f)} << 32 |
           std::bit_cast<std::uint32_t>(b + 0.0f);
}

std::uint64_t hashOf(const FlockState& state, std::size_t count) {
    std::uint64_t total = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const Vec3f position = state.position.at(k);
        const Vec3f velocity = state.velocity.at(k);
        std::uint64_t bits = mixBits(state.id[k] + 1);
        bits = mixBits(bits ^ pair(position.x, position.y));
        bits = mixBits(bits ^ pair(position.z, velocity.x));
        bits = mixBits(bits ^ pair(velocity.y, velocity.z));
        total += bits;
    }
    return total;
}

std::uint64_t hashOf(const FlockState& state, const Column3& memory, std::size_t count) {
    std::uint64_t total = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const Vec3f kept = memory.at(k);
        std::uint64_t bits = mixBits(state.id[k] + 1);
        bits = mixBits(bits ^ pair(kept.x, kept.y));
        total += mixBits(bits ^ pair(kept.z, 0.0f));
    }
    return total;
}

}  // namespace

std::uint64_t hashOf(const Flock& flock) {
    std::uint64_t total = hashOf(flock.now(), flock.count());
    for (const RuleMemory& memory : flock.memories()) {
        total = mixBits(total ^ hashOf(flock.now(), memory.values, flock.count()));
    }
    return total;
}

}  // namespace shoal
