#include "sim/neighbours/sparse_finder.hpp"

#include <algorithm>
#include <cassert>

#include <shoal/detail/coincident.hpp>
#include <shoal/detail/on_lanes.hpp>
#include <shoal/lanes.hpp>

namespace shoal {
namespace {

/// If cells exceed reach plus drift by this factor, three rows of them hold everything in reach.
constexpr float kCellMargin = 1.01f;
/// Along x, where the ends of a row are trimmed to the reach.
constexpr std::int32_t kSlices = 6;

/// Indices 0 .. 2 along y and z of the nine rows: the boid's own first, then the adjacent, then the diagonal
/// ones.
constexpr std::array<std::array<std::size_t, 2>, 9> kRowsByDistance{
    {{1, 1}, {0, 1}, {2, 1}, {1, 0}, {1, 2}, {0, 0}, {2, 0}, {0, 2}, {2, 2}}};

/// This many batches are always written for a run, without a branch that could be mispredicted: most runs
/// have no more.
constexpr std::uint32_t kFewBatches = 4;
constexpr std::uint32_t kFewSlots = kFewBatches * kLanes;
/// This many empty batches are always written after a boid's last.
constexpr std::uint32_t kEmptyBatches = 8;
static_assert(kEmptyBatches >= kFewBatches, "they overwrite what the last run wrote beyond its end");
static_assert(sizeof(SlotBatch) * kFewBatches == sizeof(std::uint32_t) * kLanes, "written as eight words");

float square(float value) {
    return value * value;
}

/// Appends the batches of a run of slots and returns their end.
template <class L>
SHOAL_INLINE SlotBatch* addBatches(SlotBatch* to, std::uint32_t begin, std::uint32_t left) {
    using Eight = typename L::WordsType;
    constexpr std::uint32_t kOne = kLanes;
    static constexpr std::array<std::uint32_t, 2 * kFewBatches> kAfter{
        0, 0, kOne, 0 - kOne, 2 * kOne, 0 - 2 * kOne, 3 * kOne, 0 - 3 * kOne};
    (Eight::twoStaggered(begin, left) + Eight::load(kAfter.data())).store(&to->begin);
    if (left > kFewSlots) [[unlikely]] {
        for (std::uint32_t at = kFewSlots; at < left; at += kOne) {
            to[at / kOne] = {begin + at, left - at};
        }
    }
    return to + (left + kOne - 1) / kOne;
}

/// A boid's own cell along an axis and those before and after it.
template <class L>
struct NearCells {
    L cell[3];
    L gapSq[3];  ///< [m²] from the boid to the cell; very large if there is no such cell

    SHOAL_INLINE NearCells(const NeighbourGrid& grid, int axis, const L& at) {
        const L inside = at - L(grid.low(axis));
        const L edge(grid.cellSize(axis));
        const L last(static_cast<float>(grid.size()[static_cast<std::size_t>(axis)] - 1));
        const L own = wholePart(min(max(inside * L(1.0f / grid.cellSize(axis)), L()), last)).toFloat();
        for (int r = 0; r < 3; ++r) {
            const L here = own + L(static_cast<float>(r - 1));
            const L face = here * edge;
            // Border cells extend outwards without limit: they hold all boids outside the grid.
            const L below = where(here > L(), face - inside);
            const L above = where(here < last, inside - (face + edge));
            const L gap = max(max(below, above), L());
            gapSq[r] = select((here >= L()) & (here <= last), gap * gap, L(detail::kFar));
            cell[r] = min(max(here, L()), last);
        }
    }
};

}  // namespace

GridRequest SparseFinder::requestFor(float reach) {
    constexpr float kMinCell = 1e-3f;
    return {std::max(reach * (1.0f + kDriftFraction) * kCellMargin, kMinCell), false, {}, kSlices};
}

bool SparseFinder::isServed(const NeighbourGrid& grid, const GridRequest& request) {
    constexpr float kMaxDrift = kDriftFraction / (1.0f + kDriftFraction) / kCellMargin;
    return grid.request() == request && grid.drift() <= request.cellSize * kMaxDrift;
}

SparseBoids& SparseFinder::find(const FlockState& state, const NeighbourGrid& grid,
                                std::span<const std::uint32_t> slots, float reach,
                                std::uint32_t maxCandidates, Isa isa) {
    assert(!slots.empty() && slots.size() <= kLanes);
    take(state, slots);
    // Capacity for batches of `maxCandidates` boids, full except for the last of each run; for short runs,
    // which are added even beyond that limit; and for the empty ones. A boid's own row is two runs.
    const std::size_t capacity = std::min<std::size_t>(maxCandidates, state.id.size()) / kLanes +
                                 (kRows + 1) * kFewBatches + kEmptyBatches;
    if (m_batches.size() < capacity * kLanes) {
        m_batches.resize(capacity * kLanes);
    }
    const float searched = reach + grid.drift();
    const auto body = [&]<class Widest>() __attribute__((always_inline)) {
        using L = EightLanes<Widest>;
        findCells<L>(grid, searched);
        m_comparisons = 0;
        for (std::size_t k = 0; k < m_boids.count; ++k) {
            listBatches<L>(grid, k, capacity, maxCandidates);
        }
        // The other boid of a pair may have many more batches.
        const std::array<std::uint32_t, kLanes>& counts = m_boids.batchCount;
        for (std::size_t k = 0; k < m_boids.count; ++k) {
            for (std::size_t at = counts[k] + kEmptyBatches; at < counts[k ^ 1U]; ++at) {
                m_batches[k * capacity + at] = {};
            }
        }
    };
    detail::onLanes(isa, body);
    return m_boids;
}

void SparseFinder::take(const FlockState& state, std::span<const std::uint32_t> slots) {
    m_boids.count = static_cast<std::uint32_t>(slots.size());
    m_boids.refused = 0;
    m_boids.batchCount = {};
    m_boids.flock = &state;
    for (std::size_t k = 0; k < kLanes; ++k) {
        // Spare lanes repeat the last boid: their values are valid, and their results are not used.
        const std::uint32_t slot = slots[std::min(k, slots.size() - 1)];
        m_boids.slot[k] = slot;
        m_boids.own.id[k] = state.id[slot];
        m_boids.own.position.put(k, state.position.at(slot));
        m_boids.own.velocity.put(k, state.velocity.at(slot));
        m_boids.steering.put(k, {});
    }
}

template <class L>
SHOAL_INLINE void SparseFinder::findCells(const NeighbourGrid& grid, float reach) {
    const L low(grid.low(0));
    const L x = L::load(m_boids.own.position.x.data()) - low;
    const NearCells<L> ys(grid, 1, L::load(m_boids.own.position.y.data()));
    const NearCells<L> zs(grid, 2, L::load(m_boids.own.position.z.data()));
    const L reachSq(square(grid.sureReach(reach)));
    const L perCell(1.0f / grid.cellSize(0));
    const L last(static_cast<float>(grid.size()[0] - 1));
    const auto along = [&](const L& at) __attribute__((always_inline)) {
        return wholePart(min(max(at * perCell, L()), last)).toFloat();
    };
    for (std::size_t row = 0; row < kRows; ++row) {
        const auto [ry, rz] = kRowsByDistance[row];
        const L leftSq = reachSq - ys.gapSq[ry] - zs.gapSq[rz];
        const L half = sqrt(max(leftSq, L()));
        // Cell numbers are below 2²⁴, so a float holds them exactly.
        const L first = (zs.cell[rz] * L(static_cast<float>(grid.size()[1])) + ys.cell[ry]) *
                        L(static_cast<float>(grid.size()[0]));
        const L begin = first + along(x - half);
        const L end = select(leftSq > L(), first + along(x + half) + L(1.0f), begin);
        wholePart(begin).store(m_begin.data() + row * kLanes);
        wholePart(end).store(m_end.data() + row * kLanes);
    }
}

template <class L>
SHOAL_INLINE void SparseFinder::listBatches(const NeighbourGrid& grid, std::size_t boid, std::size_t capacity,
                                            std::uint32_t maxCandidates) {
    const std::uint32_t* const starts = grid.starts().data();
    std::uint32_t* const begins = m_begin.data() + boid;
    std::uint32_t* const ends = m_end.data() + boid;
    const std::uint32_t own = m_boids.slot[boid];
    std::uint32_t begin = starts[begins[0]];
    std::uint32_t end = starts[ends[0]];
    const auto isOwnRow = [&] { return own - begin < end - begin; };
    // Mostly the boid is in the first row. If it has moved to another since the grid was built, that row is
    // swapped with the first.
    for (std::size_t row = kLanes; !isOwnRow() && row < kRows * kLanes; row += kLanes) {
        std::swap(begins[0], begins[row]);
        std::swap(ends[0], ends[row]);
        begin = starts[begins[0]];
        end = starts[ends[0]];
    }

    SlotBatch* const batches = m_batches.data() + boid * capacity;
    SlotBatch* next = batches;
    std::uint32_t total = end - begin;
    const auto add = [&](std::uint32_t first, std::uint32_t count) __attribute__((always_inline)) {
        if (count <= kFewSlots || total <= maxCandidates) {
            next = addBatches<L>(next, first, count);
        }
    };
    if (isOwnRow()) [[likely]] {
        add(begin, own - begin);
        add(own + 1, end - own - 1);
    } else {
        add(begin, end - begin);
    }
    for (std::size_t row = kLanes; row < kRows * kLanes; row += kLanes) {
        begin = starts[begins[row]];
        end = starts[ends[row]];
        total += end - begin;
        add(begin, end - begin);
    }
    if (total > maxCandidates) [[unlikely]] {
        m_boids.refused |= 1U << boid;
        next = batches;
        total = 0;
    }
    assert(next + kEmptyBatches <= batches + capacity && "a boid's batches stay within its capacity");
    m_comparisons += total;
    std::fill_n(next, kEmptyBatches, SlotBatch{});
    m_boids.batches[boid] = batches;
    m_boids.batchCount[boid] = static_cast<std::uint32_t>(next - batches);
}

}  // namespace shoal
