#include "sim/neighbours/candidates.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include <shoal/detail/coincident.hpp>
#include <shoal/detail/on_lanes.hpp>

#include "sim/neighbours/left_pack.hpp"

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
          m_low(lanesOf<L>(cellQuery.box.low)),
          m_high(lanesOf<L>(cellQuery.box.high)),
          m_reachSq(cellQuery.reachSq()) {
        if constexpr (isWrapped) {
            const Vec3f& size = cellQuery.worldSize;
            m_centre = lanesOf<L>(cellQuery.box.centre());
            m_size = lanesOf<L>(size);
            m_perSize = lanesOf<L>({1.0f / size.x, 1.0f / size.y, 1.0f / size.z});
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
    for (AlignedArray<float>* column : {&x, &y, &z, &vx, &vy, &vz}) {
        column->resize(capacity);
    }
    id.resize(capacity);
    spare.resize(std::size_t{3} * (capacity + kLanes));
    memory.resize(capacity);
    m_capacity = capacity;
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

void Candidates::fill(PairBlock& block, const FlockState& state, std::uint32_t begin, std::uint32_t end,
                      std::uint32_t from) {
    block.state = &state;
    block.begin = begin;
    block.end = end;
    block.x = x.data() + from;
    block.y = y.data() + from;
    block.z = z.data() + from;
    block.vx = vx.data() + from;
    block.vy = vy.data() + from;
    block.vz = vz.data() + from;
    block.id = id.data() + from;
    block.spare = spare.data();
    block.candidateMemory = {memory.x.data() + from, memory.y.data() + from, memory.z.data() + from};
    block.count = m_count;
    block.selfAt = m_selfAt;
    block.selfIndex = m_isSampled ? m_selfIndex.data() : nullptr;
    block.weight = m_weight;
    block.stride = 0;
    block.hasBlindCone = false;
}

template <class L, bool isWrapped>
SHOAL_INLINE std::uint32_t Candidates::copyRuns(const CellQuery& cellQuery, std::span<const SlotRun> runs,
                                                std::uint32_t mark) {
    // Everything in locals: the compiler must assume that a store changes any member.
    const BoxView<L, isWrapped> view(cellQuery);
    const Column3& velocity = cellQuery.state->velocity;
    const std::array<const float*, 3> from{velocity.x.data(), velocity.y.data(), velocity.z.data()};
    const std::uint32_t* const fromId = cellQuery.state->id.data();
    const std::array<float*, 6> to{x.data(), y.data(), z.data(), vx.data(), vy.data(), vz.data()};
    std::uint32_t* const toId = id.data();
    std::uint32_t at = 0;
    std::uint32_t markAt = 0;
    for (const auto [begin, end] : runs) {
        const std::uint32_t markHere = mark >= begin && mark < end ? mark : kNoSlot;
        for (std::uint32_t slot = begin; slot < end; slot += kLanes) {
            const Vec3<L> position = view.positions(slot);
            const unsigned bits = view.inReach(position).bits() & bitsBefore(end, slot);
            if (markHere - slot < kLanes) {
                markAt = at + countBefore(bits, markHere - slot);
            }
            const LeftPack<L> pack(bits);
            pack.store(position.x, to[0] + at);
            pack.store(position.y, to[1] + at);
            pack.store(position.z, to[2] + at);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                pack.store(L::load(from[axis] + slot), to[3 + axis] + at);
            }
            pack.store(L::WordsType::load(fromId + slot), toId + at);
            at += pack.count();
        }
    }
    m_count = at;
    return markAt;
}

std::uint32_t Candidates::copy(const CellQuery& cellQuery, std::span<const SlotRun> runs, std::uint32_t mark,
                               Isa isa) {
    // One object, so that the closure holds one address: copying a larger one stalls on its fresh stores.
    struct {
        Candidates& self;
        const CellQuery& cellQuery;
        std::span<const SlotRun> runs;
        std::uint32_t mark;
    } call{*this, cellQuery, runs, mark};
    const auto body = [&call]<class Widest>() __attribute__((always_inline)) {
        using L = EightLanes<Widest>;
        call.mark = call.cellQuery.grid->isWrapped()
                        ? call.self.copyRuns<L, true>(call.cellQuery, call.runs, call.mark)
                        : call.self.copyRuns<L, false>(call.cellQuery, call.runs, call.mark);
    };
    detail::onLanes(isa, body);
    return call.mark;
}

void Candidates::gather(const CellQuery& cellQuery, Isa isa, const CandidateSample* sample) {
    m_isSampled = sample != nullptr;
    m_weight = m_isSampled ? sample->weight() : 1.0f;
    reserve((m_isSampled ? sample->count() : cellQuery.around->count()) + 2 * kLanes);
    if (m_isSampled) {
        gatherSample(cellQuery, isa, *sample);
    } else {
        m_selfAt = copy(cellQuery, cellQuery.around->runs(), cellQuery.begin, isa);
    }
    // The widest lanes may read this far beyond the last.
    static_assert(Avx512Lanes::kCount == 2 * kLanes);
    padEight(m_count);
    padEight(m_count + kLanes);
}

void Candidates::gatherSample(CellQuery cellQuery, Isa isa, const CandidateSample& sample) {
    // Those of the searching boids that are in the sample are consecutive there, and inside their own box.
    const std::span<const std::uint32_t> slots = sample.slots();
    const auto isSearching = [&](std::uint32_t slot) {
        return slot >= cellQuery.begin && slot < cellQuery.end;
    };
    const auto first =
        static_cast<std::uint32_t>(std::find_if(slots.begin(), slots.end(), isSearching) - slots.begin());
    cellQuery.state = &sample.state();
    const std::uint32_t selfAt = copy(cellQuery, std::array{SlotRun{0, sample.count()}}, first, isa);
    const std::uint32_t searching = std::min(cellQuery.boidCount(), kSampleBlock);
    std::fill_n(m_selfIndex.begin(), searching, m_count);
    for (std::uint32_t k = first; k < sample.count() && slots[k] - cellQuery.begin < searching; ++k) {
        m_selfIndex[slots[k] - cellQuery.begin] = selfAt + (k - first);
    }
}

std::size_t Candidates::bytes() const {
    return x.bytes() + y.bytes() + z.bytes() + vx.bytes() + vy.bytes() + vz.bytes() + id.bytes() +
           spare.bytes() + memory.bytes();
}

}  // namespace shoal
