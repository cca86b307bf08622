#include <algorithm>
#include <cmath>

#include <shoal/detail/coincident.hpp>
#include <shoal/random.hpp>

namespace shoal::detail {
namespace {

/// Returns a unit vector, opposite for (a, b) and (b, a).
Vec3f coincidentDirection(std::uint32_t a, std::uint32_t b) {
    RandomSequence sequence(std::min(a, b), std::max(a, b));
    const Vec3f point = sequence.awayFromZero();
    const float size = std::sqrt(lengthSq(point));
    return point * (a < b ? 1.0f / size : -1.0f / size);
}

}  // namespace

void moveApart(const PairBlock& block, std::uint32_t slot, std::uint32_t from) {
    const Vec3f self = block.state->position.at(slot);
    const std::uint32_t selfId = block.state->id[slot];
    std::copy_n(block.x + from, block.count, block.spare);
    std::copy_n(block.y + from, block.count, block.spare + block.count);
    std::copy_n(block.z + from, block.count, block.spare + 2 * block.count);
    // A millimetre; or a few of the last bits of coordinates so large that a millimetre would be rounded
    // away.
    const float largest = std::max({std::abs(self.x), std::abs(self.y), std::abs(self.z)});
    const float distance = std::max(1e-3f, 1e-6f * largest);
    for (std::uint32_t j = from; j < from + block.count; ++j) {
        const Vec3f offset{block.x[j] - self.x, block.y[j] - self.y, block.z[j] - self.z};
        if (lengthSq(offset) < kCoincidentSq) {
            const Vec3f moved = self + coincidentDirection(selfId, block.id[j]) * distance;
            block.x[j] = moved.x;
            block.y[j] = moved.y;
            block.z[j] = moved.z;
        }
    }
}

void moveBack(const PairBlock& block, std::uint32_t from) {
    std::copy_n(block.spare, block.count, block.x + from);
    std::copy_n(block.spare + block.count, block.count, block.y + from);
    std::copy_n(block.spare + 2 * block.count, block.count, block.z + from);
}

}  // namespace shoal::detail
