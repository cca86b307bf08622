#include "sim/neighbours/candidates.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <limits>

#include <shoal/detail/block_passes.hpp>
#include <shoal/detail/tie.hpp>

#include "sim/neighbours/left_pack.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace shoal {
namespace {

/// The positions of a state's boids relative to a box: everything that a loop over them needs, held in lanes.
template <class L, bool isWrapped>
class BoxView {
public:
    SHOAL_INLINE explicit BoxView(const Candidates::CellQuery& cellQuery)
        : m_x(cellQuery.state->position.x.data()),
          m_y(cellQuery.state->position.y.data()),
          m_z(cellQuery.state->position.z.data()),
          m_low(lanesOf(cellQuery.box.low)),
          m_high(lanesOf(cellQuery.box.high)),
          m_reachSq(cellQuery.reachSq) {
        if constexpr (isWrapped) {
            const Vec3f& size = cellQuery.worldSize;
            m_centre = lanesOf(cellQuery.box.centre());
            m_size = lanesOf(size);
            m_perSize = lanesOf({1.0f / size.x, 1.0f / size.y, 1.0f / size.z});
        }
    }

    /// Eight boids from this slot on; in a wrapped world, their images nearest to the box's centre.
    SHOAL_INLINE Vec3<L> positions(std::uint32_t slot) const {
        const Vec3<L> position{L::load(m_x + slot), L::load(m_y + slot), L::load(m_z + slot)};
        if constexpr (!isWrapped) {
            return position;
        } else {
            const auto image = [](const L& value, const L& centre, const L& size, const L& perSize)
                __attribute__((always_inline)) {
                return value - size * nearestWhole((value - centre) * perSize);
            };
            return {image(position.x, m_centre.x, m_size.x, m_perSize.x),
                    image(position.y, m_centre.y, m_size.y, m_perSize.y),
                    image(position.z, m_centre.z, m_size.z, m_perSize.z)};
        }
    }

    /// Which of these are within reach of the box.
    SHOAL_INLINE typename L::MaskType inReach(const Vec3<L>& position) const {
        const auto outside = [](const L& value, const L& low, const L& high) __attribute__((always_inline)) {
            return value - min(max(value, low), high);
        };
        const Vec3<L> gap{outside(position.x, m_low.x, m_high.x), outside(position.y, m_low.y, m_high.y),
                          outside(position.z, m_low.z, m_high.z)};
        return dot(gap, gap) <= m_reachSq;
    }

private:
    SHOAL_INLINE static Vec3<L> lanesOf(const Vec3f& value) { return {L(value.x), L(value.y), L(value.z)}; }

    const float* m_x;
    const float* m_y;
    const float* m_z;
    Vec3<L> m_low;  ///< [m] corners of the box
    Vec3<L> m_high;
    L m_reachSq;         ///< [m²]
    Vec3<L> m_centre{};  ///< [m] of the box; this and the rest only in a wrapped world
    Vec3<L> m_size{};    ///< [m] of the world
    Vec3<L> m_perSize{};
};

/// Bits of the boids before `end`, of eight from `slot` on.
SHOAL_INLINE unsigned bitsBefore(std::uint32_t end, std::uint32_t slot) {
    return end - slot < kLanes ? (1U << (end - slot)) - 1U : (1U << kLanes) - 1U;
}

/// More than eight slots beyond every slot.
constexpr std::uint32_t kNoSlot = std::numeric_limits<std::uint32_t>::max();

/// Number of these bits below bit `lane`.
SHOAL_INLINE std::uint32_t countBefore(unsigned bits, std::uint32_t lane) {
    return static_cast<std::uint32_t>(std::popcount(bits & ((1U << lane) - 1U)));
}

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
        // Half as much again, so that a contracting flock soon stops allocating.
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

void Candidates::padEight(std::uint32_t begin) {
    const BaselineLanes far(detail::kFar);
    const BaselineLanes zero;
    for (AlignedArray<float>* column : {&x, &y, &z}) {
        far.store(&(*column)[begin]);
    }
    for (AlignedArray<float>* column : {&vx, &vy, &vz}) {
        zero.store(&(*column)[begin]);
    }
    std::fill_n(&id[begin], kLanes, 0U);
}

void Candidates::copyFrom(const Candidates& other, std::span<const std::uint32_t> from, std::uint32_t to) {
    const auto copyColumn = [&](const auto& source, auto& target) {
        const auto* const values = source.data();
        auto* const copies = target.data() + to;
        for (std::size_t k = 0; k < from.size(); ++k) {
            copies[k] = values[from[k]];
        }
    };
    copyColumn(other.x, x);
    copyColumn(other.y, y);
    copyColumn(other.z, z);
    copyColumn(other.vx, vx);
    copyColumn(other.vy, vy);
    copyColumn(other.vz, vz);
    copyColumn(other.id, id);
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
std::uint32_t Candidates::copyBaseline(const CellQuery& cellQuery, std::span<const SlotRun> runs,
                                       std::uint32_t mark) {
    const FlockState& state = *cellQuery.state;
    const BoxView<BaselineLanes, isWrapped> view(cellQuery);
    std::uint32_t markAt = 0;
    for (const auto [begin, end] : runs) {
        const std::uint32_t markHere = mark >= begin && mark < end ? mark : kNoSlot;
        for (std::uint32_t slot = begin; slot < end; slot += kLanes) {
            const Vec3<BaselineLanes> position = view.positions(slot);
            alignas(32) float lanes[3][kLanes];
            position.x.store(lanes[0]);
            position.y.store(lanes[1]);
            position.z.store(lanes[2]);
            unsigned bits = view.inReach(position).bits() & bitsBefore(end, slot);
            if (markHere - slot < kLanes) {
                markAt = m_count + countBefore(bits, markHere - slot);
            }
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
    return markAt;
}

#if defined(__x86_64__)
template <bool isWrapped>
[[gnu::target("avx2,popcnt"), gnu::flatten]] std::uint32_t Candidates::copyAvx2(const CellQuery& cellQuery,
                                                                                std::span<const SlotRun> runs,
                                                                                std::uint32_t mark) {
    // Everything in locals: the compiler must assume that a store changes any member.
    const BoxView<Avx2Lanes, isWrapped> view(cellQuery);
    const float* const fromVx = cellQuery.state->velocity.x.data();
    const float* const fromVy = cellQuery.state->velocity.y.data();
    const float* const fromVz = cellQuery.state->velocity.z.data();
    const std::uint32_t* const fromId = cellQuery.state->id.data();
    float* const toX = x.data();
    float* const toY = y.data();
    float* const toZ = z.data();
    float* const toVx = vx.data();
    float* const toVy = vy.data();
    float* const toVz = vz.data();
    std::uint32_t* const toId = id.data();
    std::uint32_t at = m_count;
    std::uint32_t markAt = 0;
    for (const auto [begin, end] : runs) {
        const std::uint32_t markHere = mark >= begin && mark < end ? mark : kNoSlot;
        for (std::uint32_t slot = begin; slot < end; slot += kLanes) {
            const Vec3<Avx2Lanes> position = view.positions(slot);
            const auto inReach = reinterpret_cast<__m256>(view.inReach(position).part[0]);
            const unsigned bits = static_cast<unsigned>(_mm256_movemask_ps(inReach)) & bitsBefore(end, slot);
            if (markHere - slot < kLanes) {
                markAt = at + countBefore(bits, markHere - slot);
            }
            const __m256i order =
                _mm256_load_si256(reinterpret_cast<const __m256i*>(detail::kPermutations[bits].data()));
            _mm256_storeu_ps(toX + at, _mm256_permutevar8x32_ps(position.x.part[0], order));
            _mm256_storeu_ps(toY + at, _mm256_permutevar8x32_ps(position.y.part[0], order));
            _mm256_storeu_ps(toZ + at, _mm256_permutevar8x32_ps(position.z.part[0], order));
            _mm256_storeu_ps(toVx + at, _mm256_permutevar8x32_ps(_mm256_loadu_ps(fromVx + slot), order));
            _mm256_storeu_ps(toVy + at, _mm256_permutevar8x32_ps(_mm256_loadu_ps(fromVy + slot), order));
            _mm256_storeu_ps(toVz + at, _mm256_permutevar8x32_ps(_mm256_loadu_ps(fromVz + slot), order));
            const __m256i ids = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(fromId + slot));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(toId + at),
                                _mm256_permutevar8x32_epi32(ids, order));
            at += static_cast<std::uint32_t>(__builtin_popcount(bits));
        }
    }
    m_count = at;
    return markAt;
}
#endif

std::uint32_t Candidates::copy(const CellQuery& cellQuery, std::span<const SlotRun> runs, std::uint32_t mark,
                               [[maybe_unused]] Isa isa) {
    const bool isWrapped = cellQuery.grid->isWrapped();
#if defined(__x86_64__)
    if (isa >= Isa::avx2) {
        return isWrapped ? copyAvx2<true>(cellQuery, runs, mark) : copyAvx2<false>(cellQuery, runs, mark);
    }
#endif
    return isWrapped ? copyBaseline<true>(cellQuery, runs, mark) : copyBaseline<false>(cellQuery, runs, mark);
}

void Candidates::gather(const CellQuery& cellQuery, Isa isa, const CandidateSample* sample) {
    m_count = 0;
    m_isSampled = sample != nullptr;
    reserve((m_isSampled ? sample->count() : cellQuery.around->count()) + 2 * kLanes);
    if (m_isSampled) {
        m_weight = sample->weight();
        gatherSample(cellQuery, isa, *sample);
    } else {
        m_weight = 1.0f;
        m_selfAt = copy(cellQuery, cellQuery.around->runs(), cellQuery.begin, isa);
    }
    // The widest lanes may read this far beyond the last.
    pad(m_count, m_count + Avx512Lanes::kCount);
}

void Candidates::gatherSample(CellQuery cellQuery, Isa isa, const CandidateSample& sample) {
    assert(cellQuery.boidCount() <= kSampleBlock);
    // Those of the searching boids that are in the sample are consecutive there, and inside their own box.
    const std::span<const std::uint32_t> slots = sample.slots();
    const auto isSearching = [&](std::uint32_t slot) {
        return slot >= cellQuery.begin && slot < cellQuery.end;
    };
    const auto first =
        static_cast<std::uint32_t>(std::find_if(slots.begin(), slots.end(), isSearching) - slots.begin());
    cellQuery.state = &sample.state();
    const std::uint32_t selfAt = copy(cellQuery, std::array{SlotRun{0, sample.count()}}, first, isa);
    std::fill_n(m_selfIndex.begin(), cellQuery.boidCount(), m_count);
    for (std::uint32_t k = first; k < sample.count() && isSearching(slots[k]); ++k) {
        m_selfIndex[slots[k] - cellQuery.begin] = selfAt + (k - first);
    }
}

std::size_t Candidates::bytes() const {
    return x.bytes() + y.bytes() + z.bytes() + vx.bytes() + vy.bytes() + vz.bytes() + id.bytes() +
           spare.bytes();
}

}  // namespace shoal
