#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include <shoal/detail/blocks.hpp>

#include "sim/neighbours/candidates.hpp"
#include "sim/neighbours/nearest_few.hpp"
#include "sim/neighbours/neighbour_grid.hpp"
#include "sim/neighbours/neighbour_query.hpp"

namespace shoal {

/// The slots of boids that search together: a range, or an ascending list.
struct SlotList {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::span<const std::uint32_t> listed = {};  ///< if not empty, only these slots of the range

    static SlotList of(std::span<const std::uint32_t> slots) {
        return slots.empty() ? SlotList{} : SlotList{slots.front(), slots.back() + 1, slots};
    }
    std::uint32_t count() const {
        return listed.empty() ? end - begin : static_cast<std::uint32_t>(listed.size());
    }
    std::uint32_t operator[](std::uint32_t k) const { return listed.empty() ? begin + k : listed[k]; }
    /// Returns up to `size` slots, starting at number `first`.
    SlotList part(std::uint32_t first, std::uint32_t size) const {
        const std::uint32_t length = std::min(size, count() - first);
        return listed.empty() ? SlotList{begin + first, begin + first + length, {}}
                              : of(listed.subspan(first, length));
    }
};

/// Finds the neighbours of boids in three stages: copies candidates from the cells around the boids, or a
/// sample if there are too many; keeps all candidates, or selects a few for each boid; passes them on as a
/// block. One thread's scratch memory.
class NeighbourFinder {
public:
    /// Calls `use(PairBlock&)` for blocks that cover these boids of one cell, each boid in exactly one. The
    /// caller sets `block.steering`.
    template <class Use>
    void forEachBlock(const FlockState& state, const NeighbourGrid& grid, std::size_t cell,
                      const SlotList& slots, const NeighbourQuery& query, const Use& use) {
        if (slots.count() == 0) {
            return;
        }
        Candidates::CellQuery cellQuery = queryAround(state, grid, cell, query);
        cellQuery.box = boxAround(state, slots.begin, slots.end);
        const CandidateSample* sample = drawn(m_sample, cellQuery, query);
        const std::uint32_t size = blockSize(cellQuery, slots, query, sample != nullptr);
        for (std::uint32_t first = 0; first < slots.count(); first += size) {
            const SlotList part = slots.part(first, size);
            cellQuery.begin = part.begin;
            cellQuery.end = part.end;
            if (size < slots.count()) {
                cellQuery.box = boxAround(state, part.begin, part.end);
            }
            offer(state, part, cellQuery, query, sample, use);
        }
    }

    /// Does the same for all boids of the cell.
    template <class Use>
    void forEachBlock(const FlockState& state, const NeighbourGrid& grid, std::size_t cell,
                      const NeighbourQuery& query, const Use& use) {
        forEachBlock(state, grid, cell, {grid.start(cell), grid.start(cell + 1)}, query, use);
    }

    /// Calls `use(PairBlock&)` for blocks that together hold each of these boids of one species once, with
    /// its neighbours in another species. The boids must be near each other.
    template <class Use>
    void forEachBlockAmong(const FlockState& observers, const SlotList& slots, const FlockState& observed,
                           const NeighbourGrid& grid, const NeighbourQuery& query, const Use& use) {
        if (slots.count() == 0) {
            return;
        }
        const std::uint32_t size = amongBlockSize(observers, slots, grid, query);
        for (std::uint32_t first = 0; first < slots.count(); first += size) {
            const SlotList part = slots.part(first, size);
            const QueryBox box = boxAround(observers, part.begin, part.end);
            Candidates::CellQuery cellQuery = queryWithin(observed, grid, box, query);
            cellQuery.cell[0] = static_cast<std::int32_t>(part.begin);  // decides the sample
            offer(observers, part, cellQuery, query, drawn(m_widerSample, cellQuery, query), use);
        }
    }

    /// Returns the number of comparisons between boids since the last call, and starts again from zero.
    std::uint64_t takeComparisons() { return std::exchange(m_comparisons, 0); }

    /// Grows all scratch memory to the other's size, so that a thread need not allocate later because another
    /// one met a denser crowd first.
    void matchCapacity(const NeighbourFinder& other);

    std::size_t bytes() const {
        return m_around.bytes() + m_wider.bytes() + m_sample.bytes() + m_widerSample.bytes() +
               m_candidates.bytes() + m_chosen.bytes();
    }

private:
    /// Maximum number of boids that search together for a few neighbours: limits the memory for their
    /// selections.
    static constexpr std::uint32_t kFewBlock = 64;

    /// Offers the candidates of the query to these boids: all of them, or the few selected for each.
    template <class Use>
    void offer(const FlockState& observers, const SlotList& slots, const Candidates::CellQuery& cellQuery,
               const NeighbourQuery& query, const CandidateSample* sample, const Use& use) {
        // Boids whose slots are not consecutive need a block each.
        const std::uint32_t size = slots.listed.empty() ? slots.count() : 1;
        if (query.isMetric()) {
            gather(cellQuery, slots.count(), query, sample);
        } else {
            select(observers, slots, cellQuery, query, sample);
        }
        for (std::uint32_t k = 0; k < slots.count(); k += size) {
            if (query.isMetric()) {
                blockOfAll(observers, slots[k], slots[k] + size, cellQuery, query);
            } else {
                blockOfSelected(observers, slots[k], slots[k] + size, k, query);
            }
            use(m_block);
        }
    }

    /// A query of the cell and those around it.
    Candidates::CellQuery queryAround(const FlockState& state, const NeighbourGrid& grid, std::size_t cell,
                                      const NeighbourQuery& query);
    /// A query of everything within reach of a box; to select a few, first within a shorter distance.
    Candidates::CellQuery queryWithin(const FlockState& observed, const NeighbourGrid& grid,
                                      const QueryBox& box, const NeighbourQuery& query);
    /// Lets a query of a box search this far [m].
    void searchWithin(Candidates::CellQuery& cellQuery, float reach);
    /// Samples the candidates if there are more than the limit; else returns null.
    static const CandidateSample* drawn(CandidateSample& sample, const Candidates::CellQuery& cellQuery,
                                        const NeighbourQuery& query);
    static std::uint32_t blockSize(const Candidates::CellQuery& cellQuery, const SlotList& slots,
                                   const NeighbourQuery& query, bool isSampled);
    static std::uint32_t amongBlockSize(const FlockState& observers, const SlotList& slots,
                                        const NeighbourGrid& grid, const NeighbourQuery& query);
    void gather(const Candidates::CellQuery& cellQuery, std::uint32_t boidCount, const NeighbourQuery& query,
                const CandidateSample* sample);
    /// Makes m_block one over all candidates for the boids `begin` .. `end`.
    void blockOfAll(const FlockState& observers, std::uint32_t begin, std::uint32_t end,
                    const Candidates::CellQuery& cellQuery, const NeighbourQuery& query);
    /// Selects a few neighbours for each boid from the query's candidates. While a boid's selection is
    /// uncertain, searches ever wider: blocks of cells, up to the candidate limit, or distances from the box.
    void select(const FlockState& observers, const SlotList& slots, Candidates::CellQuery cellQuery,
                const NeighbourQuery& query, const CandidateSample* sample);
    void selectFor(std::uint32_t k, const Observer& observer, const NeighbourQuery& query, bool isSampled);
    /// Copies the few candidates that were selected for boid k.
    void copySelected(std::uint32_t k, std::uint32_t stride, bool isFarOnly);
    /// Makes m_block one over the neighbours selected for the boids `begin` .. `end`, the first of which is
    /// boid k.
    void blockOfSelected(const FlockState& state, std::uint32_t begin, std::uint32_t end, std::uint32_t k,
                         const NeighbourQuery& query);

    NearestFew m_nearest;
    std::array<Few, kFewBlock> m_few;             ///< of the boids of a block
    std::array<bool, kFewBlock> m_areTwoFinal{};  ///< of three neighbours, only the far one may still change
    std::array<std::uint32_t, kFewBlock> m_waiting{};  ///< boids whose selection is not certain yet
    CellRuns m_around;                                 ///< the cells around the current one
    CellRuns m_wider;                                  ///< the cells of a wider region
    CandidateSample m_sample;                          ///< of m_around
    CandidateSample m_widerSample;                     ///< of m_wider
    Candidates m_candidates;
    Candidates m_chosen;  ///< the few neighbours of each boid
    PairBlock m_block;    ///< refilled in place: it is large, and copying it stalls on its fresh stores
    std::uint64_t m_comparisons = 0;
};

}  // namespace shoal
