#include "sim/neighbours/neighbour_finder.hpp"

#include <algorithm>
#include <cmath>

#include <shoal/detail/block_passes.hpp>
#include <shoal/detail/tie.hpp>
#include <shoal/portable_math.hpp>
#include <shoal/random.hpp>

namespace shoal {
namespace {

/// The few nearest of a sample are farther away than the few nearest overall. The sample is therefore this
/// many times larger; searching it is cheap.
constexpr int kFewSampleFactor = 8;

/// The `selfAt` of a block whose boids are not among the candidates.
constexpr std::uint32_t kNoCandidate = 1U << 31;

/// Returns the edge of a cube that holds `boidsInCell` boids at the flock's average density [m]. Estimated
/// from the mean deviations of a sample, so that stragglers hardly count.
double typicalCell(const FlockState& state, std::size_t count, double boidsInCell) {
    const std::size_t stride = count / 4096 + 1;
    double volume = 1.0;
    for (const AlignedArray<float>* axis : {&state.position.x, &state.position.y, &state.position.z}) {
        double total = 0.0;
        double deviation = 0.0;
        double sampled = 0.0;
        for (std::size_t k = 0; k < count; k += stride) {
            total += static_cast<double>((*axis)[k]);
            sampled += 1.0;
        }
        for (std::size_t k = 0; k < count; k += stride) {
            deviation += std::abs(static_cast<double>((*axis)[k]) - total / sampled);
        }
        // A uniform distribution over a length L has a mean deviation of L/4. A flat flock still gets cells
        // of some depth.
        volume *= std::max(4.0 * deviation / sampled, 1e-2);
    }
    return cubeRoot(volume * boidsInCell / static_cast<double>(count));
}

float square(float value) {
    return value * value;
}

/// The faces of the block of cells that a query searches; nothing beyond them was examined.
class Faces {
public:
    explicit Faces(const Candidates::CellQuery& cellQuery) {
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            m_faces[a] = cellQuery.grid->faces(axis, cellQuery.cell[a], cellQuery.width);
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

PairBlock seenFrom(PairBlock block, const NeighbourQuery& query) {
    block.radiusSq = square(query.perception.radius);
    block.hasBlindCone = query.hasBlindCone();
    block.blindCosine = query.blindCosine;
    return block;
}

/// Returns how far a boid of this box can search a wrapped world and still find every other boid's nearest
/// image [m].
float imageLimit(const QueryBox& box, const Vec3f& worldSize) {
    return 0.5f * std::min({worldSize.x - (box.high.x - box.low.x), worldSize.y - (box.high.y - box.low.y),
                            worldSize.z - (box.high.z - box.low.z)});
}

}  // namespace

NeighbourQuery NeighbourQuery::of(const Perception& perception, float farthestRule, const Vec3f& worldSize,
                                  Isa isa) {
    NeighbourQuery query;
    query.perception = perception;
    // The choice of the few does not depend on the reach of the rules.
    query.reach = perception.kind == Perception::Kind::metric ? std::min(perception.radius, farthestRule)
                                                              : perception.radius;
    query.blindCosine = static_cast<float>(-cosine(static_cast<double>(perception.blindAngle) / 2.0));
    query.worldSize = worldSize;
    query.isa = isa;
    return query;
}

void NeighbourQuery::limitCandidates(const Perception& asked, std::uint64_t randomBits) {
    const int factor = asked.kind == Perception::Kind::metric ? 1 : kFewSampleFactor;
    crowd = static_cast<std::uint32_t>(asked.crowd * factor);
    random = randomBits;
}

float NeighbourQuery::cellSize(const FlockState& state, std::size_t count) const {
    // Without an enabled pair rule no boid searches, but cells still need a size.
    constexpr float kMinCell = 1e-3f;
    if (perception.kind == Perception::Kind::metric || count == 0) {
        return reach > 0.0f ? std::max(reach, kMinCell) : perception.radius;
    }
    // The k-th neighbour lies within a cell's edge if a cell holds k·3/4π boids. Twice as many, and a few
    // more against the fluctuation of small numbers, mostly avoid a second, wider search.
    double few = perception.count;
    if (perception.kind == Perception::Kind::spread) {
        // Within x times the distance to the closest there are x³ boids on average.
        few = static_cast<double>(perception.spread) * static_cast<double>(perception.spread) *
              static_cast<double>(perception.spread);
    }
    // Few enough that the 27 cells around mostly stay below the candidate limit.
    const double largest = static_cast<double>(crowd) / 54.0;
    const auto wanted = static_cast<float>(typicalCell(state, count, std::min(0.5 * few + 2.0, largest)));
    if (perception.kind == Perception::Kind::spread && wanted > 0.8f * reach) {
        return std::max(reach, kMinCell);  // hardly larger, and no boid has to search wider
    }
    return std::clamp(wanted, kMinCell, reach);
}

Candidates::CellQuery NeighbourFinder::cellQueryOf(const FlockState& state, const NeighbourGrid& grid,
                                                   std::size_t cell, const NeighbourQuery& query) {
    Candidates::CellQuery cellQuery;
    cellQuery.state = &state;
    cellQuery.grid = &grid;
    cellQuery.cell = grid.indexOf(cell);
    cellQuery.reachSq = query.gatherReachSq();
    cellQuery.worldSize = query.worldSize;
    return cellQuery;
}

std::uint32_t NeighbourFinder::blockSize(const Candidates::CellQuery& cellQuery, const NeighbourQuery& query,
                                         bool isSampled) {
    if (cellQuery.grid->isWrapped() && imageLimit(cellQuery.box, query.worldSize) < query.reach * 1.001f) {
        return 1;
    }
    if (query.perception.kind != Perception::Kind::metric) {
        return std::min(cellQuery.boidCount(), kFewBlock);
    }
    return isSampled ? std::min(cellQuery.boidCount(), Candidates::kSampleBlock) : cellQuery.boidCount();
}

const CandidateSample* NeighbourFinder::drawn(CandidateSample& sample, const Candidates::CellQuery& cellQuery,
                                              const NeighbourQuery& query) {
    if (cellQuery.around->count() <= query.crowd) {
        return nullptr;
    }
    // Seeded by the cell, so that all its boids search the same sample, whatever their threads.
    const std::uint64_t cell = (static_cast<std::uint64_t>(cellQuery.cell[2]) << 42) ^
                               (static_cast<std::uint64_t>(cellQuery.cell[1]) << 21) ^
                               static_cast<std::uint64_t>(cellQuery.cell[0]);
    sample.draw(*cellQuery.state, *cellQuery.around, query.crowd, query.random ^ mixBits(cell));
    return &sample;
}

void NeighbourFinder::matchCapacity(const NeighbourFinder& other) {
    m_around.matchCapacity(other.m_around);
    m_wider.matchCapacity(other.m_wider);
    m_sample.matchCapacity(other.m_sample);
    m_widerSample.matchCapacity(other.m_widerSample);
    m_candidates.matchCapacity(other.m_candidates);
    m_chosen.matchCapacity(other.m_chosen);
    m_sparse.matchCapacity(other.m_sparse);
}

PairBlock NeighbourFinder::blockFor(const Candidates::CellQuery& cellQuery, const NeighbourQuery& query,
                                    const CandidateSample* sample) {
    switch (query.perception.kind) {
        case Perception::Kind::nearest:
            return nearestBlock(cellQuery, query, sample);
        case Perception::Kind::spread:
            return spreadBlock(cellQuery, query, sample);
        case Perception::Kind::metric:
            break;
    }
    return metricBlock(cellQuery, query, sample);
}

PairBlock NeighbourFinder::metricBlock(const Candidates::CellQuery& cellQuery, const NeighbourQuery& query,
                                       const CandidateSample* sample) {
    m_candidates.gather(cellQuery, query.isa, sample);
    m_comparisons += std::uint64_t{m_candidates.count()} * cellQuery.boidCount();
    return seenFrom(m_candidates.block(*cellQuery.state, cellQuery.begin, cellQuery.end), query);
}

PairBlock NeighbourFinder::emptyBlock(const FlockState& state, const NeighbourQuery& query) {
    PairBlock block;
    block.state = &state;
    return seenFrom(block, query);
}

SparseBoids& NeighbourFinder::sparse(const FlockState& state, const NeighbourGrid& grid,
                                     std::span<const std::uint32_t> slots, const NeighbourQuery& query) {
    SparseBoids& boids = m_sparse.find(state, grid, slots, query.reach, query.crowd, query.isa);
    m_comparisons += m_sparse.comparisons();
    return boids;
}

PairBlock NeighbourFinder::loneBlock(const FlockState& state, const NeighbourGrid& grid, std::uint32_t slot,
                                     const NeighbourQuery& query) {
    const Vec3f at = state.position.at(slot);
    Candidates::CellQuery cellQuery;
    cellQuery.state = &state;
    cellQuery.grid = &grid;
    cellQuery.begin = slot;
    cellQuery.end = slot + 1;
    cellQuery.box = {at, at};
    cellQuery.reachSq = query.gatherReachSq();
    cellQuery.worldSize = query.worldSize;
    cellQuery.cell = grid.cellOf(at);
    cellQuery.around = &m_wider;
    // All boids of a cell search the same cells, so they share one sample.
    if (cellQuery.cell != m_loneCell) {
        m_loneCell = cellQuery.cell;
        const auto [low, high] = grid.corners(cellQuery.cell);
        const float reach = grid.sureReach(query.reach);
        const Vec3f margin{reach, reach, reach};
        m_wider.collectWithin(grid, low - margin, high + margin);
        m_loneSample = drawn(m_widerSample, cellQuery, query);
    }
    return metricBlock(cellQuery, query, m_loneSample);
}

std::uint32_t NeighbourFinder::amongBlockSize(const FlockState& observers, std::uint32_t begin,
                                              std::uint32_t end, const NeighbourGrid& grid,
                                              const NeighbourQuery& query) {
    const bool isByImages = grid.isWrapped() && imageLimit(boxAround(observers, begin, end),
                                                           query.worldSize) < query.reach * 1.001f;
    return isByImages ? 1 : std::min(end - begin, kFewBlock);
}

PairBlock NeighbourFinder::amongBlock(const FlockState& observers, std::uint32_t begin, std::uint32_t end,
                                      Candidates::CellQuery cellQuery, const NeighbourQuery& query) {
    cellQuery.box = boxAround(observers, begin, end);
    cellQuery.cell[0] = static_cast<std::int32_t>(begin);  // decides the sample
    const float reach = std::sqrt(cellQuery.reachSq);
    const Vec3f margin{reach, reach, reach};
    m_wider.collectWithin(*cellQuery.grid, cellQuery.box.low - margin, cellQuery.box.high + margin);
    cellQuery.around = &m_wider;
    m_candidates.gather(cellQuery, query.isa, drawn(m_widerSample, cellQuery, query));
    m_comparisons += std::uint64_t{m_candidates.count()} * (end - begin);
    if (query.perception.kind == Perception::Kind::metric) {
        PairBlock block = seenFrom(m_candidates.block(observers, begin, end), query);
        block.selfIndex = nullptr;
        block.selfAt = kNoCandidate;
        return block;
    }
    const std::uint32_t stride = fewStride(query);
    m_chosen.reserve((end - begin) * stride + 2 * kLanes);
    for (std::uint32_t slot = begin; slot < end; ++slot) {
        const Observer observer{observers.position.at(slot), observers.velocity.at(slot)};
        const std::uint32_t to = (slot - begin) * stride;
        if (query.perception.kind == Perception::Kind::spread) {
            SpreadTrio& trio = m_trios[0];
            trio.find(m_candidates, m_candidates.count(), observer, query);
            chooseTrio(trio, to);
        } else {
            m_few.find(m_candidates, m_candidates.count(), observer, query);
            chooseFew(to, stride);
        }
    }
    return fewBlock(observers, begin, end, stride, query);
}

PairBlock NeighbourFinder::nearestBlock(const Candidates::CellQuery& cellQuery, const NeighbourQuery& query,
                                        const CandidateSample* sample) {
    const std::uint32_t stride = fewStride(query);
    m_chosen.reserve(cellQuery.boidCount() * stride + 2 * kLanes);
    choose(cellQuery, query, stride, sample);
    return fewBlock(*cellQuery.state, cellQuery.begin, cellQuery.end, stride, query);
}

std::uint32_t NeighbourFinder::fewStride(const NeighbourQuery& query) {
    if (query.perception.kind == Perception::Kind::spread) {
        return kLanes;
    }
    return (static_cast<std::uint32_t>(query.perception.count) + kLanes - 1) / kLanes * kLanes;
}

void NeighbourFinder::chooseFew(std::uint32_t to, std::uint32_t stride) {
    const std::span<const std::uint32_t> few = m_few.indices();
    m_chosen.copyFrom(m_candidates, few, to);
    m_chosen.pad(to + static_cast<std::uint32_t>(few.size()), to + stride);
}

PairBlock NeighbourFinder::fewBlock(const FlockState& state, std::uint32_t begin, std::uint32_t end,
                                    std::uint32_t stride, const NeighbourQuery& query) {
    PairBlock block = m_chosen.block(state, begin, end);
    block.count = stride;
    block.stride = stride;
    block.radiusSq = square(query.perception.radius);  // the blind cone was applied when choosing
    return block;
}

void NeighbourFinder::choose(const Candidates::CellQuery& cellQuery, const NeighbourQuery& query,
                             std::uint32_t stride, const CandidateSample* sample) {
    // All boids first search the candidates of the whole block. If these cannot be shown to hold the nearest
    // few, the boid searches again, alone and farther.
    const Faces faces(cellQuery);
    const float imagesTo = cellQuery.grid->isWrapped() ? imageLimit(cellQuery.box, query.worldSize)
                                                       : std::numeric_limits<float>::infinity();
    bool isShared = false;
    for (std::uint32_t slot = cellQuery.begin; slot < cellQuery.end; ++slot) {
        const Observer observer{cellQuery.state->position.at(slot), cellQuery.state->velocity.at(slot)};
        if (!isShared) {
            m_candidates.gather(cellQuery, query.isa, sample);
            isShared = true;
        }
        m_few.find(m_candidates, m_candidates.selfIndex(slot - cellQuery.begin), observer, query);
        m_comparisons += m_candidates.count();
        const float certain = std::min(faces.distance(observer.position), imagesTo);
        if (sample == nullptr && !isCertain(query, certain, m_few.limitSq())) {
            chooseWider(cellQuery, slot, observer, query);
            isShared = false;
        }
        chooseFew((slot - cellQuery.begin) * stride, stride);
    }
}

bool NeighbourFinder::isCertain(const NeighbourQuery& query, float searchedTo, float neededSq) {
    return searchedTo >= query.perception.radius || (searchedTo > 0.0f && neededSq <= square(searchedTo));
}

void NeighbourFinder::chooseWider(Candidates::CellQuery cellQuery, std::uint32_t slot,
                                  const Observer& observer, const NeighbourQuery& query) {
    cellQuery.begin = slot;
    cellQuery.end = slot + 1;
    cellQuery.box = {observer.position, observer.position};
    cellQuery.around = &m_wider;
    const CandidateSample* sample = nullptr;
    do {
        cellQuery.width *= 2;
        m_wider.collect(*cellQuery.grid, cellQuery.cell, cellQuery.width);
        sample = drawn(m_widerSample, cellQuery, query);
        m_candidates.gather(cellQuery, query.isa, sample);
        m_few.find(m_candidates, m_candidates.selfIndex(0), observer, query);
        m_comparisons += m_candidates.count();
    } while (sample == nullptr &&
             !isCertain(query, Faces(cellQuery).distance(observer.position), m_few.limitSq()));
}

PairBlock NeighbourFinder::spreadBlock(const Candidates::CellQuery& cellQuery, const NeighbourQuery& query,
                                       const CandidateSample* sample) {
    m_chosen.reserve(cellQuery.boidCount() * fewStride(query) + 2 * kLanes);
    m_candidates.gather(cellQuery, query.isa, sample);
    // Boids share a block only if the nearest image of every boid in reach is the same for all of them, so
    // images set no limit here.
    const Faces faces(cellQuery);
    // Search all first, then copy: avoids store stalls.
    for (std::uint32_t slot = cellQuery.begin; slot < cellQuery.end; ++slot) {
        const std::uint32_t k = slot - cellQuery.begin;
        const Observer observer{cellQuery.state->position.at(slot), cellQuery.state->velocity.at(slot)};
        m_trios[k].find(m_candidates, m_candidates.selfIndex(k), observer, query);
    }
    m_comparisons += std::uint64_t{m_candidates.count()} * cellQuery.boidCount();
    std::uint32_t waiting = 0;
    for (std::uint32_t slot = cellQuery.begin; slot < cellQuery.end; ++slot) {
        const SpreadTrio& trio = m_trios[slot - cellQuery.begin];
        chooseTrio(trio, (slot - cellQuery.begin) * kLanes);
        const float searchedTo = faces.distance(cellQuery.state->position.at(slot));
        if (sample == nullptr && !isCertain(query, searchedTo, trio.limitSq(query))) {
            m_waiting[waiting++] = {slot, trio.distances(),
                                    isCertain(query, searchedTo, trio.distances().secondSq)};
        }
    }
    if (waiting > 0) {
        spreadWider(cellQuery, query, waiting);
    }
    return fewBlock(*cellQuery.state, cellQuery.begin, cellQuery.end, fewStride(query), query);
}

void NeighbourFinder::chooseTrio(const SpreadTrio& trio, std::uint32_t to) {
    m_chosen.padEight(to);
    for (std::uint32_t k = 0; k < SpreadTrio::kMax; ++k) {
        m_chosen.copyOne(m_candidates, trio.indices()[k], to + k);
    }
}

void NeighbourFinder::spreadWider(Candidates::CellQuery cellQuery, const NeighbourQuery& query,
                                  std::uint32_t waiting) {
    const std::uint32_t first = cellQuery.begin;
    cellQuery.around = &m_wider;
    while (waiting > 0) {
        cellQuery.width *= 2;
        m_wider.collect(*cellQuery.grid, cellQuery.cell, cellQuery.width);
        const CandidateSample* sample = drawn(m_widerSample, cellQuery, query);
        m_candidates.gather(cellQuery, query.isa, sample);
        const Faces faces(cellQuery);
        SpreadTrio& trio = m_trios[0];
        const std::uint32_t looking = std::exchange(waiting, 0);
        for (std::uint32_t k = 0; k < looking; ++k) {
            const Waiting boid = m_waiting[k];
            const Observer observer{cellQuery.state->position.at(boid.slot),
                                    cellQuery.state->velocity.at(boid.slot)};
            const std::uint32_t self = m_candidates.selfIndex(boid.slot - first);
            const std::uint32_t to = (boid.slot - first) * kLanes;
            m_comparisons += m_candidates.count();
            if (sample != nullptr && boid.isPairCertain) {
                // A sample may lack the two closest, which are already known.
                trio.findFar(m_candidates, self, observer, query, boid.found);
                m_chosen.copyOne(m_candidates, trio.indices()[2], to + 2);
                continue;
            }
            trio.find(m_candidates, self, observer, query);
            chooseTrio(trio, to);
            const float searchedTo = faces.distance(observer.position);
            if (sample == nullptr && !isCertain(query, searchedTo, trio.limitSq(query))) {
                const SpreadTrio::Distances& found = trio.distances();
                m_waiting[waiting++] = {boid.slot, found, isCertain(query, searchedTo, found.secondSq)};
            }
        }
    }
}

}  // namespace shoal
