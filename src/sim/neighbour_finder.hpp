#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <shoal/blocks.hpp>
#include <shoal/isa.hpp>
#include <shoal/neighbour_grid.hpp>
#include <shoal/perception.hpp>

#include "sim/candidates.hpp"
#include "sim/nearest_few.hpp"
#include "sim/scattered_finder.hpp"
#include "sim/spread_trio.hpp"

namespace shoal {

/// The neighbour query of a step.
struct Sight {
    Perception perception;
    float reach = 0.0f;         ///< [m] neither the rules nor the perception reach farther
    float blindCosine = -1.0f;  ///< of half the open angle ahead
    Vec3f worldSize;            ///< [m] for a wrapped grid
    Isa isa = Isa::baseline;
    std::uint32_t crowd = std::numeric_limits<std::uint32_t>::max();  ///< maximum number of candidates
    std::uint64_t random = 0;  ///< decides the sample if there are more

    static Sight of(const Perception& perception, float farthestRule, const Vec3f& worldSize, Isa isa);

    /// Limits the work where very many boids are near; `random` decides the sample.
    void limitCrowd(const Perception& asked, std::uint64_t random);
    bool hasBlindCone() const { return perception.blindAngle > 0.0f; }
    /// Candidates may lie slightly beyond `reach`: the exact comparison is made for each pair [m²].
    float gatherReachSq() const { return reach * reach * 1.0001f; }
    /// Returns the cell size [m] that suits the first `count` boids of the state.
    float cellSize(const FlockState& state, std::size_t count) const;
};

/// Turns the boids of a grid cell into blocks with their neighbour candidates. One thread's scratch memory.
class NeighbourFinder {
public:
    /// Calls `use(PairBlock&)` for blocks that together hold each boid of the slots `begin` .. `end`, all of
    /// one cell, once. The caller sets `block.steering`.
    template <class Use>
    void forEachBlock(const FlockState& state, const NeighbourGrid& grid, std::size_t cell,
                      std::uint32_t begin, std::uint32_t end, const Sight& sight, const Use& use) {
        if (begin == end) {
            return;
        }
        Candidates::Query query = cellQuery(state, grid, cell, sight);
        query.begin = begin;
        query.end = end;
        query.box = boxAround(state, begin, end);
        m_around.collect(grid, query.cell, query.width);
        query.around = &m_around;
        const CrowdSample* sample = drawn(m_sample, query, sight);
        const std::uint32_t stride = blockSize(query, sight, sample != nullptr);
        for (std::uint32_t first = begin; first < end; first += stride) {
            query.begin = first;
            query.end = end - first < stride ? end : first + stride;
            if (stride < end - begin) {
                query.box = boxAround(state, query.begin, query.end);
            }
            PairBlock block = blockFor(query, sight, sample);
            use(block);
        }
    }

    /// Does the same for all boids of the cell.
    template <class Use>
    void forEachBlock(const FlockState& state, const NeighbourGrid& grid, std::size_t cell,
                      const Sight& sight, const Use& use) {
        forEachBlock(state, grid, cell, grid.start(cell), grid.start(cell + 1), sight, use);
    }

    /// Calls `use(PairBlock&)` for blocks that together hold each boid of the slots `begin` .. `end` of one
    /// species once, with its neighbours in another species. The boids must be near each other.
    template <class Use>
    void forEachBlockAmong(const FlockState& observers, std::uint32_t begin, std::uint32_t end,
                           const FlockState& observed, const NeighbourGrid& grid, const Sight& sight,
                           const Use& use) {
        if (begin == end) {
            return;
        }
        Candidates::Query query;
        query.state = &observed;
        query.grid = &grid;
        query.reachSq = sight.gatherReachSq();
        query.worldSize = sight.worldSize;
        const std::uint32_t stride = amongBlockSize(observers, begin, end, grid, sight);
        for (std::uint32_t first = begin; first < end; first += stride) {
            PairBlock block =
                amongBlock(observers, first, end - first < stride ? end : first + stride, query, sight);
            use(block);
        }
    }

    /// Calls `use(PairBlock&)` for blocks that together hold each of these boids of one species: the
    /// scattered eight by eight, then the refused one by one. The grid may be some steps old.
    template <class Use>
    void forEachScattered(const FlockState& state, const NeighbourGrid& grid,
                          std::span<const std::uint32_t> slots, const Sight& sight, const Use& use) {
        m_loneCell = {-1, -1, -1};
        const PairBlock empty = emptyBlock(state, sight);
        for (std::size_t first = 0; first < slots.size(); first += kLanes) {
            const std::span<const std::uint32_t> eight =
                slots.subspan(first, std::min<std::size_t>(slots.size() - first, kLanes));
            PairBlock block = empty;
            block.scattered = &scattered(state, grid, eight, sight);
            use(block);
            for (unsigned refused = block.scattered->refused; refused != 0; refused &= refused - 1) {
                const auto k = static_cast<std::size_t>(std::countr_zero(refused));
                PairBlock lone = loneBlock(state, grid, eight[k], sight);
                use(lone);
            }
        }
    }

    /// Returns the number of comparisons between boids since the last call.
    std::uint64_t takeComparisons() { return std::exchange(m_comparisons, 0); }

    /// Grows all scratch memory to the other's size, so that no thread has to allocate later what another
    /// needed.
    void matchRoom(const NeighbourFinder& other);

    std::size_t bytes() const {
        return m_around.bytes() + m_wider.bytes() + m_sample.bytes() + m_widerSample.bytes() +
               m_candidates.bytes() + m_chosen.bytes() + m_scattered.bytes();
    }

private:
    /// Maximum number of boids of a cell that search together for a few neighbours: limits the scratch for
    /// their lists.
    static constexpr std::uint32_t kFewBlock = 64;

    static Candidates::Query cellQuery(const FlockState& state, const NeighbourGrid& grid, std::size_t cell,
                                       const Sight& sight);
    /// Draws the sample if the query needs one; else returns null.
    static const CrowdSample* drawn(CrowdSample& sample, const Candidates::Query& query, const Sight& sight);
    static std::uint32_t blockSize(const Candidates::Query& query, const Sight& sight, bool isSampled);
    PairBlock blockFor(const Candidates::Query& query, const Sight& sight, const CrowdSample* sample);
    static std::uint32_t amongBlockSize(const FlockState& observers, std::uint32_t begin, std::uint32_t end,
                                        const NeighbourGrid& grid, const Sight& sight);
    PairBlock amongBlock(const FlockState& observers, std::uint32_t begin, std::uint32_t end,
                         Candidates::Query query, const Sight& sight);
    static PairBlock emptyBlock(const FlockState& state, const Sight& sight);
    ScatteredBoids& scattered(const FlockState& state, const NeighbourGrid& grid,
                              std::span<const std::uint32_t> slots, const Sight& sight);
    /// Returns a block of one boid, with candidates from the cells around its cell.
    PairBlock loneBlock(const FlockState& state, const NeighbourGrid& grid, std::uint32_t slot,
                        const Sight& sight);
    PairBlock metricBlock(const Candidates::Query& query, const Sight& sight, const CrowdSample* sample);
    PairBlock nearestBlock(const Candidates::Query& query, const Sight& sight, const CrowdSample* sample);
    PairBlock spreadBlock(const Candidates::Query& query, const Sight& sight, const CrowdSample* sample);
    /// Returns the number of lanes for the few neighbours of each boid.
    static std::uint32_t fewStride(const Sight& sight);
    /// Copies the candidates that were just found.
    void chooseFew(std::uint32_t to, std::uint32_t stride);
    void chooseTrio(const SpreadTrio& trio, std::uint32_t to);
    /// Returns a block over the neighbours chosen for each boid of these slots.
    PairBlock fewBlock(const FlockState& state, std::uint32_t begin, std::uint32_t end, std::uint32_t stride,
                       const Sight& sight);
    void choose(const Candidates::Query& query, const Sight& sight, std::uint32_t stride,
                const CrowdSample* sample);
    /// Searches ever wider blocks of cells for one boid, until the result is certain or the candidate limit
    /// is reached.
    void chooseWider(Candidates::Query query, std::uint32_t slot, const Onlooker& onlooker,
                     const Sight& sight);
    /// Searches ever wider blocks of cells for all boids whose three neighbours are not certain, until each
    /// is certain or the candidate limit is reached.
    void spreadWider(Candidates::Query query, const Sight& sight, std::uint32_t waiting);
    /// Whether neighbours within this distance [m²] are certain after a search this far [m].
    static bool isCertain(const Sight& sight, float lookedTo, float neededSq);

    /// A boid whose three neighbours are not certain yet.
    struct Waiting {
        std::uint32_t slot;
        SpreadTrio::Distances found;
        bool isPairCertain;  ///< the two closest are final; only the far one may change
    };

    NearestFew m_few;
    std::array<SpreadTrio, kFewBlock> m_trios;  ///< of the boids of a block
    std::array<Waiting, kFewBlock> m_waiting{};
    CellRuns m_around;          ///< the cells around the present one
    CellRuns m_wider;           ///< more cells, if the few are not all among those
    CrowdSample m_sample;       ///< of m_around
    CrowdSample m_widerSample;  ///< of m_wider
    ScatteredFinder m_scattered;
    CellIndex m_loneCell{};                     ///< the cell of lone boids that m_wider was collected for
    const CrowdSample* m_loneSample = nullptr;  ///< the sample drawn from it, or null
    Candidates m_candidates;
    Candidates m_chosen;  ///< the few neighbours of each boid
    std::uint64_t m_comparisons = 0;
};

}  // namespace shoal
