#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <shoal/lanes.hpp>

#include "sim/neighbours/candidates.hpp"
#include "sim/neighbours/observer.hpp"

namespace shoal {

struct NeighbourQuery;

/// Finds the few candidates nearest to a boid; of equally distant ones, those with the smaller ids. One
/// thread's scratch memory.
class NearestFew {
public:
    static constexpr int kMax = 32;

    /// Searches the candidates that the observer sees within the perception radius. Excludes candidate
    /// `selfIndex`, which is the observer itself (the number of candidates if it is none of them).
    void find(const Candidates& candidates, std::uint32_t selfIndex, const Observer& observer,
              const NeighbourQuery& query);

    /// The candidates found, nearest first.
    std::span<const std::uint32_t> indices() const {
        return {m_order.index.data() + m_first, static_cast<std::size_t>(m_count)};
    }

    /// Distance to the last one found [m²]; infinite if fewer were found than asked for.
    float limitSq() const {
        return m_count < m_few ? std::numeric_limits<float>::infinity()
                               : m_order.distanceSq[m_first + static_cast<std::size_t>(m_count) - 1];
    }

private:
    /// Up to this many are ordered by comparing each with each. Lanes write up to eight beyond them.
    static constexpr std::uint32_t kListed = 64;
    struct List {
        alignas(32) std::array<float, kListed + kLanes> distanceSq;
        alignas(32) std::array<std::uint32_t, kListed + kLanes> index;
    };

    /// Lists the candidates seen within the limit, including the observer. False if there are too many.
    bool list(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query,
              float limitSq);
    bool listBaseline(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query,
                      float limitSq);
    bool listAvx2(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query,
                  float limitSq);

    /// Orders the list. False if two are equally distant.
    bool order(const NeighbourQuery& query);
    /// Counts for each listed candidate how many are nearer.
    void rankBaseline();
    void rankAvx2();

    /// Inserts the nearest in order, one by one: for any number of candidates, with equal distances among
    /// them.
    void insertAll(const Candidates& candidates, std::uint32_t selfIndex, const Observer& observer,
                   const NeighbourQuery& query);

    int m_few = 0;
    int m_count = 0;
    std::size_t m_first = 0;  ///< 1 if the observer is listed as the nearest to itself
    /// [m²] Within it the next observer probably finds enough. Affects the work, not the result.
    float m_guessSq = std::numeric_limits<float>::max();
    std::uint32_t m_listed = 0;
    List m_list{};  ///< in the order of the candidates
    alignas(32) std::array<std::uint32_t, kListed + kLanes> m_ranks{};
    List m_order{};  ///< by distance
};

}  // namespace shoal
