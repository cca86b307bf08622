#include "sim/neighbours/spread_trio.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include <shoal/detail/on_lanes.hpp>

#include "sim/neighbours/neighbour_finder.hpp"

namespace shoal {
namespace {

using Distances = SpreadTrio::Distances;
constexpr float kNone = SpreadTrio::kNone;

/// The data of a search, in locals: the compiler must assume that a store changes any member.
struct Task {
    const std::uint32_t* id;
    float* distancesSq;  ///< [m²] of the candidates, written by `measure`
    std::uint32_t count;
    std::uint32_t self;  ///< which of them is the observer
    float radiusSq;
    float spreadSq;

    /// The far one is farther than this [m²], and so is neither of the two closest.
    float farFrom(const Distances& pair) const {
        const float from = pair.closestSq * spreadSq;
        return pair.secondSq < kNone ? std::max(from, pair.secondSq) : from;
    }
};

using Found = SpreadTrio::Found;

/// The minimum of all lanes.
template <class L>
SHOAL_INLINE float minOf(const L& lanes) {
    // Fold in halves.
    if constexpr (L::kParts == 2) {
        auto smallest = detail::smaller(lanes.part[0], lanes.part[1]);
        smallest = detail::smaller(smallest, __builtin_shufflevector(smallest, smallest, 2, 3, 0, 1));
        smallest = detail::smaller(smallest, __builtin_shufflevector(smallest, smallest, 1, 0, 3, 2));
        return smallest[0];
    } else if constexpr (L::kCount == kLanes) {
        auto smallest = lanes.part[0];
        smallest =
            detail::smaller(smallest, __builtin_shufflevector(smallest, smallest, 4, 5, 6, 7, 0, 1, 2, 3));
        smallest =
            detail::smaller(smallest, __builtin_shufflevector(smallest, smallest, 2, 3, 0, 1, 6, 7, 4, 5));
        smallest =
            detail::smaller(smallest, __builtin_shufflevector(smallest, smallest, 1, 0, 3, 2, 5, 4, 7, 6));
        return smallest[0];
    } else {
        auto smallest = lanes.part[0];
        smallest = detail::smaller(smallest, __builtin_shufflevector(smallest, smallest, 8, 9, 10, 11, 12, 13,
                                                                     14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
        smallest = detail::smaller(smallest, __builtin_shufflevector(smallest, smallest, 4, 5, 6, 7, 0, 1, 2,
                                                                     3, 12, 13, 14, 15, 8, 9, 10, 11));
        smallest = detail::smaller(smallest, __builtin_shufflevector(smallest, smallest, 2, 3, 0, 1, 6, 7, 4,
                                                                     5, 10, 11, 8, 9, 14, 15, 12, 13));
        smallest = detail::smaller(smallest, __builtin_shufflevector(smallest, smallest, 1, 0, 3, 2, 5, 4, 7,
                                                                     6, 9, 8, 11, 10, 13, 12, 15, 14));
        return smallest[0];
    }
}

/// Beyond everything that is seen, yet below the distance of an unseen candidate: the two never count as
/// equally distant.
constexpr float kBeyond = std::numeric_limits<float>::max();
constexpr float orNone(float distanceSq) {
    return distanceSq < kBeyond ? distanceSq : kNone;
}

/// Index of each lane's first candidate, as a float, which holds it exactly.
template <class L>
SHOAL_INLINE L firstNumbers() {
    static constexpr std::array<float, 16> kRamp{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return L::load(kRamp.data());
}

/// The minimum of all lanes, and the value of another vector in the same lane.
struct Smallest {
    float distanceSq = kBeyond;
    std::uint32_t index = 0;
    bool isTied = false;  ///< several lanes hold it
};
template <class L>
SHOAL_INLINE Smallest minOf(const L& distanceSq, const L& numbers) {
    Smallest smallest;
    smallest.distanceSq = minOf(distanceSq);
    const unsigned bits = (distanceSq == L(smallest.distanceSq)).bits();
    alignas(64) float values[L::kCount];
    numbers.store(values);
    // If no bit is set, as with a NaN, take the last: the compiler cannot know that there is one.
    constexpr unsigned kLast = 1U << (L::kCount - 1);
    smallest.index = static_cast<std::uint32_t>(values[std::countr_zero(bits | kLast)]);
    smallest.isTied = smallest.distanceSq < kBeyond && (bits & (bits - 1)) != 0;
    return smallest;
}

/// Writes the distance of each candidate, infinite if it is not seen, and finds the two closest.
template <class L>
SHOAL_INLINE void measure(const ObserverView<L>& view, const Task& task, Found& found) {
    const L limit(task.radiusSq);
    const L none(kNone);
    const L self(static_cast<float>(task.self));
    const L step(static_cast<float>(L::kCount));
    L number = firstNumbers<L>();
    L closest(kBeyond);
    L second(kBeyond);
    L closestAt;
    L secondAt;
    typename L::MaskType isTied = none < L(0.0f);  // no lane
    for (std::uint32_t j = 0; j < task.count; j += L::kCount) {
        L distanceSq;
        const auto seen = view.seen(j, limit, distanceSq) & !(number == self);
        distanceSq = select(seen, distanceSq, none);
        distanceSq.store(task.distancesSq + j);
        // Nearer candidates may follow in a lane after a tie. The tie then no longer matters; reporting it
        // anyway only costs an unneeded second search by ids.
        isTied = isTied | (distanceSq == closest) | (distanceSq == second);
        const auto isClosest = distanceSq < closest;
        secondAt = select(isClosest, closestAt, select(distanceSq < second, number, secondAt));
        closestAt = select(isClosest, number, closestAt);
        second = min(second, max(closest, distanceSq));
        closest = min(closest, distanceSq);
        number = number + step;
    }
    const Smallest first = minOf(closest, closestAt);
    const auto holdsFirst = closest == L(first.distanceSq);
    const Smallest next = minOf(select(holdsFirst, second, closest), select(holdsFirst, secondAt, closestAt));
    found.distances = {orNone(first.distanceSq), orNone(next.distanceSq), kNone};
    found.index = {first.distanceSq < kBeyond ? first.index : task.count,
                   next.distanceSq < kBeyond ? next.index : task.count, task.count};
    found.isTied = isTied.bits() != 0 || first.isTied || next.isTied;
}

/// Finds the closest candidate that is farther than this [m²].
template <class L>
SHOAL_INLINE void findBeyond(const Task& task, float fromSq, Found& found) {
    const L from(fromSq);
    const L step(static_cast<float>(L::kCount));
    L number = firstNumbers<L>();
    L closest(kBeyond);
    L closestAt;
    typename L::MaskType isTied = closest < L(0.0f);  // no lane
    for (std::uint32_t j = 0; j < task.count; j += L::kCount) {
        const L distanceSq = L::load(task.distancesSq + j);
        const auto isBeyond = distanceSq > from;
        const auto isClosest = isBeyond & (distanceSq < closest);
        isTied = isTied | (isBeyond & (distanceSq == closest));
        closestAt = select(isClosest, number, closestAt);
        closest = select(isClosest, distanceSq, closest);
        number = number + step;
    }
    const Smallest smallest = minOf(closest, closestAt);
    found.distances.farSq = orNone(smallest.distanceSq);
    found.index[2] = smallest.distanceSq < kBeyond ? smallest.index : task.count;
    found.isTied = found.isTied || isTied.bits() != 0 || smallest.isTied;
}

/// The input of a search.
struct Given {
    const Candidates& candidates;
    const Observer& observer;
    const NeighbourQuery& query;
    const Task& task;
};

template <class L>
SHOAL_INLINE ObserverView<L> viewOf(const Given& given) {
    return {given.candidates, given.observer, given.query.hasBlindCone(), given.query.blindCosine};
}

template <class L>
SHOAL_INLINE void searchAll(const Given& given, Found& found) {
    const Task task = given.task;
    measure(viewOf<L>(given), task, found);
    if (found.distances.closestSq * task.spreadSq < task.radiusSq) {
        findBeyond<L>(task, task.farFrom(found.distances), found);
    }
}

/// Finds only the far one, for an observer whose two closest are known.
template <class L>
SHOAL_INLINE void searchFar(const Given& given, Found& found) {
    const Task task = given.task;
    const Distances known = found.distances;
    measure(viewOf<L>(given), task, found);
    found.distances = known;
    found.isTied = false;
    findBeyond<L>(task, task.farFrom(known), found);
}

void searchAll(const Given& given, Found& found) {
    detail::onLanes(
        given.query.isa, [&]<class L>() __attribute__((always_inline)) { searchAll<L>(given, found); });
}

void searchFar(const Given& given, Found& found) {
    detail::onLanes(
        given.query.isa, [&]<class L>() __attribute__((always_inline)) { searchFar<L>(given, found); });
}

/// Finds the closest eligible candidate in a plain loop; of equally distant ones, that of the smallest id.
template <class IsEligible>
std::uint32_t closestById(const Task& task, const IsEligible& isEligible) {
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

void chooseAllByIds(const Task& task, Found& found) {
    // No structured binding: clang 14 does not capture one.
    std::uint32_t& first = found.index[0];
    std::uint32_t& second = found.index[1];
    std::uint32_t& far = found.index[2];
    first = closestById(task, [](std::uint32_t) { return true; });
    second = closestById(task, [&](std::uint32_t j) { return j != first; });
    const float fromSq = found.distances.closestSq * task.spreadSq;
    far = closestById(
        task, [&](std::uint32_t j) { return j != first && j != second && task.distancesSq[j] > fromSq; });
    found.distances.farSq = far == task.count ? kNone : task.distancesSq[far];
}

void chooseFarById(const Task& task, Found& found) {
    const float farSq = found.distances.farSq;
    found.index[2] = closestById(task, [&](std::uint32_t j) { return task.distancesSq[j] == farSq; });
}

Task taskFor(Candidates& candidates, std::uint32_t selfIndex, const NeighbourQuery& query) {
    const Perception& perception = query.perception;
    return {candidates.id.data(),
            candidates.spare.data(),
            candidates.count(),
            selfIndex,
            perception.radius * perception.radius,
            perception.spread * perception.spread};
}

}  // namespace

void SpreadTrio::find(Candidates& candidates, std::uint32_t selfIndex, const Observer& observer,
                      const NeighbourQuery& query) {
    const Task task = taskFor(candidates, selfIndex, query);
    searchAll({candidates, observer, query, task}, m_found);
    if (m_found.isTied) {
        chooseAllByIds(task, m_found);
    }
}

void SpreadTrio::findFar(Candidates& candidates, std::uint32_t selfIndex, const Observer& observer,
                         const NeighbourQuery& query, const Distances& known) {
    const Task task = taskFor(candidates, selfIndex, query);
    m_found.distances = known;
    searchFar({candidates, observer, query, task}, m_found);
    if (m_found.isTied) {
        chooseFarById(task, m_found);
    }
}

float SpreadTrio::limitSq(const NeighbourQuery& query) const {
    const Perception& perception = query.perception;
    // If the far one would have to be farther than the perception radius, the two closest are all.
    const bool canBeFar = m_found.distances.closestSq * perception.spread * perception.spread <
                          perception.radius * perception.radius;
    return canBeFar ? m_found.distances.farSq : m_found.distances.secondSq;
}

}  // namespace shoal
