#include "sim/neighbours/spread_trio.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include <shoal/detail/on_lanes.hpp>

namespace shoal {
namespace {

constexpr float kNone = std::numeric_limits<float>::infinity();
/// The initial value of a minimum: above any real distance, and below kNone, so that it never ties with an
/// unseen candidate.
constexpr float kBeyond = std::numeric_limits<float>::max();

/// The closest candidate, in one lane or in all.
struct Closest {
    float distanceSq = kNone;  ///< [m²] infinite if there is none
    std::uint32_t index = 0;   ///< the number of candidates if there is none
};

struct Found {
    Closest first;
    Closest second;
    Closest far;
    bool isTied = false;  ///< several are equally distant: the indices are invalid
};

/// The data of a search, in locals: the compiler must assume that a store changes any member.
struct Task {
    const std::uint32_t* id;
    float* distancesSq;  ///< [m²] of the candidates, written by `measure`
    std::uint32_t count;
    std::uint32_t self;  ///< which of them is the observer
    float radiusSq;
    float spreadSq;

    /// The far one is farther than this [m²], so it is neither of the two closest.
    float farThresholdSq(float closestSq, float secondSq) const {
        const float from = closestSq * spreadSq;
        return secondSq < kNone ? std::max(from, secondSq) : from;
    }
};

/// The minimum of all elements.
template <int kShift, class Vector, int... K>
SHOAL_INLINE float minimumOf(const Vector& values, std::integer_sequence<int, K...> elements) {
    if constexpr (kShift == 0) {
        return values[0];
    } else {
        const Vector moved = __builtin_shufflevector(values, values, (K ^ kShift)...);
        return minimumOf<kShift / 2>(detail::smaller(values, moved), elements);
    }
}
template <class L>
SHOAL_INLINE float minimumOf(const L& lanes) {
    auto values = lanes.part[0];
    for (int part = 1; part < L::kParts; ++part) {
        values = detail::smaller(values, lanes.part[part]);
    }
    constexpr int kWidth = L::kCount / L::kParts;
    return minimumOf<kWidth / 2>(values, std::make_integer_sequence<int, kWidth>());
}

/// Indices of the first candidate of each lane, as floats, which hold them exactly.
template <class L>
SHOAL_INLINE L firstIndices() {
    static constexpr std::array<float, 16> kRamp{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return L::load(kRamp.data());
}

/// Returns the closest of all lanes. Sets `isTied` if several lanes hold it.
template <class L>
SHOAL_INLINE Closest closestOf(const L& distanceSq, const L& indices, const Task& task, bool& isTied) {
    const float smallest = minimumOf(distanceSq);
    if (!(smallest < kBeyond)) {
        return {kNone, task.count};
    }
    const unsigned bits = (distanceSq == L(smallest)).bits();
    isTied = isTied || (bits & (bits - 1)) != 0;
    alignas(64) float values[L::kCount];
    indices.store(values);
    // If no bit is set, as with a NaN, take the last: the compiler cannot know that there is one.
    constexpr unsigned kLast = 1U << (L::kCount - 1);
    return {smallest, static_cast<std::uint32_t>(values[std::countr_zero(bits | kLast)])};
}

/// Writes the distance of each candidate, infinite if it is not seen, and finds the two closest.
template <class L>
SHOAL_INLINE void measure(const ObserverView<L>& view, const Task& task, Found& found) {
    const L limit(task.radiusSq);
    const L none(kNone);
    const L self(static_cast<float>(task.self));
    const L step(static_cast<float>(L::kCount));
    L index = firstIndices<L>();
    L closest(kBeyond);
    L second(kBeyond);
    L closestAt;
    L secondAt;
    typename L::MaskType isTied = none < L(0.0f);  // no lane
    for (std::uint32_t j = 0; j < task.count; j += L::kCount) {
        L distanceSq;
        const auto seen = view.seen(j, limit, distanceSq) & !(index == self);
        distanceSq = select(seen, distanceSq, none);
        distanceSq.store(task.distancesSq + j);
        // Nearer candidates may follow in a lane after a tie. The tie then no longer matters; reporting it
        // anyway only costs an unneeded second search by ids.
        isTied = isTied | (distanceSq == closest) | (distanceSq == second);
        const auto isClosest = distanceSq < closest;
        secondAt = select(isClosest, closestAt, select(distanceSq < second, index, secondAt));
        closestAt = select(isClosest, index, closestAt);
        second = min(second, max(closest, distanceSq));
        closest = min(closest, distanceSq);
        index = index + step;
    }
    found.isTied = isTied.bits() != 0;
    found.first = closestOf(closest, closestAt, task, found.isTied);
    const auto holdsFirst = closest == L(found.first.distanceSq);
    found.second = closestOf(select(holdsFirst, second, closest), select(holdsFirst, secondAt, closestAt),
                             task, found.isTied);
    found.far = {kNone, task.count};
}

/// Finds the closest candidate that is farther than `fromSq` [m²].
template <class L>
SHOAL_INLINE void findBeyond(const Task& task, float fromSq, Found& found) {
    const L from(fromSq);
    const L step(static_cast<float>(L::kCount));
    L index = firstIndices<L>();
    L closest(kBeyond);
    L closestAt;
    typename L::MaskType isTied = closest < L(0.0f);  // no lane
    for (std::uint32_t j = 0; j < task.count; j += L::kCount) {
        const L distanceSq = L::load(task.distancesSq + j);
        const auto isBeyond = distanceSq > from;
        const auto isClosest = isBeyond & (distanceSq < closest);
        isTied = isTied | (isBeyond & (distanceSq == closest));
        closestAt = select(isClosest, index, closestAt);
        closest = select(isClosest, distanceSq, closest);
        index = index + step;
    }
    found.isTied = found.isTied || isTied.bits() != 0;
    found.far = closestOf(closest, closestAt, task, found.isTied);
}

/// A search as one object, so that a closure holds one address: copying a larger one stalls on its fresh
/// stores.
struct Search {
    const Candidates& candidates;
    const Observer& observer;
    const NeighbourQuery& query;
    Task task;
    Found found;
};

Task taskFor(Candidates& candidates, const Observer& observer, const NeighbourQuery& query) {
    const float spread = query.perception.spread;
    return {candidates.id.data(), candidates.spare.data(), candidates.count(),
            observer.index,       query.radiusSq(),        spread * spread};
}

/// Finds the closest eligible candidate in a plain loop; ties go to the smallest id.
template <class IsEligible>
std::uint32_t closestThenById(const Task& task, const IsEligible& isEligible) {
    std::uint32_t best = task.count;
    for (std::uint32_t j = 0; j < task.count; ++j) {
        if (task.distancesSq[j] < kNone && isEligible(j) &&
            (best == task.count ||
             std::pair(task.distancesSq[j], task.id[j]) < std::pair(task.distancesSq[best], task.id[best]))) {
            best = j;
        }
    }
    return best;
}

}  // namespace

void findSpreadTrio(Candidates& candidates, const Observer& observer, const NeighbourQuery& query,
                    Few& trio) {
    Search search{candidates, observer, query, taskFor(candidates, observer, query), {}};
    const auto body = [&search]<class L>() __attribute__((always_inline)) {
        const Task task = search.task;
        Found found;
        measure(ObserverView<L>(search.candidates, search.observer, search.query), task, found);
        const float closestSq = found.first.distanceSq;
        if (closestSq * task.spreadSq < task.radiusSq) {
            findBeyond<L>(task, task.farThresholdSq(closestSq, found.second.distanceSq), found);
        }
        search.found = found;
    };
    detail::onLanes(query.isa, body);
    const auto& [first, second, far, isTied] = search.found;
    const Task& task = search.task;
    trio.count = 3;
    trio.index[0] = first.index;
    trio.index[1] = second.index;
    trio.index[2] = far.index;
    trio.closestSq = first.distanceSq;
    trio.secondSq = second.distanceSq;
    const float fromSq = trio.closestSq * task.spreadSq;
    float farSq = far.distanceSq;
    if (isTied) {
        trio.index[0] = closestThenById(task, [](std::uint32_t) { return true; });
        trio.index[1] = closestThenById(task, [&](std::uint32_t j) { return j != trio.index[0]; });
        trio.index[2] = closestThenById(task, [&](std::uint32_t j) {
            return j != trio.index[0] && j != trio.index[1] && task.distancesSq[j] > fromSq;
        });
        const auto distanceSqOf = [&](std::uint32_t j) {
            return j == task.count ? kNone : task.distancesSq[j];
        };
        trio.secondSq = distanceSqOf(trio.index[1]);
        farSq = distanceSqOf(trio.index[2]);
    }
    // If a far one would lie beyond the perception radius, there is none, and the second closest decides.
    trio.limitSq = fromSq < task.radiusSq ? farSq : trio.secondSq;
}

void findFarOfTrio(Candidates& candidates, const Observer& observer, const NeighbourQuery& query, Few& trio) {
    const Task given = taskFor(candidates, observer, query);
    Found found;
    const auto body = [&]<class L>() __attribute__((always_inline)) {
        const Task task = given;
        measure(ObserverView<L>(candidates, observer, query), task, found);
        found.isTied = false;
        findBeyond<L>(task, task.farThresholdSq(trio.closestSq, trio.secondSq), found);
    };
    detail::onLanes(query.isa, body);
    trio.index[2] = found.far.index;
    if (found.isTied) {
        const float farSq = found.far.distanceSq;
        trio.index[2] =
            closestThenById(given, [&](std::uint32_t j) { return given.distancesSq[j] == farSq; });
    }
}

}  // namespace shoal
