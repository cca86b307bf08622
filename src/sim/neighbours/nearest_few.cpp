#include "sim/neighbours/nearest_few.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include <shoal/detail/coincident.hpp>
#include <shoal/detail/on_lanes.hpp>

#include "sim/neighbours/left_pack.hpp"

namespace shoal {
namespace {

/// Finds the nearest by an insertion sort: slower, for long lists and equal distances.
void insertAll(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query,
               std::uint32_t wanted, Few& few) {
    struct Entry {
        float distanceSq;
        std::uint32_t id;
        std::uint32_t index;

        bool operator<(const Entry& other) const {
            return std::tie(distanceSq, id) < std::tie(other.distanceSq, other.id);
        }
    };
    const ObserverView<BaselineLanes> view(candidates, observer, query);
    std::array<Entry, Few::kMax> entries;
    std::size_t count = 0;
    float limitSq = query.radiusSq();
    for (std::uint32_t j = 0; j < candidates.count(); j += kLanes) {
        BaselineLanes distanceSq;
        for (unsigned bits = view.seen(j, limitSq, distanceSq).bits(); bits != 0; bits &= bits - 1) {
            const int lane = std::countr_zero(bits);
            const std::uint32_t index = j + static_cast<std::uint32_t>(lane);
            const Entry entry{distanceSq.lane(lane), candidates.id[index], index};
            if (index == observer.index || (count == wanted && !(entry < entries[wanted - 1]))) {
                continue;
            }
            std::size_t at = count < wanted ? count++ : wanted - 1;
            for (; at > 0 && entry < entries[at - 1]; --at) {
                entries[at] = entries[at - 1];
            }
            entries[at] = entry;
        }
        if (count == wanted) {
            // An equally distant candidate may still be chosen, by its id.
            limitSq = std::min(limitSq, std::nextafter(entries[wanted - 1].distanceSq, detail::kFar));
        }
    }
    few.count = static_cast<std::uint32_t>(count);
    std::ranges::transform(entries.begin(), entries.begin() + count, few.index.begin(), &Entry::index);
    if (count == wanted) {
        few.limitSq = entries[wanted - 1].distanceSq;
    }
}

/// Counts, for each lane of `own`, how many of eight distances are shorter.
template <class L, int... Lane>
SHOAL_INLINE void countNearer(const L& eight, const L& own, typename L::WordsType& count,
                              std::integer_sequence<int, Lane...>) {
    const auto compare = [&](const L& one) __attribute__((always_inline)) {
        const typename L::MaskType isNearer = one < own;
        for (int p = 0; p < L::kParts; ++p) {
            count.part[p] -= (typename L::WordsType::Vector)isNearer.part[p];  // true is −1
        }
    };
    (compare(eight.template everywhere<Lane>()), ...);
}

constexpr int kTries = 4;  ///< shorter distances, before the insertion sort

/// How much farther to search than a previous boid needed, as a factor of the squared distance: the number of
/// boids in a ball fluctuates by about 1/√n.
float slackFor(std::uint32_t wanted) {
    return 1.0f + 1.35f / std::sqrt(static_cast<float>(wanted));
}

}  // namespace

void NearestFew::find(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query,
                      Few& few) {
    const auto wanted = std::min(static_cast<std::uint32_t>(query.perception.count), Few::kMax);
    // One object, so that the closure holds one address: copying a larger one stalls on its fresh stores.
    struct {
        NearestFew& self;
        const Candidates& candidates;
        const Observer& observer;
        const NeighbourQuery& query;
        std::uint32_t wanted;
        bool isOrdered;
    } search{*this, candidates, observer, query, wanted, false};
    const auto body = [&search]<class Widest>() __attribute__((always_inline)) {
        search.isOrdered = search.self.listNearest<EightLanes<Widest>>(search.candidates, search.observer,
                                                                       search.query, search.wanted);
    };
    detail::onLanes(query.isa, body);
    few.limitSq = few.closestSq = few.secondSq = std::numeric_limits<float>::infinity();
    if (search.isOrdered) {
        // The observer is the nearest to itself.
        const std::uint32_t first = m_listed > 0 && m_order.index[0] == observer.index ? 1 : 0;
        few.count = std::min(wanted, m_listed - first);
        // A fixed size compiles to a few moves instead of a call.
        std::copy_n(m_order.index.data() + first, Few::kMax, few.index.data());
        if (few.count == wanted) {
            few.limitSq = m_order.distanceSq[first + wanted - 1];
        }
    } else {
        insertAll(candidates, observer, query, wanted, few);
    }
    // Somewhat more than previous boids needed, so that it suffices for nearly all.
    const float neededSq = std::min(few.limitSq, query.radiusSq());
    m_guessSq += 0.25f * (slackFor(wanted) * neededSq - m_guessSq);
}

template <class L>
SHOAL_INLINE bool NearestFew::listNearest(const Candidates& candidates, const Observer& observer,
                                          const NeighbourQuery& query, std::uint32_t wanted) {
    const ObserverView<L> view(candidates, observer, query);
    const float radiusSq = query.radiusSq();
    const float slack = slackFor(wanted);
    // Only candidates within a guessed distance are ordered; if they are too few, a longer distance is tried.
    float guessSq = std::clamp(m_guessSq, 1e-4f * radiusSq, radiusSq);
    list(view, candidates.count(), guessSq);
    for (float growth = slack; m_listed <= wanted && guessSq < radiusSq; growth *= growth) {
        guessSq = std::min(growth * guessSq, radiusSq);
        list(view, candidates.count(), guessSq);
    }
    // And if they are too many, a shorter one: to sort them all would take longer than a few lists.
    const bool isAll = m_listed <= wanted;
    float tooFewSq = 0.0f;
    float tooManySq = guessSq;
    for (int tries = 0; tries < kTries && !isAll && (m_listed <= wanted || m_listed > kMaxListed); ++tries) {
        (m_listed > kMaxListed ? tooManySq : tooFewSq) = guessSq;
        guessSq = tooFewSq + 0.7f * (tooManySq - tooFewSq);
        list(view, candidates.count(), guessSq);
    }
    m_guessSq = guessSq;
    return m_listed <= kMaxListed && (isAll || m_listed > wanted) && order<L>();
}

template <class L>
SHOAL_INLINE void NearestFew::list(const ObserverView<L>& view, std::uint32_t count, float limitSq) {
    static constexpr std::array<std::uint32_t, kLanes> kRamp{0, 1, 2, 3, 4, 5, 6, 7};
    // Everything in locals: the compiler must assume that a store changes any member.
    const L limit(limitSq);
    float* const distances = m_list.distanceSq.data();
    std::uint32_t* const indices = m_list.index.data();
    auto index = L::WordsType::load(kRamp.data());
    std::uint32_t at = 0;
    for (std::uint32_t j = 0; j < count && at <= kMaxListed; j += kLanes) {
        L distanceSq;
        const LeftPack<L> pack(view.seen(j, limit, distanceSq).bits());
        pack.store(distanceSq, distances + at);
        pack.store(index, indices + at);
        at += pack.count();
        index = index + typename L::WordsType(kLanes);
    }
    m_listed = at;
}

template <class L>
SHOAL_INLINE bool NearestFew::order() {
    float* const distances = m_list.distanceSq.data();
    std::uint32_t* const ranks = m_ranks.data();
    const std::uint32_t count = m_listed;
    L(std::numeric_limits<float>::infinity()).store(distances + count);
    // The rank of each is the number of nearer ones.
    for (std::uint32_t begin = 0; begin < count; begin += kLanes) {
        const L own = L::load(distances + begin);
        typename L::WordsType nearer;
        for (std::uint32_t k = 0; k < count; k += kLanes) {
            countNearer(L::load(distances + k), own, nearer, std::make_integer_sequence<int, kLanes>());
        }
        nearer.store(ranks + begin);
    }
    std::uint32_t rankTotal = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
        m_order.distanceSq[ranks[k]] = distances[k];
        m_order.index[ranks[k]] = m_list.index[k];
        rankTotal += ranks[k];
    }
    // Two that are equally distant share a rank, so the ranks do not add up to the expected sum.
    return 2 * rankTotal + count == count * count;
}

}  // namespace shoal
