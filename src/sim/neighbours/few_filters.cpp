#include "sim/neighbours/few_filters.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace shoal {
namespace {

/// From the observer to the few, seen from above [m].
struct Offsets {
    std::array<float, Few::kMax> x;
    std::array<float, Few::kMax> z;
};

/// Whether part of the line that is as near to the observer as to the k-th of the few is nearer to no other.
bool sharesEdge(const Offsets& to, std::uint32_t count, std::uint32_t k) {
    // The line's points are half·(x, z) + t·(−z, x); each other one cuts off those with along·t > limit.
    float low = -std::numeric_limits<float>::infinity();
    float high = std::numeric_limits<float>::infinity();
    for (std::uint32_t j = 0; j < count; ++j) {
        if (j == k) {
            continue;
        }
        const float along = to.x[k] * to.z[j] - to.z[k] * to.x[j];
        const float limit = 0.5f * (to.x[j] * (to.x[j] - to.x[k]) + to.z[j] * (to.z[j] - to.z[k]));
        if (along > 0.0f) {
            high = std::min(high, limit / along);
        } else if (along < 0.0f) {
            low = std::max(low, limit / along);
        } else if (limit < 0.0f) {
            return false;
        }
        if (low >= high) {
            return false;
        }
    }
    return true;
}

Offsets offsetsOf(const Candidates& candidates, const Observer& observer, const Few& few) {
    Offsets to{};
    for (std::uint32_t k = 0; k < few.count; ++k) {
        const std::uint32_t index = few.index[k];
        to.x[k] = candidates.x[index] - observer.position.x;
        to.z[k] = candidates.z[index] - observer.position.z;
    }
    return to;
}

}  // namespace

void keepNearestPerOctant(const Candidates& candidates, const Observer& observer, Few& few) {
    Vec3f ahead = observer.velocity;
    constexpr float kRestSq = 1e-30f;  // [m²/s²] slower, and products of the axes would underflow
    if (lengthSq(ahead) < kRestSq) {
        ahead = {1.0f, 0.0f, 0.0f};
    }
    const bool isVertical = ahead.x == 0.0f && ahead.z == 0.0f;
    const Vec3f level = isVertical ? Vec3f{1.0f, 0.0f, 0.0f} : Vec3f{ahead.x, 0.0f, ahead.z};
    const Vec3f aside{level.z, 0.0f, -level.x};
    const Vec3f above = cross(ahead, aside);
    std::uint32_t taken = 0;  // a bit for each octant
    std::uint32_t kept = 0;
    constexpr std::uint32_t kAll = 0xFF;
    for (std::uint32_t k = 0; k < few.count && taken != kAll; ++k) {
        const std::uint32_t index = few.index[k];
        const Vec3f offset =
            Vec3f{candidates.x[index], candidates.y[index], candidates.z[index]} - observer.position;
        const unsigned octant = (dot(offset, ahead) < 0.0f ? 1U : 0U) |
                                (dot(offset, aside) < 0.0f ? 2U : 0U) | (dot(offset, above) < 0.0f ? 4U : 0U);
        // Without a branch, which would be mispredicted every other time.
        few.index[kept] = index;
        kept += ~taken >> octant & 1U;
        taken |= 1U << octant;
    }
    few.count = kept;
}

void keepVoronoi(const Candidates& candidates, const Observer& observer, Few& few) {
    const Offsets to = offsetsOf(candidates, observer, few);
    const std::uint32_t searched = few.count;
    few.count = 0;
    for (std::uint32_t k = 0; k < searched; ++k) {
        if (sharesEdge(to, searched, k)) {
            few.index[few.count++] = few.index[k];
        }
    }
}

}  // namespace shoal
