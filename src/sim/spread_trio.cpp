#include "sim/spread_trio.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/neighbour_finder.hpp"

namespace shoal {
namespace {

using Distances = SpreadTrio::Distances;
constexpr float kNone = SpreadTrio::kNone;

/// What a search works on, in locals: a store might change any member, for all that the compiler knows.
struct Task {
    const std::uint32_t* id;
    float* distancesSq;  ///< [m²] of the candidates, written by `measure`
    std::uint32_t count;
    std::uint32_t self;  ///< which of them looks
    float radiusSq;
    float spreadSq;

    /// Farther than this [m²] is the far one, and none of the two closest.
    float farFrom(const Distances& pair) const {
        const float from = pair.closestSq * spreadSq;
        return pair.secondSq < kNone ? std::max(from, pair.secondSq) : from;
    }
};

using Found = SpreadTrio::Found;

/// The least of all lanes.
template <class L>
SHOAL_INLINE float leastOf(const L& lanes) {
    // Folded by halves.
    if constexpr (L::kParts == 2) {
        auto least = detail::smaller(lanes.part[0], lanes.part[1]);
        least = detail::smaller(least, __builtin_shufflevector(least, least, 2, 3, 0, 1));
        least = detail::smaller(least, __builtin_shufflevector(least, least, 1, 0, 3, 2));
        return least[0];
    } else if constexpr (L::kCount == kLanes) {
        auto least = lanes.part[0];
        least = detail::smaller(least, __builtin_shufflevector(least, least, 4, 5, 6, 7, 0, 1, 2, 3));
        least = detail::smaller(least, __builtin_shufflevector(least, least, 2, 3, 0, 1, 6, 7, 4, 5));
        least = detail::smaller(least, __builtin_shufflevector(least, least, 1, 0, 3, 2, 5, 4, 7, 6));
        return least[0];
    } else {
        auto least = lanes.part[0];
        least = detail::smaller(least, __builtin_shufflevector(least, least, 8, 9, 10, 11, 12, 13, 14, 15, 0,
                                                               1, 2, 3, 4, 5, 6, 7));
        least = detail::smaller(least, __builtin_shufflevector(least, least, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13,
                                                               14, 15, 8, 9, 10, 11));
        least = detail::smaller(least, __builtin_shufflevector(least, least, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11,
                                                               8, 9, 14, 15, 12, 13));
        least = detail::smaller(least, __builtin_shufflevector(least, least, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11,
                                                               10, 13, 12, 15, 14));
        return least[0];
    }
}

/// Writes down how far each candidate is, infinitely for whoever is not seen. Returns the two least.
template <class L>
SHOAL_INLINE Distances measure(const OnlookerView<L>& view, const Task& task) {
    using Words = typename L::WordsType;
    static constexpr std::array<std::uint32_t, 16> kRamp{0, 1, 2,  3,  4,  5,  6,  7,
                                                         8, 9, 10, 11, 12, 13, 14, 15};
    const L limit(task.radiusSq);
    const L none(kNone);
    const Words self(task.self);
    const Words step(L::kCount);
    Words index = Words::load(kRamp.data());
    L closest = none;
    L second = none;
    for (std::uint32_t j = 0; j < task.count; j += L::kCount) {
        L distanceSq;
        const auto seen = view.seen(j, limit, distanceSq) & !(index == self);
        distanceSq = select(seen, distanceSq, none);
        distanceSq.store(task.distancesSq + j);
        second = min(second, max(closest, distanceSq));
        closest = min(closest, distanceSq);
        index = index + step;
    }
    Distances pair;
    pair.closestSq = leastOf(closest);
    const auto isClosest = closest == L(pair.closestSq);
    // Where two lanes hold equally close ones, the second is as close.
    const unsigned bits = isClosest.bits();
    pair.secondSq = (bits & (bits - 1)) != 0 ? pair.closestSq : leastOf(select(isClosest, second, closest));
    return pair;
}

/// The closest that is farther than this [m²].
template <class L>
SHOAL_INLINE float closestBeyond(const Task& task, float fromSq) {
    const L from(fromSq);
    const L none(kNone);
    L closest = none;
    for (std::uint32_t j = 0; j < task.count; j += L::kCount) {
        const L distanceSq = L::load(task.distancesSq + j);
        closest = min(closest, select(distanceSq > from, distanceSq, none));
    }
    return leastOf(closest);
}

/// Which of the candidates from `first` on, sixty-four at most, are as close as `close` or as far as `far`.
template <class L>
SHOAL_INLINE std::uint64_t hitsFrom(const Task& task, std::uint32_t first, const L& close, const L& far) {
    const std::uint32_t end = std::min(first + 64, task.count);
    std::uint64_t hits = 0;
    for (std::uint32_t j = first; j < end; j += L::kCount) {
        const L distanceSq = L::load(task.distancesSq + j);
        hits |= std::uint64_t{((distanceSq <= close) | (distanceSq == far)).bits()} << (j - first);
    }
    return hits;
}

/// Finds out who they are that are so far away; of the two closest only where there are any in `pair`.
template <class L>
SHOAL_INLINE void identify(const Task& task, const Distances& pair, Found& found) {
    const float closestSq = pair.closestSq < kNone ? pair.closestSq : -1.0f;
    const float closeSq = pair.secondSq < kNone ? pair.secondSq : closestSq;
    const float farSq = found.distances.farSq < kNone ? found.distances.farSq : -1.0f;
    const L close(closeSq);
    const L far(farSq);
    std::uint32_t hits = 0;
    // Many at a time, and no branch but for their number: where they are is not to be predicted.
    for (std::uint32_t first = 0; first < task.count; first += 128) {
        std::uint64_t low = hitsFrom(task, first, close, far);
        std::uint64_t high = hitsFrom(task, first + 64, close, far);
        while ((low | high) != 0) {
            const bool isLow = low != 0;
            const std::uint64_t word = isLow ? low : high;
            const std::uint64_t rest = word & (word - 1);
            low = isLow ? rest : 0;
            high = isLow ? high : rest;
            const std::uint32_t index =
                first + (isLow ? 0U : 64U) + static_cast<std::uint32_t>(std::countr_zero(word));
            const float distanceSq = task.distancesSq[index];
            const auto place = static_cast<std::size_t>(distanceSq > closestSq) +
                               static_cast<std::size_t>(distanceSq > closeSq);
            found.index[place] = index;
            ++hits;
        }
    }
    const auto wanted = static_cast<std::uint32_t>(pair.closestSq < kNone) +
                        static_cast<std::uint32_t>(pair.secondSq < kNone) +
                        static_cast<std::uint32_t>(found.distances.farSq < kNone);
    found.isTied = hits != wanted || (pair.closestSq == pair.secondSq && pair.closestSq < kNone);
}

/// What a search is given.
struct Given {
    const Candidates& candidates;
    const Onlooker& onlooker;
    const Sight& sight;
    const Task& task;
};

template <class L>
SHOAL_INLINE OnlookerView<L> viewOf(const Given& given) {
    return {given.candidates, given.onlooker, given.sight.hasBlindCone(), given.sight.blindCosine};
}

template <class L>
SHOAL_INLINE void lookForAll(const Given& given, Found& found) {
    const Task task = given.task;
    Distances& distances = found.distances;
    distances = measure(viewOf<L>(given), task);
    if (distances.closestSq < kNone) {
        const bool canBeFar = distances.closestSq * task.spreadSq < task.radiusSq;
        distances.farSq = canBeFar ? closestBeyond<L>(task, task.farFrom(distances)) : kNone;
        identify<L>(task, distances, found);
    }
}

/// The far one alone, of an onlooker whose two closest are known.
template <class L>
SHOAL_INLINE void lookForFar(const Given& given, Found& found) {
    const Task task = given.task;
    measure(viewOf<L>(given), task);
    found.distances.farSq = closestBeyond<L>(task, task.farFrom(found.distances));
    identify<L>(task, Distances{}, found);
}

#if defined(__x86_64__)
[[gnu::target("avx2,popcnt"), gnu::flatten, gnu::noinline]] void lookForAllAvx2(const Given& given,
                                                                                Found& found) {
    lookForAll<Avx2Lanes>(given, found);
}
[[gnu::target("avx2,popcnt"), gnu::flatten, gnu::noinline]] void lookForFarAvx2(const Given& given,
                                                                                Found& found) {
    lookForFar<Avx2Lanes>(given, found);
}
[[gnu::target(SHOAL_AVX512), gnu::flatten, gnu::noinline]] void lookForAllAvx512(const Given& given,
                                                                                 Found& found) {
    lookForAll<Avx512Lanes>(given, found);
}
[[gnu::target(SHOAL_AVX512), gnu::flatten, gnu::noinline]] void lookForFarAvx512(const Given& given,
                                                                                 Found& found) {
    lookForFar<Avx512Lanes>(given, found);
}
#endif

void lookForAll(const Given& given, Found& found) {
#if defined(__x86_64__)
    if (given.sight.isa == Isa::avx512) {
        return lookForAllAvx512(given, found);
    }
    if (given.sight.isa == Isa::avx2) {
        return lookForAllAvx2(given, found);
    }
#endif
    lookForAll<BaselineLanes>(given, found);
}

void lookForFar(const Given& given, Found& found) {
#if defined(__x86_64__)
    if (given.sight.isa == Isa::avx512) {
        return lookForFarAvx512(given, found);
    }
    if (given.sight.isa == Isa::avx2) {
        return lookForFarAvx2(given, found);
    }
#endif
    lookForFar<BaselineLanes>(given, found);
}

/// Where several are equally far, and so ids decide: of those eligible the closest, the plain way.
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

Task taskFor(Candidates& candidates, std::uint32_t selfIndex, const Sight& sight) {
    const Perception& perception = sight.perception;
    return {candidates.id.data(),
            candidates.spare.data(),
            candidates.count(),
            selfIndex,
            perception.radius * perception.radius,
            perception.spread * perception.spread};
}

}  // namespace

void SpreadTrio::find(Candidates& candidates, std::uint32_t selfIndex, const Onlooker& onlooker,
                      const Sight& sight) {
    const Task task = taskFor(candidates, selfIndex, sight);
    m_found.index.fill(task.count);
    m_found.distances = {};
    m_found.isTied = false;
    lookForAll({candidates, onlooker, sight, task}, m_found);
    if (m_found.isTied) {
        chooseAllByIds(task, m_found);
    }
}

void SpreadTrio::findFar(Candidates& candidates, std::uint32_t selfIndex, const Onlooker& onlooker,
                         const Sight& sight, const Distances& known) {
    const Task task = taskFor(candidates, selfIndex, sight);
    m_found.index.fill(task.count);
    m_found.distances = known;
    lookForFar({candidates, onlooker, sight, task}, m_found);
    if (m_found.isTied) {
        chooseFarById(task, m_found);
    }
}

float SpreadTrio::limitSq(const Sight& sight) const {
    const Perception& perception = sight.perception;
    // Where the far one would have to be farther than anybody is seen, the two closest are all.
    const bool canBeFar = m_found.distances.closestSq * perception.spread * perception.spread <
                          perception.radius * perception.radius;
    return canBeFar ? m_found.distances.farSq : m_found.distances.secondSq;
}

}  // namespace shoal
