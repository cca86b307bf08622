#include "sim/scattered_finder.hpp"

#include <algorithm>
#include <cassert>

#include <shoal/detail/tie.hpp>
#include <shoal/lanes.hpp>

namespace shoal {
namespace {

/// More reach than asked, in cells: they are found in rounded arithmetic.
constexpr float kDoubt = 2e-3f;
/// Cells larger than reach and drift by this factor hold all within reach and doubt in three rows of them.
constexpr float kCellMargin = 1.01f;
/// Along x, where a row's ends are trimmed to what is in reach.
constexpr std::int32_t kSlices = 6;

float square(float value) {
    return value * value;
}

/// Adds the lots of a run of slots, and returns past the last of them. Mostly there are few: four are written
/// at once, however many count, which no processor has to foresee.
template <class L>
SHOAL_INLINE Lot* addLots(Lot* to, std::uint32_t begin, std::uint32_t left) {
    using Eight = typename L::WordsType;
    constexpr std::uint32_t kOne = kLanes;
    static constexpr std::array<std::uint32_t, kLanes> kAfter{
        0, 0, kOne, 0 - kOne, 2 * kOne, 0 - 2 * kOne, 3 * kOne, 0 - 3 * kOne};
    (Eight::twoInTurn(begin, left) + Eight::load(kAfter.data())).store(&to->begin);
    const std::uint32_t lots = (left + kOne - 1) / kOne;
    if (lots > 4) [[unlikely]] {
        for (std::uint32_t k = 4; k < lots; ++k) {
            to[k] = {begin + k * kOne, left - k * kOne};
        }
    }
    return to + lots;
}

/// The three cells around a boid's own along an axis.
template <class L>
struct NearCells {
    L cell[3];
    L gapSq[3];  ///< [m²] from the boid to the cell; very far where there is none

    SHOAL_INLINE NearCells(const NeighbourGrid& grid, int axis, const L& at) {
        const L low(grid.low(axis));
        const L edge(grid.cellSize(axis));
        const L last(static_cast<float>(grid.size()[static_cast<std::size_t>(axis)] - 1));
        const L own = wholePart(min(max((at - low) * L(1.0f / grid.cellSize(axis)), L()), last)).toFloat();
        for (int r = 0; r < 3; ++r) {
            const L here = own + L(static_cast<float>(r - 1));
            const L face = low + here * edge;
            // The cells at the border reach as far as there are boids.
            const L below = where(here > L(), face - at);
            const L above = where(here < last, at - (face + edge));
            const L gap = max(max(below, above), L());
            gapSq[r] = select((here >= L()) & (here <= last), gap * gap, L(detail::kFar));
            cell[r] = min(max(here, L()), last);
        }
    }
};

}  // namespace

GridRequest ScatteredFinder::requestFor(float reach) {
    constexpr float kLeastCell = 1e-3f;
    return {std::max(reach * (1.0f + kDriftShare) * kCellMargin, kLeastCell), false, {}, {}, kSlices};
}

bool ScatteredFinder::isServed(const NeighbourGrid& grid, const GridRequest& request) {
    constexpr float kMostDrift = kDriftShare / (1.0f + kDriftShare) / kCellMargin;
    return grid.request() == request && grid.drift() <= request.cellSize * kMostDrift;
}

ScatteredBoids& ScatteredFinder::find(const FlockState& state, const NeighbourGrid& grid,
                                      std::span<const std::uint32_t> slots, float reach, std::uint32_t crowd,
                                      [[maybe_unused]] Isa isa) {
    assert(!slots.empty() && slots.size() <= kLanes);
    take(state, slots);
    const std::size_t room = std::min<std::size_t>(crowd, state.id.size()) / kLanes + kRows + 5;
    if (m_lots.size() < room * kLanes) {
        m_lots.resize(room * kLanes);
    }
#if defined(__x86_64__)
    if (isa >= Isa::avx2) {
        lookAvx2(grid, reach + grid.drift(), crowd, room);
        return m_boids;
    }
#endif
    look<BaselineLanes>(grid, reach + grid.drift(), crowd, room);
    return m_boids;
}

template <class L>
SHOAL_INLINE void ScatteredFinder::look(const NeighbourGrid& grid, float reach, std::uint32_t crowd,
                                        std::size_t room) {
    findCells<L>(grid, reach);
    findSlots(grid);
    m_comparisons = 0;
    for (std::size_t k = 0; k < m_boids.count; ++k) {
        listLots<L>(k, room, crowd);
    }
}

#if defined(__x86_64__)
[[gnu::target("avx2"), gnu::flatten]] void ScatteredFinder::lookAvx2(const NeighbourGrid& grid, float reach,
                                                                     std::uint32_t crowd, std::size_t room) {
    look<Avx2Lanes>(grid, reach, crowd, room);
}
#endif

void ScatteredFinder::take(const FlockState& state, std::span<const std::uint32_t> slots) {
    m_boids.count = static_cast<std::uint32_t>(slots.size());
    m_boids.refused = 0;
    m_boids.steering = {};
    const std::array<const float*, 3> position{state.position.x.data(), state.position.y.data(),
                                               state.position.z.data()};
    const std::array<const float*, 3> velocity{state.velocity.x.data(), state.velocity.y.data(),
                                               state.velocity.z.data()};
    for (std::size_t k = 0; k < kLanes; ++k) {
        // Lanes to spare stand for the last boid: they hold what lanes may hold, and nobody asks for them.
        const std::uint32_t slot = slots[std::min(k, slots.size() - 1)];
        m_boids.slot[k] = slot;
        m_boids.id[k] = state.id[slot];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            m_boids.position[axis][k] = position[axis][slot];
            m_boids.velocity[axis][k] = velocity[axis][slot];
        }
    }
}

template <class L>
SHOAL_INLINE void ScatteredFinder::findCells(const NeighbourGrid& grid, float reach) {
    const L x = L::load(m_boids.position[0].data());
    const NearCells<L> ys(grid, 1, L::load(m_boids.position[1].data()));
    const NearCells<L> zs(grid, 2, L::load(m_boids.position[2].data()));
    const L reachSq(square(reach + kDoubt * grid.cellSize(1)));
    const L low(grid.low(0));
    const L perCell(1.0f / grid.cellSize(0));
    const L last(static_cast<float>(grid.size()[0] - 1));
    const auto along = [&](const L& at) __attribute__((always_inline)) {
        return wholePart(min(max((at - low) * perCell, L()), last)).toFloat();
    };
    for (std::size_t row = 0; row < kRows; ++row) {
        const std::size_t ry = row % 3;
        const std::size_t rz = row / 3;
        const L leftSq = reachSq - ys.gapSq[ry] - zs.gapSq[rz];
        const L half = sqrt(max(leftSq, L()));
        // Numbers of cells are whole below 2²⁴ in a float, too.
        const L first = (zs.cell[rz] * L(static_cast<float>(grid.size()[1])) + ys.cell[ry]) *
                        L(static_cast<float>(grid.size()[0]));
        const L begin = first + along(x - half);
        const L end = select(leftSq > L(), first + along(x + half) + L(1.0f), begin);
        wholePart(begin).store(m_begin[row].data());
        wholePart(end).store(m_end[row].data());
    }
}

SHOAL_INLINE void ScatteredFinder::findSlots(const NeighbourGrid& grid) {
    m_total = {};
    for (std::size_t row = 0; row < kRows; ++row) {
        for (std::size_t k = 0; k < kLanes; ++k) {
            m_begin[row][k] = grid.start(m_begin[row][k]);
            m_end[row][k] = grid.start(m_end[row][k]);
        }
        for (std::size_t k = 0; k < kLanes; ++k) {
            m_total[k] += m_end[row][k] - m_begin[row][k];
        }
    }
}

template <class L>
SHOAL_INLINE void ScatteredFinder::listLots(std::size_t boid, std::size_t room, std::uint32_t crowd) {
    Lot* const lots = m_lots.data() + boid * room;
    Lot* next = lots;
    if (m_total[boid] > crowd) {
        m_boids.refused |= 1U << boid;
    } else {
        m_comparisons += m_total[boid];
        // The row that holds the boid itself is two runs, before and after it.
        const std::uint32_t own = m_boids.slot[boid];
        std::uint32_t restEnd = own + 1;
        for (std::size_t row = 0; row < kRows; ++row) {
            const std::uint32_t begin = m_begin[row][boid];
            const std::uint32_t end = m_end[row][boid];
            const std::uint32_t before = own - begin;
            const bool isOwn = before < end - begin;
            restEnd = isOwn ? end : restEnd;
            next = addLots<L>(next, begin, isOwn ? before : end - begin);
        }
        next = addLots<L>(next, own + 1, restEnd - own - 1);
    }
    *next = {0, 0};
    m_boids.lots[boid] = lots;
    m_boids.lotCount[boid] = static_cast<std::uint32_t>(next - lots);
}

}  // namespace shoal
