#include "sim/neighbours/spread_trio.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <shoal/detail/on_lanes.hpp>

namespace shoal {
namespace {

constexpr float kNone = std::numeric_limits<float>::infinity();

/// A candidate, or none. An unseen one, infinitely far away, is not nearer than none.
struct Near {
    float distanceSq = kNone;  ///< [m²]
    std::uint32_t id = 0;
    std::uint32_t index = 0;

    bool isNearerThan(const Near& other) const {
        return distanceSq < other.distanceSq || (distanceSq == other.distanceSq && id < other.id);
    }
};

/// Writes each candidate's squared distance to `spare`: infinite if the observer does not see it, or is it.
void measure(Candidates& candidates, const Observer& observer, const NeighbourQuery& query) {
    const auto body = [&]<class L>() __attribute__((always_inline)) {
        // In locals: the compiler must assume that a store changes any member.
        const ObserverView<L> view(candidates, observer, query);
        const std::uint32_t count = candidates.count();
        float* const distancesSq = candidates.spare.data();
        const L limit(query.radiusSq());
        for (std::uint32_t j = 0; j < count; j += L::kCount) {
            L distanceSq;
            const auto seen = view.seen(j, limit, distanceSq);
            select(seen, distanceSq, L(kNone)).store(distancesSq + j);
        }
    };
    detail::onLanes(query.isa, body);
    if (observer.index < candidates.count()) {
        candidates.spare[observer.index] = kNone;
    }
}

/// Finds the nearest of the measured candidates that is farther than `fromSq` [m²], except one.
Near nearestBeyond(const Candidates& candidates, float fromSq, std::uint32_t except) {
    Near nearest{.index = candidates.count()};
    for (std::uint32_t j = 0; j < candidates.count(); ++j) {
        const Near near{candidates.spare[j], candidates.id[j], j};
        if (near.distanceSq > fromSq && near.isNearerThan(nearest) && j != except) {
            nearest = near;
        }
    }
    return nearest;
}

}  // namespace

void findSpreadTrio(Candidates& candidates, const Observer& observer, const NeighbourQuery& query,
                    Few& trio) {
    measure(candidates, observer, query);
    Near first{.index = candidates.count()};
    Near second = first;
    Near far = first;
    for (std::uint32_t j = 0; j < candidates.count(); ++j) {
        const Near near{candidates.spare[j], candidates.id[j], j};
        if (near.isNearerThan(first)) {
            second = std::exchange(first, near);
        } else if (near.isNearerThan(second)) {
            second = near;
        }
    }
    const float fromSq = first.distanceSq * (query.perception.spread * query.perception.spread);
    const bool mayBeFar = fromSq < query.radiusSq();
    if (mayBeFar) {
        far = nearestBeyond(candidates, fromSq, second.index);
    }
    trio.count = 3;
    trio.index[0] = first.index;
    trio.index[1] = second.index;
    trio.index[2] = far.index;
    trio.closestSq = first.distanceSq;
    trio.secondSq = second.distanceSq;
    // If a far one would lie beyond the perception radius, there is none, and the second closest decides.
    trio.limitSq = mayBeFar ? far.distanceSq : second.distanceSq;
}

void findFarOfTrio(Candidates& candidates, const Observer& observer, const NeighbourQuery& query, Few& trio) {
    measure(candidates, observer, query);
    const float fromSq = trio.closestSq * (query.perception.spread * query.perception.spread);
    // Farther than both of the closest, which the candidates may hold or lack.
    const float farFromSq = trio.secondSq < kNone ? std::max(fromSq, trio.secondSq) : fromSq;
    trio.index[2] = nearestBeyond(candidates, farFromSq, candidates.count()).index;
}

}  // namespace shoal
