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

#include "sim/neighbours/candidates.hpp"
#include "sim/neighbours/nearest_few.hpp"
#include "sim/neighbours/sparse_finder.hpp"
#include "sim/neighbours/spread_trio.hpp"

namespace shoal {

/// The neighbour query of a step.
struct NeighbourQuery {
    Perception perception;
    float reach = 0.0f;         ///< [m] neither the rules nor the perception reach farther
    float blindCosine = -1.0f;  ///< of half the open angle ahead
    Vec3f worldSize;            ///< [m] for a wrapped grid
    Isa isa = Isa::baseline;
    std::uint32_t crowd = std::numeric_limits<std::uint32_t>::max();  ///< maximum number of candidates
    std::uint64_t random = 0;  ///< decides the sample if there are more

    static NeighbourQuery of(const Perception& perception, float farthestRule, const Vec3f& worldSize,
                             Isa isa);

    /// Limits the work where very many boids are near; `random` decides the sample.
    void limitCandidates(const Perception& asked, std::uint64_t random);
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
                      std::uint32_t begin, std::uint32_t end, const NeighbourQuery& query, const Use& use) {
        if (begin == end) {
            return;
        }
        Candidates::CellQuery cellQuery = cellQueryOf(state, grid, cell, query);
        cellQuery.begin = begin;
        cellQuery.end = end;
        cellQuery.box = boxAround(state, begin, end);
        m_around.collect(grid, cellQuery.cell, cellQuery.width);
        cellQuery.around = &m_around;
        const CandidateSample* sample = drawn(m_sample, cellQuery, query);
        const std::uint32_t stride = blockSize(cellQuery, query, sample != nullptr);
        for (std::uint32_t first = begin; first < end; first += stride) {
            cellQuery.begin = first;
            cellQuery.end = end - first < stride ? end : first + stride;
            if (stride < end - begin) {
                cellQuery.box = boxAround(state, cellQuery.begin, cellQuery.end);
            }
            PairBlock block = blockFor(cellQuery, query, sample);
            use(block);
        }
    }

    /// Does the same for all boids of the cell.
    template <class Use>
    void forEachBlock(const FlockState& state, const NeighbourGrid& grid, std::size_t cell,
                      const NeighbourQuery& query, const Use& use) {
        forEachBlock(state, grid, cell, grid.start(cell), grid.start(cell + 1), query, use);
    }

    /// Calls `use(PairBlock&)` for blocks that together hold each boid of the slots `begin` .. `end` of one
    /// species once, with its neighbours in another species. The boids must be near each other.
    template <class Use>
    void forEachBlockAmong(const FlockState& observers, std::uint32_t begin, std::uint32_t end,
                           const FlockState& observed, const NeighbourGrid& grid, const NeighbourQuery& query,
                           const Use& use) {
        if (begin == end) {
            return;
        }
        Candidates::CellQuery cellQuery;
        cellQuery.state = &observed;
        cellQuery.grid = &grid;
        cellQuery.reachSq = query.gatherReachSq();
        cellQuery.worldSize = query.worldSize;
        const std::uint32_t stride = amongBlockSize(observers, begin, end, grid, query);
        for (std::uint32_t first = begin; first < end; first += stride) {
            PairBlock block =
                amongBlock(observers, first, end - first < stride ? end : first + stride, cellQuery, query);
            use(block);
        }
    }

    /// Calls `use(PairBlock&)` for blocks that together hold each of these boids of one species:
    /// sparse ones eight by eight, then the refused one by one. The grid may be some steps old.
    template <class Use>
    void forEachSparse(const FlockState& state, const NeighbourGrid& grid,
                       std::span<const std::uint32_t> slots, const NeighbourQuery& query, const Use& use) {
        m_loneCell = {-1, -1, -1};
        const PairBlock empty = emptyBlock(state, query);
        for (std::size_t first = 0; first < slots.size(); first += kLanes) {
            const std::span<const std::uint32_t> eight =
                slots.subspan(first, std::min<std::size_t>(slots.size() - first, kLanes));
            PairBlock block = empty;
            block.sparse = &sparse(state, grid, eight, query);
            use(block);
            for (unsigned refused = block.sparse->refused; refused != 0; refused &= refused - 1) {
                const auto k = static_cast<std::size_t>(std::countr_zero(refused));
                PairBlock lone = loneBlock(state, grid, eight[k], query);
                use(lone);
            }
        }
    }

    /// Returns the number of comparisons between boids since the last call.
    std::uint64_t takeComparisons() { return std::exchange(m_comparisons, 0); }

    /// Grows all scratch memory to the other's size, so that no thread has to allocate later what another
    /// needed.
    void matchCapacity(const NeighbourFinder& other);

    std::size_t bytes() const {
        return m_around.bytes() + m_wider.bytes() + m_sample.bytes() + m_widerSample.bytes() +
               m_candidates.bytes() + m_chosen.bytes() + m_sparse.bytes();
    }

private:
    /// Maximum number of boids of a cell that search together for a few neighbours: limits the scratch for
    /// their lists.
    static constexpr std::uint32_t kFewBlock = 64;

    static Candidates::CellQuery cellQueryOf(const FlockState& state, const NeighbourGrid& grid,
                                             std::size_t cell, const NeighbourQuery& query);
    /// Samples the candidates if there are more than the limit; else returns null.
    static const CandidateSample* drawn(CandidateSample& sample, const Candidates::CellQuery& cellQuery,
                                        const NeighbourQuery& query);
    static std::uint32_t blockSize(const Candidates::CellQuery& cellQuery, const NeighbourQuery& query,
                                   bool isSampled);
    PairBlock blockFor(const Candidates::CellQuery& cellQuery, const NeighbourQuery& query,
                       const CandidateSample* sample);
    static std::uint32_t amongBlockSize(const FlockState& observers, std::uint32_t begin, std::uint32_t end,
                                        const NeighbourGrid& grid, const NeighbourQuery& query);
    PairBlock amongBlock(const FlockState& observers, std::uint32_t begin, std::uint32_t end,
                         Candidates::CellQuery cellQuery, const NeighbourQuery& query);
    static PairBlock emptyBlock(const FlockState& state, const NeighbourQuery& query);
    SparseBoids& sparse(const FlockState& state, const NeighbourGrid& grid,
                        std::span<const std::uint32_t> slots, const NeighbourQuery& query);
    /// Returns a block of one boid, with candidates from the cells around its cell.
    PairBlock loneBlock(const FlockState& state, const NeighbourGrid& grid, std::uint32_t slot,
                        const NeighbourQuery& query);
    PairBlock metricBlock(const Candidates::CellQuery& cellQuery, const NeighbourQuery& query,
                          const CandidateSample* sample);
    PairBlock nearestBlock(const Candidates::CellQuery& cellQuery, const NeighbourQuery& query,
                           const CandidateSample* sample);
    PairBlock spreadBlock(const Candidates::CellQuery& cellQuery, const NeighbourQuery& query,
                          const CandidateSample* sample);
    /// Returns the number of lanes for the few neighbours of each boid.
    static std::uint32_t fewStride(const NeighbourQuery& query);
    /// Copies the candidates that were just found.
    void chooseFew(std::uint32_t to, std::uint32_t stride);
    void chooseTrio(const SpreadTrio& trio, std::uint32_t to);
    /// Returns a block over the neighbours chosen for each boid of these slots.
    PairBlock fewBlock(const FlockState& state, std::uint32_t begin, std::uint32_t end, std::uint32_t stride,
                       const NeighbourQuery& query);
    void choose(const Candidates::CellQuery& cellQuery, const NeighbourQuery& query, std::uint32_t stride,
                const CandidateSample* sample);
    /// Searches ever wider blocks of cells for one boid, until the result is certain or the candidate limit
    /// is reached.
    void chooseWider(Candidates::CellQuery cellQuery, std::uint32_t slot, const Observer& observer,
                     const NeighbourQuery& query);
    /// Searches ever wider blocks of cells for all boids whose three neighbours are not certain, until each
    /// is certain or the candidate limit is reached.
    void spreadWider(Candidates::CellQuery cellQuery, const NeighbourQuery& query, std::uint32_t waiting);
    /// Whether neighbours within a squared distance [m²] are final after a search out to a distance [m].
    static bool isCertain(const NeighbourQuery& query, float searchedTo, float neededSq);

    /// A boid whose three neighbours are not certain yet.
    struct Waiting {
        std::uint32_t slot;
        SpreadTrio::Distances found;
        bool isPairCertain;  ///< the two closest are final; only the far one may change
    };

    NearestFew m_few;
    std::array<SpreadTrio, kFewBlock> m_trios;  ///< of the boids of a block
    std::array<Waiting, kFewBlock> m_waiting{};
    CellRuns m_around;              ///< the cells around the present one
    CellRuns m_wider;               ///< more cells, if the few are not all among those
    CandidateSample m_sample;       ///< of m_around
    CandidateSample m_widerSample;  ///< of m_wider
    SparseFinder m_sparse;
    CellIndex m_loneCell{};                         ///< the cell of lone boids that m_wider was collected for
    const CandidateSample* m_loneSample = nullptr;  ///< the sample of it, or null
    Candidates m_candidates;
    Candidates m_chosen;  ///< the few neighbours of each boid
    std::uint64_t m_comparisons = 0;
};

}  // namespace shoal
