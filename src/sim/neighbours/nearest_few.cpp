#include "sim/neighbours/nearest_few.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include <shoal/detail/on_lanes.hpp>
#include <shoal/detail/tie.hpp>

#include "sim/neighbours/left_pack.hpp"

namespace shoal {
namespace {

/// Inserts the nearest in order, one by one: for any number of candidates, with equal distances among them.
Few insertAll(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query,
              std::uint32_t wanted) {
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
            if (entry.id == observer.id || (count == wanted && !(entry < entries[wanted - 1]))) {
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
    Few few;
    few.count = static_cast<std::uint32_t>(count);
    std::ranges::transform(entries.begin(), entries.begin() + count, few.index.begin(), &Entry::index);
    if (count == wanted) {
        few.limitSq = entries[wanted - 1].distanceSq;
    }
    return few;
}

}  // namespace

Few NearestFew::find(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query) {
    const float radiusSq = query.radiusSq();
    const auto wanted = std::min(static_cast<std::uint32_t>(query.perception.count), Few::kMax);
    // Only candidates within a guessed distance are ordered; if they are too few, a longer distance is tried.
    const float slack = 1.0f + 1.35f / std::sqrt(static_cast<float>(wanted));
    float guessSq = std::clamp(m_guessSq, 1e-4f * radiusSq, radiusSq);
    bool isListed = list(candidates, observer, query, guessSq);
    for (float growth = slack; isListed && m_listed <= wanted && guessSq < radiusSq; growth *= growth) {
        guessSq = std::min(growth * guessSq, radiusSq);
        isListed = list(candidates, observer, query, guessSq);
    }
    Few few;
    if (isListed && order(query.isa)) {
        // The observer is the nearest to itself.
        const std::uint32_t first = m_listed > 0 && candidates.id[m_order.index[0]] == observer.id ? 1 : 0;
        few.count = std::min(wanted, m_listed - first);
        std::copy_n(m_order.index.data() + first, few.count, few.index.data());
        if (few.count == wanted) {
            few.limitSq = m_order.distanceSq[first + wanted - 1];
        }
    } else {
        few = insertAll(candidates, observer, query, wanted);
    }
    // Somewhat more than previous boids needed, so that it suffices for nearly all.
    const float neededSq = std::min(few.limitSq, radiusSq);
    m_guessSq = guessSq + 0.25f * (slack * neededSq - guessSq);
    return few;
}

bool NearestFew::list(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query,
                      float limitSq) {
    std::uint32_t listed = 0;
    const auto body = [&]<class Widest>() __attribute__((always_inline)) {
        using L = EightLanes<Widest>;
        static constexpr std::array<std::uint32_t, kLanes> kRamp{0, 1, 2, 3, 4, 5, 6, 7};
        // Everything in locals: the compiler must assume that a store changes any member.
        const ObserverView<L> view(candidates, observer, query);
        const L limit(limitSq);
        float* const distances = m_list.distanceSq.data();
        std::uint32_t* const indices = m_list.index.data();
        const std::uint32_t count = candidates.count();
        auto index = L::WordsType::load(kRamp.data());
        std::uint32_t at = 0;
        for (std::uint32_t j = 0; j < count && at <= kListed; j += kLanes) {
            L distanceSq;
            const LeftPack<L> pack(view.seen(j, limit, distanceSq).bits());
            pack.store(distanceSq, distances + at);
            pack.store(index, indices + at);
            at += pack.count();
            index = index + typename L::WordsType(kLanes);
        }
        listed = at;
    };
    detail::onLanes(query.isa, body);
    m_listed = listed;
    return listed <= kListed;
}

bool NearestFew::order(Isa isa) {
    // The rank of each is the number of nearer ones.
    const auto body = [this]<class Widest>() __attribute__((always_inline)) {
        using L = EightLanes<Widest>;
        const float* const distances = m_list.distanceSq.data();
        std::uint32_t* const ranks = m_ranks.data();
        const std::uint32_t count = m_listed;
        for (std::uint32_t begin = 0; begin < count; begin += kLanes) {
            const L own = L::load(distances + begin);
            L nearer;
            for (std::uint32_t k = 0; k < count; ++k) {
                addWhere(L(distances[k]) < own, nearer, L(1.0f));
            }
            wholePart(nearer).store(ranks + begin);
        }
    };
    detail::onLanes(isa, body);
    std::uint32_t rankTotal = 0;
    for (std::uint32_t k = 0; k < m_listed; ++k) {
        m_order.distanceSq[m_ranks[k]] = m_list.distanceSq[k];
        m_order.index[m_ranks[k]] = m_list.index[k];
        rankTotal += m_ranks[k];
    }
    // Two that are equally distant share a rank, so the ranks do not add up to the expected sum.
    return 2 * rankTotal + m_listed == m_listed * m_listed;
}

}  // namespace shoal
