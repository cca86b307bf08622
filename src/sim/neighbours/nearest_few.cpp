#include "sim/neighbours/nearest_few.hpp"

#include <algorithm>
#include <cmath>

#include <shoal/blocks.hpp>
#include <shoal/detail/tie.hpp>

#include "sim/neighbours/left_pack.hpp"
#include "sim/neighbours/neighbour_finder.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace shoal {
namespace {

template <class L>
SHOAL_INLINE ObserverView<L> viewOf(const Candidates& candidates, const Observer& observer,
                                    const NeighbourQuery& query) {
    return {candidates, observer, query.hasBlindCone(), query.blindCosine};
}

/// Calls `visit(index, distanceSq)` for each of eight candidates from `begin` on that is seen within the
/// limit.
template <class Visit>
void forEachSeen(const ObserverView<BaselineLanes>& view, std::uint32_t begin, float limitSq,
                 const Visit& visit) {
    BaselineLanes distanceSq;
    unsigned bits = view.seen(begin, BaselineLanes(limitSq), distanceSq).bits();
    alignas(32) float distances[kLanes];
    distanceSq.store(distances);
    for (; bits != 0; bits &= bits - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(bits));
        visit(begin + lane, distances[lane]);
    }
}

}  // namespace

void NearestFew::find(const Candidates& candidates, std::uint32_t selfIndex, const Observer& observer,
                      const NeighbourQuery& query) {
    const float radiusSq = query.perception.radius * query.perception.radius;
    m_few = std::min(query.perception.count, kMax);
    m_first = selfIndex < candidates.count() ? 1 : 0;
    const auto wanted = static_cast<std::uint32_t>(m_few) + static_cast<std::uint32_t>(m_first);
    // Only candidates within a guessed distance are ordered; if they are too few, a longer distance is tried.
    const float slack = 1.0f + 1.35f / std::sqrt(static_cast<float>(m_few));
    float guessSq = std::clamp(m_guessSq, 1e-4f * radiusSq, radiusSq);
    bool isListed = list(candidates, observer, query, guessSq);
    for (float growth = slack; isListed && m_listed < wanted && guessSq < radiusSq; growth *= growth) {
        guessSq = std::min(growth * guessSq, radiusSq);
        isListed = list(candidates, observer, query, guessSq);
    }
    if (isListed && m_listed >= m_first && order(query) && (m_first == 0 || m_order.index[0] == selfIndex)) {
        m_count = std::min(m_few, static_cast<int>(m_listed) - static_cast<int>(m_first));
    } else {
        insertAll(candidates, selfIndex, observer, query);
    }
    // Somewhat more than previous boids needed, so that it suffices for nearly all.
    const float neededSq = m_count == m_few ? limitSq() : radiusSq;
    m_guessSq = guessSq + 0.25f * (slack * neededSq - guessSq);
}

bool NearestFew::list(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query,
                      float limitSq) {
#if defined(__x86_64__)
    if (query.isa >= Isa::avx2) {
        return listAvx2(candidates, observer, query, limitSq);
    }
#endif
    return listBaseline(candidates, observer, query, limitSq);
}

bool NearestFew::listBaseline(const Candidates& candidates, const Observer& observer,
                              const NeighbourQuery& query, float limitSq) {
    const auto view = viewOf<BaselineLanes>(candidates, observer, query);
    m_listed = 0;
    for (std::uint32_t j = 0; j < candidates.count(); j += kLanes) {
        forEachSeen(view, j, limitSq, [&](std::uint32_t index, float distanceSq) {
            m_list.distanceSq[m_listed] = distanceSq;
            m_list.index[m_listed] = index;
            ++m_listed;
        });
        if (m_listed > kListed) {
            return false;
        }
    }
    return true;
}

#if defined(__x86_64__)
[[gnu::target("avx2"), gnu::flatten]] bool NearestFew::listAvx2(const Candidates& candidates,
                                                                const Observer& observer,
                                                                const NeighbourQuery& query, float limitSq) {
    // Everything in locals: the compiler must assume that a store changes any member.
    const auto view = viewOf<Avx2Lanes>(candidates, observer, query);
    const Avx2Lanes limits(limitSq);
    float* const distances = m_list.distanceSq.data();
    std::uint32_t* const indices = m_list.index.data();
    const std::uint32_t count = candidates.count();
    const __m256i eight = _mm256_set1_epi32(kLanes);
    __m256i index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    std::uint32_t at = 0;
    for (std::uint32_t j = 0; j < count && at <= kListed; j += kLanes) {
        Avx2Lanes distanceSq;
        const auto seen = reinterpret_cast<__m256>(view.seen(j, limits, distanceSq).part[0]);
        const auto bits = static_cast<unsigned>(_mm256_movemask_ps(seen));
        const __m256i order =
            _mm256_load_si256(reinterpret_cast<const __m256i*>(detail::kPermutations[bits].data()));
        _mm256_storeu_ps(distances + at, _mm256_permutevar8x32_ps(distanceSq.part[0], order));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(indices + at),
                            _mm256_permutevar8x32_epi32(index, order));
        at += static_cast<std::uint32_t>(__builtin_popcount(bits));
        index = _mm256_add_epi32(index, eight);
    }
    m_listed = at;
    return at <= kListed;
}

[[gnu::target("avx2")]] void NearestFew::rankAvx2() {
    const float* const distances = m_list.distanceSq.data();
    std::uint32_t* const ranks = m_ranks.data();
    const std::uint32_t count = m_listed;
    for (std::uint32_t begin = 0; begin < count; begin += kLanes) {
        const __m256 mine = _mm256_load_ps(distances + begin);
        __m256i nearer = _mm256_setzero_si256();
        for (std::uint32_t k = 0; k < count; ++k) {
            const __m256 isNearer = _mm256_cmp_ps(_mm256_broadcast_ss(distances + k), mine, _CMP_LT_OQ);
            nearer = _mm256_sub_epi32(nearer, _mm256_castps_si256(isNearer));
        }
        _mm256_store_si256(reinterpret_cast<__m256i*>(ranks + begin), nearer);
    }
}
#endif

void NearestFew::rankBaseline() {
    for (std::uint32_t k = 0; k < m_listed; ++k) {
        std::uint32_t nearer = 0;
        for (std::uint32_t other = 0; other < m_listed; ++other) {
            nearer += m_list.distanceSq[other] < m_list.distanceSq[k] ? 1U : 0U;
        }
        m_ranks[k] = nearer;
    }
}

bool NearestFew::order([[maybe_unused]] const NeighbourQuery& query) {
#if defined(__x86_64__)
    if (query.isa >= Isa::avx2) {
        rankAvx2();
    } else {
        rankBaseline();
    }
#else
    rankBaseline();
#endif
    std::uint32_t rankTotal = 0;
    for (std::uint32_t k = 0; k < m_listed; ++k) {
        m_order.distanceSq[m_ranks[k]] = m_list.distanceSq[k];
        m_order.index[m_ranks[k]] = m_list.index[k];
        rankTotal += m_ranks[k];
    }
    // Two that are equally distant share a rank, so the ranks do not add up to the expected sum.
    return 2 * rankTotal + m_listed == m_listed * m_listed;
}

void NearestFew::insertAll(const Candidates& candidates, std::uint32_t selfIndex, const Observer& observer,
                           const NeighbourQuery& query) {
    struct Entry {
        float distanceSq;
        std::uint32_t id;
        std::uint32_t index;

        bool operator<(const Entry& other) const {
            return distanceSq < other.distanceSq || (distanceSq == other.distanceSq && id < other.id);
        }
    };
    const auto view = viewOf<BaselineLanes>(candidates, observer, query);
    const auto few = static_cast<std::size_t>(m_few);
    std::array<Entry, kMax> entries;
    std::size_t count = 0;
    float limitSq = query.perception.radius * query.perception.radius;
    for (std::uint32_t j = 0; j < candidates.count(); j += kLanes) {
        forEachSeen(view, j, limitSq, [&](std::uint32_t index, float distanceSq) {
            const Entry entry{distanceSq, candidates.id[index], index};
            if (index == selfIndex || (count == few && !(entry < entries[few - 1]))) {
                return;
            }
            std::size_t at = count < few ? count++ : few - 1;
            for (; at > 0 && entry < entries[at - 1]; --at) {
                entries[at] = entries[at - 1];
            }
            entries[at] = entry;
        });
        if (count == few) {
            // An equally distant candidate may still be chosen, by its id.
            limitSq = std::min(limitSq, std::nextafter(entries[few - 1].distanceSq, detail::kFar));
        }
    }
    m_first = 0;
    m_count = static_cast<int>(count);
    for (std::size_t k = 0; k < count; ++k) {
        m_order.distanceSq[k] = entries[k].distanceSq;
        m_order.index[k] = entries[k].index;
    }
}

}  // namespace shoal
