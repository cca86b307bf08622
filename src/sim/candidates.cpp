#include "sim/candidates.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include <shoal/detail/block_passes.hpp>
#include <shoal/detail/tie.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace shoal {
namespace {

/// The image of a coordinate that is nearest to `centre` in a world that repeats after `size`.
template <class L>
SHOAL_INLINE L nearestImage(const L& value, float centre, float size) {
    return value - L(size) * nearestWhole((value - L(centre)) * L(1.0f / size));
}

template <class L, bool isWrapped>
SHOAL_INLINE Vec3<L> imagesAt(const Candidates::Query& query, std::uint32_t slot) {
    Vec3<L> position = detail::loadVec3<L>(query.state->position, slot);
    if constexpr (isWrapped) {
        const Vec3f centre = query.box.centre();
        position = {nearestImage(position.x, centre.x, query.worldSize.x),
                    nearestImage(position.y, centre.y, query.worldSize.y),
                    nearestImage(position.z, centre.z, query.worldSize.z)};
    }
    return position;
}

/// How far outside [low, high] a coordinate is [m].
template <class L>
SHOAL_INLINE L outside(const L& value, float low, float high) {
    return max(max(L(low) - value, value - L(high)), L(0.0f));
}

/// Bit k: lane k is a boid before `end` within reach of the query's box.
template <class L>
SHOAL_INLINE unsigned inReach(const Candidates::Query& query, const Vec3<L>& position, std::uint32_t slot,
                              std::uint32_t end) {
    const QueryBox& box = query.box;
    const Vec3<L> gap{outside(position.x, box.low.x, box.high.x), outside(position.y, box.low.y, box.high.y),
                      outside(position.z, box.low.z, box.high.z)};
    const unsigned bits = (dot(gap, gap) <= L(query.reachSq)).bits();
    return end - slot < kLanes ? bits & ((1U << (end - slot)) - 1U) : bits;
}

#if defined(__x86_64__)
/// For each set of lanes, the permutation that moves them to the front.
constexpr std::array<std::array<std::int32_t, kLanes>, 256> makePermutations() {
    std::array<std::array<std::int32_t, kLanes>, 256> table{};
    for (unsigned bits = 0; bits < 256; ++bits) {
        std::size_t at = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            if ((bits >> lane & 1U) != 0) {
                table[bits][at++] = lane;
            }
        }
    }
    return table;
}
alignas(32) constexpr auto kPermutations = makePermutations();
#endif

}  // namespace

QueryBox boxAround(const FlockState& state, std::uint32_t begin, std::uint32_t end) {
    QueryBox box{state.position.at(begin), state.position.at(begin)};
    for (std::uint32_t k = begin + 1; k < end; ++k) {
        const Vec3f at = state.position.at(k);
        box.low = {std::min(box.low.x, at.x), std::min(box.low.y, at.y), std::min(box.low.z, at.z)};
        box.high = {std::max(box.high.x, at.x), std::max(box.high.y, at.y), std::max(box.high.z, at.z)};
    }
    return box;
}

void Candidates::reserve(std::uint32_t count) {
    if (count > m_capacity) {
        // Half as much again, so that a flock drawing together soon stops asking for more.
        growTo(count + count / 2 + 256);
    }
}

void Candidates::growTo(std::uint32_t capacity) {
    if (capacity <= m_capacity) {
        return;
    }
    const auto grow = [&](auto& column) {
        auto old = std::move(column);
        column = std::remove_reference_t<decltype(column)>(capacity);
        std::copy_n(old.data(), std::min<std::size_t>(m_count, old.size()), column.data());
    };
    for (AlignedArray<float>* column : {&x, &y, &z, &vx, &vy, &vz}) {
        grow(*column);
    }
    grow(id);
    spare.resize(std::size_t{3} * (capacity + kLanes));
    m_capacity = capacity;
}

void Candidates::pad(std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t k = begin; k < end; ++k) {
        x[k] = y[k] = z[k] = detail::kFar;
        vx[k] = vy[k] = vz[k] = 0.0f;
        id[k] = 0;
    }
}

void Candidates::copyFrom(const Candidates& other, std::uint32_t from, std::uint32_t to) {
    x[to] = other.x[from];
    y[to] = other.y[from];
    z[to] = other.z[from];
    vx[to] = other.vx[from];
    vy[to] = other.vy[from];
    vz[to] = other.vz[from];
    id[to] = other.id[from];
}

PairBlock Candidates::block(const FlockState& state, std::uint32_t begin, std::uint32_t end) {
    PairBlock block;
    block.state = &state;
    block.begin = begin;
    block.end = end;
    block.x = x.data();
    block.y = y.data();
    block.z = z.data();
    block.vx = vx.data();
    block.vy = vy.data();
    block.vz = vz.data();
    block.id = id.data();
    block.spare = spare.data();
    block.count = m_count;
    block.selfAt = m_selfAt;
    block.selfIndex = m_isSampled ? m_selfIndex.data() : nullptr;
    block.weight = m_weight;
    return block;
}

template <bool isWrapped>
void Candidates::copyBaseline(const Query& query, std::uint32_t begin, std::uint32_t end) {
    const FlockState& state = *query.state;
    for (std::uint32_t slot = begin; slot < end; slot += kLanes) {
        const Vec3<BaselineLanes> position = imagesAt<BaselineLanes, isWrapped>(query, slot);
        unsigned bits = inReach(query, position, slot, end);
        alignas(32) float lanes[3][kLanes];
        position.x.store(lanes[0]);
        position.y.store(lanes[1]);
        position.z.store(lanes[2]);
        for (; bits != 0; bits &= bits - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(bits));
            x[m_count] = lanes[0][lane];
            y[m_count] = lanes[1][lane];
            z[m_count] = lanes[2][lane];
            vx[m_count] = state.velocity.x[slot + lane];
            vy[m_count] = state.velocity.y[slot + lane];
            vz[m_count] = state.velocity.z[slot + lane];
            id[m_count] = state.id[slot + lane];
            ++m_count;
        }
    }
}

#if defined(__x86_64__)
template <bool isWrapped>
[[gnu::target("avx2,popcnt"), gnu::flatten]] void Candidates::copyAvx2(const Query& query,
                                                                       std::uint32_t begin,
                                                                       std::uint32_t end) {
    const FlockState& state = *query.state;
    for (std::uint32_t slot = begin; slot < end; slot += kLanes) {
        const Vec3<Avx2Lanes> position = imagesAt<Avx2Lanes, isWrapped>(query, slot);
        const unsigned bits = inReach(query, position, slot, end);
        const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(kPermutations[bits].data()));
        const std::uint32_t at = m_count;
        _mm256_storeu_ps(&x[at], _mm256_permutevar8x32_ps(position.x.part[0], order));
        _mm256_storeu_ps(&y[at], _mm256_permutevar8x32_ps(position.y.part[0], order));
        _mm256_storeu_ps(&z[at], _mm256_permutevar8x32_ps(position.z.part[0], order));
        _mm256_storeu_ps(&vx[at], _mm256_permutevar8x32_ps(_mm256_loadu_ps(&state.velocity.x[slot]), order));
        _mm256_storeu_ps(&vy[at], _mm256_permutevar8x32_ps(_mm256_loadu_ps(&state.velocity.y[slot]), order));
        _mm256_storeu_ps(&vz[at], _mm256_permutevar8x32_ps(_mm256_loadu_ps(&state.velocity.z[slot]), order));
        const __m256i ids = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&state.id[slot]));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(&id[at]), _mm256_permutevar8x32_epi32(ids, order));
        m_count = at + static_cast<std::uint32_t>(__builtin_popcount(bits));
    }
}
#endif

/// Adds those of the slots that are in reach.
void Candidates::copy(const Query& query, std::uint32_t begin, std::uint32_t end, [[maybe_unused]] Isa isa) {
    const bool isWrapped = query.grid->isWrapped();
    reserve(m_count + (end - begin) + 2 * kLanes);
#if defined(__x86_64__)
    if (isa == Isa::avx2) {
        return isWrapped ? copyAvx2<true>(query, begin, end) : copyAvx2<false>(query, begin, end);
    }
#endif
    return isWrapped ? copyBaseline<true>(query, begin, end) : copyBaseline<false>(query, begin, end);
}

void Candidates::gather(const Query& query, Isa isa, const CrowdSample* sample) {
    m_count = 0;
    m_isSampled = sample != nullptr;
    m_weight = m_isSampled ? sample->weight() : 1.0f;
    if (m_isSampled) {
        gatherSample(query, isa, *sample);
    } else {
        gatherCells(query, isa);
    }
    pad(m_count, m_count + kLanes);
}

void Candidates::gatherCells(const Query& query, Isa isa) {
    m_selfAt = 0;
    query.grid->forEachRun(query.cell, query.width, [&](std::uint32_t begin, std::uint32_t end) {
        if (query.begin >= begin && query.begin < end) {
            // Stop before the boids that look, to note where they come to lie.
            copy(query, begin, query.begin, isa);
            m_selfAt = m_count;
            begin = query.begin;
        }
        copy(query, begin, end, isa);
    });
}

void Candidates::gatherSample(Query query, Isa isa, const CrowdSample& sample) {
    assert(query.boidCount() <= kSampleBlock);
    query.state = &sample.state();
    // Those that look lie side by side in the sample, as far as they are in it, and inside their own box.
    const std::span<const std::uint32_t> slots = sample.slots();
    const auto isLooking = [&](std::uint32_t slot) { return slot >= query.begin && slot < query.end; };
    const auto first =
        static_cast<std::uint32_t>(std::find_if(slots.begin(), slots.end(), isLooking) - slots.begin());
    copy(query, 0, first, isa);
    const std::uint32_t selfAt = m_count;
    copy(query, first, sample.count(), isa);
    std::fill_n(m_selfIndex.begin(), query.boidCount(), m_count);
    for (std::uint32_t k = first; k < sample.count() && isLooking(slots[k]); ++k) {
        m_selfIndex[slots[k] - query.begin] = selfAt + (k - first);
    }
}

std::size_t Candidates::bytes() const {
    return x.bytes() + y.bytes() + z.bytes() + vx.bytes() + vy.bytes() + vz.bytes() + id.bytes() +
           spare.bytes();
}

}  // namespace shoal
