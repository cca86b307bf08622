#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <shoal/lanes.hpp>

#include "sim/candidates.hpp"
#include "sim/onlooker.hpp"

namespace shoal {

struct Sight;

/// Finds the few candidates nearest to a boid; of equally far ones, those with the smaller ids. One thread's
/// scratch.
class NearestFew {
public:
    static constexpr int kMost = 32;

    /// Among the candidates that the onlooker sees within the perception's radius, but for candidate
    /// `selfIndex`, which it is itself (their count where it is none).
    void find(const Candidates& candidates, std::uint32_t selfIndex, const Onlooker& onlooker,
              const Sight& sight);

    /// The candidates found, nearest first.
    std::span<const std::uint32_t> indices() const {
        return {m_order.index.data() + m_first, static_cast<std::size_t>(m_count)};
    }

    /// Distance [m²] to the last that was found; infinite where there are fewer than asked for.
    float limitSq() const {
        return m_count < m_few ? std::numeric_limits<float>::infinity()
                               : m_order.distanceSq[m_first + static_cast<std::size_t>(m_count) - 1];
    }

private:
    /// Up to so many are put in order by comparing each with each. Lanes write up to eight past them.
    static constexpr std::uint32_t kListed = 64;
    struct List {
        alignas(32) std::array<float, kListed + kLanes> distanceSq;
        alignas(32) std::array<std::uint32_t, kListed + kLanes> index;
    };

    /// Lists those seen nearer than the limit, the onlooker too. False where there are too many.
    bool list(const Candidates& candidates, const Onlooker& onlooker, const Sight& sight, float limitSq);
    bool listBaseline(const Candidates& candidates, const Onlooker& onlooker, const Sight& sight,
                      float limitSq);
    bool listAvx2(const Candidates& candidates, const Onlooker& onlooker, const Sight& sight, float limitSq);

    /// Puts the list in order. False where two are equally far.
    bool order(const Sight& sight);
    /// Counts for each one listed how many are nearer.
    void rankBaseline();
    void rankAvx2();

    /// Puts the nearest in order, one by one: for any number of candidates, and equal distances among them.
    void insertAll(const Candidates& candidates, std::uint32_t selfIndex, const Onlooker& onlooker,
                   const Sight& sight);

    int m_few = 0;
    int m_count = 0;
    std::size_t m_first = 0;  ///< 1 where the onlooker is listed as the nearest to itself
    /// [m²] Within it the next onlooker probably finds as many as asked for. Changes the work, no result.
    float m_guessSq = std::numeric_limits<float>::max();
    std::uint32_t m_listed = 0;
    List m_list{};  ///< in the candidates' order
    alignas(32) std::array<std::uint32_t, kListed + kLanes> m_ranks{};
    List m_order{};  ///< by distance
};

}  // namespace shoal
