#include "sim/neighbours/neighbour_finder.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include <shoal/random.hpp>

#include "sim/neighbours/few_filters.hpp"
#include "sim/neighbours/spread_trio.hpp"

namespace shoal {
namespace {

/// The `selfAt` of a block whose boids are not among the candidates.
constexpr std::uint32_t kNoCandidate = 1U << 31;

/// The faces of the box of cells that a query searches; nothing beyond them was examined.
class Faces {
public:
    explicit Faces(const Candidates::CellQuery& cellQuery) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const int number = static_cast<int>(axis);
            m_faces[axis] = cellQuery.grid->faces(number, cellQuery.cell[axis], cellQuery.width);
        }
    }

    /// Returns the distance from a point to the nearest face [m].
    float distance(const Vec3f& point) const {
        const std::array<float, 3> at{point.x, point.y, point.z};
        float nearest = std::numeric_limits<float>::infinity();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            nearest = std::min({nearest, at[axis] - m_faces[axis][0], m_faces[axis][1] - at[axis]});
        }
        // Shrunk by 0.1 % to allow for rounding in cell numbers.
        return nearest * 0.999f;
    }

private:
    std::array<std::array<float, 2>, 3> m_faces{};
};

/// Whether the neighbours within a squared distance [m²] are final once everything within `searched` [m] was
/// examined.
bool isCertain(const NeighbourQuery& query, float searched, float neededSq) {
    return searched >= query.perception.radius || (searched > 0.0f && neededSq <= searched * searched);
}

/// Whether boids of this box can share candidates in a wrapped world: the nearest image of every boid in
/// reach is the same for all of them.
bool shareImages(const QueryBox& box, const NeighbourQuery& query) {
    const Vec3f gap = query.worldSize - (box.high - box.low);
    return 0.5f * std::min({gap.x, gap.y, gap.z}) >= query.reach * 1.001f;
}

/// Returns the number of selected neighbours of a boid, rounded up to whole vectors.
std::uint32_t fewStride(const NeighbourQuery& query) {
    if (query.perception.kind == Perception::Kind::spread ||
        query.perception.kind == Perception::Kind::balanced) {
        return kLanes;
    }
    return (static_cast<std::uint32_t>(query.perception.count) + kLanes - 1) / kLanes * kLanes;
}

}  // namespace

Candidates::CellQuery NeighbourFinder::queryAround(const FlockState& state, const NeighbourGrid& grid,
                                                   std::size_t cell, const NeighbourQuery& query) {
    Candidates::CellQuery cellQuery;
    cellQuery.state = &state;
    cellQuery.grid = &grid;
    cellQuery.cell = grid.indexOf(cell);
    cellQuery.width = 1;
    cellQuery.reach = query.reach;
    cellQuery.worldSize = query.worldSize;
    m_around.collect(grid, cellQuery.cell, cellQuery.width);
    cellQuery.around = &m_around;
    return cellQuery;
}

Candidates::CellQuery NeighbourFinder::queryWithin(const FlockState& observed, const NeighbourGrid& grid,
                                                   const QueryBox& box, const NeighbourQuery& query) {
    Candidates::CellQuery cellQuery;
    cellQuery.state = &observed;
    cellQuery.grid = &grid;
    cellQuery.box = box;
    cellQuery.worldSize = query.worldSize;
    cellQuery.around = &m_wider;
    searchWithin(cellQuery, query.reach);
    // The nearest few are usually close, so search near first. Above the candidate limit, sample everything
    // in reach.
    if (!query.isMetric() && m_wider.count() > kFewBlock && m_wider.count() <= query.maxCandidates) {
        searchWithin(cellQuery, std::min(1.5f * grid.cellSize(), query.reach));
    }
    return cellQuery;
}

void NeighbourFinder::searchWithin(Candidates::CellQuery& cellQuery, float reach) {
    cellQuery.reach = reach;
    const float far = std::sqrt(cellQuery.reachSq());
    const Vec3f margin{far, far, far};
    m_wider.collectWithin(*cellQuery.grid, cellQuery.box.low - margin, cellQuery.box.high + margin);
}

std::uint32_t NeighbourFinder::blockSize(const Candidates::CellQuery& cellQuery, const SlotList& slots,
                                         const NeighbourQuery& query, bool isSampled) {
    if (cellQuery.grid->isWrapped() && !shareImages(cellQuery.box, query)) {
        return 1;
    }
    if (query.isMetric()) {
        // With a sample, the boids' own candidates are known only for consecutive slots.
        const std::uint32_t maxSampled = slots.listed.empty() ? Candidates::kSampleBlock : 1;
        return isSampled ? std::min(slots.count(), maxSampled) : slots.count();
    }
    return std::min(slots.count(), kFewBlock);
}

std::uint32_t NeighbourFinder::amongBlockSize(const FlockState& observers, const SlotList& slots,
                                              const NeighbourGrid& grid, const NeighbourQuery& query) {
    const bool isAlone =
        grid.isWrapped() && !shareImages(boxAround(observers, slots.begin, slots.end), query);
    return isAlone ? 1 : std::min(slots.count(), kFewBlock);
}

const CandidateSample* NeighbourFinder::drawn(CandidateSample& sample, const Candidates::CellQuery& cellQuery,
                                              const NeighbourQuery& query) {
    if (cellQuery.around->count() <= query.maxCandidates) {
        return nullptr;
    }
    // Seeded by the cell, so that all its boids search the same sample, whatever their threads.
    const std::uint64_t cell = (static_cast<std::uint64_t>(cellQuery.cell[2]) << 42) ^
                               (static_cast<std::uint64_t>(cellQuery.cell[1]) << 21) ^
                               static_cast<std::uint64_t>(cellQuery.cell[0]);
    sample.draw(*cellQuery.state, *cellQuery.around, query.maxCandidates, query.random ^ mixBits(cell));
    return &sample;
}

void NeighbourFinder::matchCapacity(const NeighbourFinder& other) {
    m_around.matchCapacity(other.m_around);
    m_wider.matchCapacity(other.m_wider);
    m_sample.matchCapacity(other.m_sample);
    m_widerSample.matchCapacity(other.m_widerSample);
    m_candidates.matchCapacity(other.m_candidates);
    m_chosen.matchCapacity(other.m_chosen);
}

void NeighbourFinder::gather(const Candidates::CellQuery& cellQuery, std::uint32_t boidCount,
                             const NeighbourQuery& query, const CandidateSample* sample) {
    m_candidates.gather(cellQuery, query.isa, sample);
    m_comparisons += std::uint64_t{m_candidates.count()} * boidCount;
}

void NeighbourFinder::blockOfAll(const FlockState& observers, std::uint32_t begin, std::uint32_t end,
                                 const Candidates::CellQuery& cellQuery, const NeighbourQuery& query) {
    m_candidates.fill(m_block, observers, begin, end);
    m_block.radiusSq = query.radiusSq();
    m_block.hasBlindCone = query.hasBlindCone();
    m_block.blindCosine = query.blindCosine;
    if (cellQuery.state != &observers) {
        m_block.selfIndex = nullptr;
        m_block.selfAt = kNoCandidate;
    } else if (m_block.selfIndex == nullptr) {
        m_block.selfAt += begin - cellQuery.begin;
    }
}

void NeighbourFinder::select(const FlockState& observers, const SlotList& slots,
                             Candidates::CellQuery cellQuery, const NeighbourQuery& query,
                             const CandidateSample* sample) {
    assert(slots.count() <= kFewBlock);
    const std::uint32_t stride = fewStride(query);
    const bool isAmongThem = cellQuery.state == &observers;
    m_chosen.reserve(slots.count() * stride + 2 * kLanes);
    std::fill_n(m_areTwoFinal.begin(), slots.count(), false);
    std::iota(m_waiting.begin(), m_waiting.begin() + slots.count(), 0U);
    for (std::uint32_t waiting = slots.count();;) {
        gather(cellQuery, waiting, query, sample);
        // Search all first, then copy: avoids store-forwarding stalls.
        for (const std::uint32_t k : std::span(m_waiting).first(waiting)) {
            const std::uint32_t slot = slots[k];
            const std::uint32_t index =
                isAmongThem ? m_candidates.selfIndex(slot - cellQuery.begin, observers.id[slot])
                            : m_candidates.count();
            selectFor(k, {observers.position.at(slot), observers.velocity.at(slot), index}, query,
                      sample != nullptr);
        }
        const std::uint32_t searching = std::exchange(waiting, 0);
        const Faces faces(cellQuery);
        for (const std::uint32_t k : std::span(m_waiting).first(searching)) {
            copySelected(k, stride, sample != nullptr && m_areTwoFinal[k]);
            if (sample == nullptr) {
                const float searched =
                    cellQuery.width > 0 ? faces.distance(observers.position.at(slots[k])) : cellQuery.reach;
                m_areTwoFinal[k] = isCertain(query, searched, m_few[k].secondSq);
                m_waiting[waiting] = k;
                waiting += isCertain(query, searched, m_few[k].limitSq) ? 0 : 1;
            }
        }
        if (waiting == 0) {
            return;
        }
        if (cellQuery.width == 0) {
            searchWithin(cellQuery, std::min(2.0f * cellQuery.reach, query.reach));
            continue;
        }
        cellQuery.width *= 2;
        m_wider.collect(*cellQuery.grid, cellQuery.cell, cellQuery.width);
        cellQuery.around = &m_wider;
        sample = drawn(m_widerSample, cellQuery, query);
    }
}

void NeighbourFinder::selectFor(std::uint32_t k, const Observer& observer, const NeighbourQuery& query,
                                bool isSampled) {
    if (query.perception.kind == Perception::Kind::nearest) {
        m_nearest.find(m_candidates, observer, query, m_few[k]);
    } else if (query.perception.kind == Perception::Kind::balanced) {
        m_nearest.find(m_candidates, observer, query, m_few[k]);
        keepNearestPerOctant(m_candidates, observer, m_few[k]);
    } else if (query.perception.kind == Perception::Kind::voronoi) {
        m_nearest.find(m_candidates, observer, query, m_few[k]);
        keepVoronoi(m_candidates, observer, m_few[k]);
    } else if (isSampled && m_areTwoFinal[k]) {
        // The sample may lack the two closest, which are already known.
        findFarOfTrio(m_candidates, observer, query, m_few[k]);
    } else {
        findSpreadTrio(m_candidates, observer, query, m_few[k]);
    }
}

void NeighbourFinder::copySelected(std::uint32_t k, std::uint32_t stride, bool isFarOnly) {
    const Few& few = m_few[k];
    const std::uint32_t to = k * stride;
    if (isFarOnly) {
        return m_chosen.copyOne(m_candidates, few.index[2], to + 2);
    }
    for (std::uint32_t at = to; at < to + stride; at += kLanes) {
        m_chosen.padEight(at);
    }
    for (std::uint32_t j = 0; j < few.count; ++j) {
        m_chosen.copyOne(m_candidates, few.index[j], to + j);
    }
}

void NeighbourFinder::blockOfSelected(const FlockState& state, std::uint32_t begin, std::uint32_t end,
                                      std::uint32_t k, const NeighbourQuery& query) {
    const std::uint32_t stride = fewStride(query);
    m_chosen.fill(m_block, state, begin, end, k * stride);
    m_block.count = stride;
    m_block.stride = stride;
    m_block.radiusSq = query.radiusSq();  // the blind cone was applied when selecting
}

}  // namespace shoal
