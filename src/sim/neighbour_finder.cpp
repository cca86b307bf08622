#include "sim/neighbour_finder.hpp"

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
constexpr int kFewCrowd = 8;

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
    explicit Faces(const Candidates::Query& query) {
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            m_faces[a] = query.grid->faces(axis, query.cell[a], query.width);
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

PairBlock seenFrom(PairBlock block, const Sight& sight) {
    block.radiusSq = square(sight.perception.radius);
    block.hasBlindCone = sight.hasBlindCone();
    block.blindCosine = sight.blindCosine;
    return block;
}

/// Returns how far a boid of this box can search a wrapped world and still find every other boid's nearest
/// image [m].
float imageLimit(const QueryBox& box, const Vec3f& worldSize) {
    return 0.5f * std::min({worldSize.x - (box.high.x - box.low.x), worldSize.y - (box.high.y - box.low.y),
                            worldSize.z - (box.high.z - box.low.z)});
}

}  // namespace

Sight Sight::of(const Perception& perception, float farthestRule, const Vec3f& worldSize, Isa isa) {
    Sight sight;
    sight.perception = perception;
    // The choice of the few does not depend on the reach of the rules.
    sight.reach = perception.kind == Perception::Kind::metric ? std::min(perception.radius, farthestRule)
                                                              : perception.radius;
    sight.blindCosine = static_cast<float>(-cosine(static_cast<double>(perception.blindAngle) / 2.0));
    sight.worldSize = worldSize;
    sight.isa = isa;
    return sight;
}

void Sight::limitCrowd(const Perception& asked, std::uint64_t randomBits) {
    const int factor = asked.kind == Perception::Kind::metric ? 1 : kFewCrowd;
    crowd = static_cast<std::uint32_t>(asked.crowd * factor);
    random = randomBits;
}

float Sight::cellSize(const FlockState& state, std::size_t count) const {
    // Without an enabled pair rule no boid searches, but cells still need a size.
    constexpr float kLeastCell = 1e-3f;
    if (perception.kind == Perception::Kind::metric || count == 0) {
        return reach > 0.0f ? std::max(reach, kLeastCell) : perception.radius;
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
    const double most = static_cast<double>(crowd) / 54.0;
    const auto wanted = static_cast<float>(typicalCell(state, count, std::min(0.5 * few + 2.0, most)));
    if (perception.kind == Perception::Kind::spread && wanted > 0.8f * reach) {
        return std::max(reach, kLeastCell);  // hardly larger, and no boid has to search wider
    }
    return std::clamp(wanted, kLeastCell, reach);
}

Candidates::Query NeighbourFinder::cellQuery(const FlockState& state, const NeighbourGrid& grid,
                                             std::size_t cell, const Sight& sight) {
    Candidates::Query query;
    query.state = &state;
    query.grid = &grid;
    query.cell = grid.indexOf(cell);
    query.reachSq = sight.gatherReachSq();
    query.worldSize = sight.worldSize;
    return query;
}

std::uint32_t NeighbourFinder::blockSize(const Candidates::Query& query, const Sight& sight, bool isSampled) {
    if (query.grid->isWrapped() && imageLimit(query.box, sight.worldSize) < sight.reach * 1.001f) {
        return 1;
    }
    if (sight.perception.kind != Perception::Kind::metric) {
        return std::min(query.boidCount(), kFewBlock);
    }
    return isSampled ? std::min(query.boidCount(), Candidates::kSampleBlock) : query.boidCount();
}

const CrowdSample* NeighbourFinder::drawn(CrowdSample& sample, const Candidates::Query& query,
                                          const Sight& sight) {
    if (query.around->count() <= sight.crowd) {
        return nullptr;
    }
    // By the cell, so that all its boids search one sample, on whichever threads.
    const std::uint64_t cell = (static_cast<std::uint64_t>(query.cell[2]) << 42) ^
                               (static_cast<std::uint64_t>(query.cell[1]) << 21) ^
                               static_cast<std::uint64_t>(query.cell[0]);
    sample.draw(*query.state, *query.around, sight.crowd, sight.random ^ mixBits(cell));
    return &sample;
}

void NeighbourFinder::matchRoom(const NeighbourFinder& other) {
    m_around.matchRoom(other.m_around);
    m_wider.matchRoom(other.m_wider);
    m_sample.matchRoom(other.m_sample);
    m_widerSample.matchRoom(other.m_widerSample);
    m_candidates.matchRoom(other.m_candidates);
    m_chosen.matchRoom(other.m_chosen);
    m_scattered.matchRoom(other.m_scattered);
}

PairBlock NeighbourFinder::blockFor(const Candidates::Query& query, const Sight& sight,
                                    const CrowdSample* sample) {
    switch (sight.perception.kind) {
        case Perception::Kind::nearest:
            return nearestBlock(query, sight, sample);
        case Perception::Kind::spread:
            return spreadBlock(query, sight, sample);
        case Perception::Kind::metric:
            break;
    }
    return metricBlock(query, sight, sample);
}

PairBlock NeighbourFinder::metricBlock(const Candidates::Query& query, const Sight& sight,
                                       const CrowdSample* sample) {
    m_candidates.gather(query, sight.isa, sample);
    m_comparisons += std::uint64_t{m_candidates.count()} * query.boidCount();
    return seenFrom(m_candidates.block(*query.state, query.begin, query.end), sight);
}

PairBlock NeighbourFinder::emptyBlock(const FlockState& state, const Sight& sight) {
    PairBlock block;
    block.state = &state;
    return seenFrom(block, sight);
}

ScatteredBoids& NeighbourFinder::scattered(const FlockState& state, const NeighbourGrid& grid,
                                           std::span<const std::uint32_t> slots, const Sight& sight) {
    ScatteredBoids& boids = m_scattered.find(state, grid, slots, sight.reach, sight.crowd, sight.isa);
    m_comparisons += m_scattered.comparisons();
    return boids;
}

PairBlock NeighbourFinder::loneBlock(const FlockState& state, const NeighbourGrid& grid, std::uint32_t slot,
                                     const Sight& sight) {
    const Vec3f at = state.position.at(slot);
    Candidates::Query query;
    query.state = &state;
    query.grid = &grid;
    query.begin = slot;
    query.end = slot + 1;
    query.box = {at, at};
    query.reachSq = sight.gatherReachSq();
    query.worldSize = sight.worldSize;
    query.cell = grid.cellOf(at);
    query.around = &m_wider;
    // All boids of a cell search the same cells, so a crowd is sampled only once for them.
    if (query.cell != m_loneCell) {
        m_loneCell = query.cell;
        const auto [low, high] = grid.corners(query.cell);
        const float reach = grid.sureReach(sight.reach);
        const Vec3f margin{reach, reach, reach};
        m_wider.collectWithin(grid, low - margin, high + margin);
        m_loneSample = drawn(m_widerSample, query, sight);
    }
    return metricBlock(query, sight, m_loneSample);
}

std::uint32_t NeighbourFinder::amongBlockSize(const FlockState& observers, std::uint32_t begin,
                                              std::uint32_t end, const NeighbourGrid& grid,
                                              const Sight& sight) {
    const bool isByImages = grid.isWrapped() && imageLimit(boxAround(observers, begin, end),
                                                           sight.worldSize) < sight.reach * 1.001f;
    return isByImages ? 1 : std::min(end - begin, kFewBlock);
}

PairBlock NeighbourFinder::amongBlock(const FlockState& observers, std::uint32_t begin, std::uint32_t end,
                                      Candidates::Query query, const Sight& sight) {
    query.box = boxAround(observers, begin, end);
    query.cell[0] = static_cast<std::int32_t>(begin);  // decides the sample
    const float reach = std::sqrt(query.reachSq);
    const Vec3f margin{reach, reach, reach};
    m_wider.collectWithin(*query.grid, query.box.low - margin, query.box.high + margin);
    query.around = &m_wider;
    m_candidates.gather(query, sight.isa, drawn(m_widerSample, query, sight));
    m_comparisons += std::uint64_t{m_candidates.count()} * (end - begin);
    if (sight.perception.kind == Perception::Kind::metric) {
        PairBlock block = seenFrom(m_candidates.block(observers, begin, end), sight);
        block.selfIndex = nullptr;
        block.selfAt = kNoCandidate;
        return block;
    }
    const std::uint32_t stride = fewStride(sight);
    m_chosen.reserve((end - begin) * stride + 2 * kLanes);
    for (std::uint32_t slot = begin; slot < end; ++slot) {
        const Onlooker onlooker{observers.position.at(slot), observers.velocity.at(slot)};
        const std::uint32_t to = (slot - begin) * stride;
        if (sight.perception.kind == Perception::Kind::spread) {
            SpreadTrio& trio = m_trios[0];
            trio.find(m_candidates, m_candidates.count(), onlooker, sight);
            chooseTrio(trio, to);
        } else {
            m_few.find(m_candidates, m_candidates.count(), onlooker, sight);
            chooseFew(to, stride);
        }
    }
    return fewBlock(observers, begin, end, stride, sight);
}

PairBlock NeighbourFinder::nearestBlock(const Candidates::Query& query, const Sight& sight,
                                        const CrowdSample* sample) {
    const std::uint32_t stride = fewStride(sight);
    m_chosen.reserve(query.boidCount() * stride + 2 * kLanes);
    choose(query, sight, stride, sample);
    return fewBlock(*query.state, query.begin, query.end, stride, sight);
}

std::uint32_t NeighbourFinder::fewStride(const Sight& sight) {
    if (sight.perception.kind == Perception::Kind::spread) {
        return kLanes;
    }
    return (static_cast<std::uint32_t>(sight.perception.count) + kLanes - 1) / kLanes * kLanes;
}

void NeighbourFinder::chooseFew(std::uint32_t to, std::uint32_t stride) {
    const std::span<const std::uint32_t> few = m_few.indices();
    m_chosen.copyFrom(m_candidates, few, to);
    m_chosen.pad(to + static_cast<std::uint32_t>(few.size()), to + stride);
}

PairBlock NeighbourFinder::fewBlock(const FlockState& state, std::uint32_t begin, std::uint32_t end,
                                    std::uint32_t stride, const Sight& sight) {
    PairBlock block = m_chosen.block(state, begin, end);
    block.count = stride;
    block.stride = stride;
    block.radiusSq = square(sight.perception.radius);  // the blind cone was applied when choosing
    return block;
}

void NeighbourFinder::choose(const Candidates::Query& query, const Sight& sight, std::uint32_t stride,
                             const CrowdSample* sample) {
    // All boids first search the candidates of the whole block. If these cannot be shown to hold the nearest
    // few, the boid searches again, alone and farther.
    const Faces faces(query);
    const float imagesTo = query.grid->isWrapped() ? imageLimit(query.box, sight.worldSize)
                                                   : std::numeric_limits<float>::infinity();
    bool isShared = false;
    for (std::uint32_t slot = query.begin; slot < query.end; ++slot) {
        const Onlooker onlooker{query.state->position.at(slot), query.state->velocity.at(slot)};
        if (!isShared) {
            m_candidates.gather(query, sight.isa, sample);
            isShared = true;
        }
        m_few.find(m_candidates, m_candidates.selfIndex(slot - query.begin), onlooker, sight);
        m_comparisons += m_candidates.count();
        const float certain = std::min(faces.distance(onlooker.position), imagesTo);
        if (sample == nullptr && !isCertain(sight, certain, m_few.limitSq())) {
            chooseWider(query, slot, onlooker, sight);
            isShared = false;
        }
        chooseFew((slot - query.begin) * stride, stride);
    }
}

bool NeighbourFinder::isCertain(const Sight& sight, float lookedTo, float neededSq) {
    return lookedTo >= sight.perception.radius || (lookedTo > 0.0f && neededSq <= square(lookedTo));
}

void NeighbourFinder::chooseWider(Candidates::Query query, std::uint32_t slot, const Onlooker& onlooker,
                                  const Sight& sight) {
    query.begin = slot;
    query.end = slot + 1;
    query.box = {onlooker.position, onlooker.position};
    query.around = &m_wider;
    const CrowdSample* sample = nullptr;
    do {
        query.width *= 2;
        m_wider.collect(*query.grid, query.cell, query.width);
        sample = drawn(m_widerSample, query, sight);
        m_candidates.gather(query, sight.isa, sample);
        m_few.find(m_candidates, m_candidates.selfIndex(0), onlooker, sight);
        m_comparisons += m_candidates.count();
    } while (sample == nullptr &&
             !isCertain(sight, Faces(query).distance(onlooker.position), m_few.limitSq()));
}

PairBlock NeighbourFinder::spreadBlock(const Candidates::Query& query, const Sight& sight,
                                       const CrowdSample* sample) {
    m_chosen.reserve(query.boidCount() * fewStride(sight) + 2 * kLanes);
    m_candidates.gather(query, sight.isa, sample);
    // Boids search together only where every other boid has the same nearest image for all of them, as far as
    // they see: images set no limit here.
    const Faces faces(query);
    // Search all first, then copy: avoids store stalls.
    for (std::uint32_t slot = query.begin; slot < query.end; ++slot) {
        const std::uint32_t k = slot - query.begin;
        const Onlooker onlooker{query.state->position.at(slot), query.state->velocity.at(slot)};
        m_trios[k].find(m_candidates, m_candidates.selfIndex(k), onlooker, sight);
    }
    m_comparisons += std::uint64_t{m_candidates.count()} * query.boidCount();
    std::uint32_t waiting = 0;
    for (std::uint32_t slot = query.begin; slot < query.end; ++slot) {
        const SpreadTrio& trio = m_trios[slot - query.begin];
        chooseTrio(trio, (slot - query.begin) * kLanes);
        const float lookedTo = faces.distance(query.state->position.at(slot));
        if (sample == nullptr && !isCertain(sight, lookedTo, trio.limitSq(sight))) {
            m_waiting[waiting++] = {slot, trio.distances(),
                                    isCertain(sight, lookedTo, trio.distances().secondSq)};
        }
    }
    if (waiting > 0) {
        spreadWider(query, sight, waiting);
    }
    return fewBlock(*query.state, query.begin, query.end, fewStride(sight), sight);
}

void NeighbourFinder::chooseTrio(const SpreadTrio& trio, std::uint32_t to) {
    m_chosen.padEight(to);
    for (std::uint32_t k = 0; k < SpreadTrio::kMost; ++k) {
        m_chosen.copyOne(m_candidates, trio.indices()[k], to + k);
    }
}

void NeighbourFinder::spreadWider(Candidates::Query query, const Sight& sight, std::uint32_t waiting) {
    const std::uint32_t first = query.begin;
    query.around = &m_wider;
    while (waiting > 0) {
        query.width *= 2;
        m_wider.collect(*query.grid, query.cell, query.width);
        const CrowdSample* sample = drawn(m_widerSample, query, sight);
        m_candidates.gather(query, sight.isa, sample);
        const Faces faces(query);
        SpreadTrio& trio = m_trios[0];
        const std::uint32_t looking = std::exchange(waiting, 0);
        for (std::uint32_t k = 0; k < looking; ++k) {
            const Waiting boid = m_waiting[k];
            const Onlooker onlooker{query.state->position.at(boid.slot), query.state->velocity.at(boid.slot)};
            const std::uint32_t self = m_candidates.selfIndex(boid.slot - first);
            const std::uint32_t to = (boid.slot - first) * kLanes;
            m_comparisons += m_candidates.count();
            if (sample != nullptr && boid.isPairCertain) {
                // A sample may lack the two closest, which are already known.
                trio.findFar(m_candidates, self, onlooker, sight, boid.found);
                m_chosen.copyOne(m_candidates, trio.indices()[2], to + 2);
                continue;
            }
            trio.find(m_candidates, self, onlooker, sight);
            chooseTrio(trio, to);
            const float lookedTo = faces.distance(onlooker.position);
            if (sample == nullptr && !isCertain(sight, lookedTo, trio.limitSq(sight))) {
                const SpreadTrio::Distances& found = trio.distances();
                m_waiting[waiting++] = {boid.slot, found, isCertain(sight, lookedTo, found.secondSq)};
            }
        }
    }
}

}  // namespace shoal
