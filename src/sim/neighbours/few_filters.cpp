#include "sim/neighbours/few_filters.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include <shoal/detail/on_lanes.hpp>

namespace shoal {
namespace {

/// From the observer to the few, nearest first, in whole vectors [m].
struct Offsets {
    alignas(32) std::array<float, Few::kMax> x;
    alignas(32) std::array<float, Few::kMax> y;
    alignas(32) std::array<float, Few::kMax> z;
};

/// Returns a bit for each of the few that is hidden. Bits beyond `count` are undefined.
template <class L>
SHOAL_INLINE std::uint32_t hiddenOf(const Offsets& to, std::uint32_t count, float radiusSq) {
    std::uint32_t hidden = 0;
    for (std::uint32_t k = 0; k + 1 < count; ++k) {
        if ((hidden >> k & 1U) != 0) {
            continue;
        }
        const Vec3<L> nearer{L(to.x[k]), L(to.y[k]), L(to.z[k])};
        const std::uint32_t farther = ~0U << k << 1;
        for (std::uint32_t j = (k + 1) / kLanes * kLanes; j < count; j += kLanes) {
            const Vec3<L> offset{L::load(&to.x[j]), L::load(&to.y[j]), L::load(&to.z[j])};
            // |o × p| / |o| is the distance from p to the line along o. Unlike |p|² − (o·p)² / |o|², it loses
            // no digits where that distance is small.
            const L along = dot(offset, nearer);
            const L asideSq = lengthSq(cross(offset, nearer));
            const auto isHidden = (along > L(0.0f)) & (asideSq < L(radiusSq) * lengthSq(offset));
            hidden |= isHidden.bits() << j & farther;
        }
    }
    return hidden;
}

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
        to.y[k] = candidates.y[index] - observer.position.y;
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

void keepVisible(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query,
                 Few& few) {
    const Offsets to = offsetsOf(candidates, observer, few);
    // One object, so that the closure holds one address: copying a larger one stalls on its fresh stores.
    struct {
        const Offsets& to;
        std::uint32_t count;
        float radiusSq;
        std::uint32_t hidden;
    } search{to, few.count, query.perception.bodyRadius * query.perception.bodyRadius, 0};
    const auto body = [&search]<class Widest>() __attribute__((always_inline)) {
        search.hidden = hiddenOf<EightLanes<Widest>>(search.to, search.count, search.radiusSq);
    };
    detail::onLanes(query.isa, body);
    std::uint32_t kept = 0;
    for (std::uint32_t k = 0; k < few.count; ++k) {
        if ((search.hidden >> k & 1U) == 0) {
            few.index[kept++] = few.index[k];
        }
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
