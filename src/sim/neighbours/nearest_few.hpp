#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "sim/neighbours/observer.hpp"

namespace shoal {

/// Finds the few candidates nearest to a boid; of equally distant ones, those with the smaller ids. One
/// thread's scratch memory.
class NearestFew {
public:
    /// Returns the nearest that the observer sees within the perception radius, except itself, nearest first.
    Few find(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query);

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

    /// Orders the list. False if two are equally distant.
    bool order(Isa isa);

    float m_guessSq = std::numeric_limits<float>::max();  ///< [m²] within it the next observer probably finds
                                                          ///< enough; affects the work, not the result
    std::uint32_t m_listed = 0;
    List m_list{};  ///< in the order of the candidates
    alignas(32) std::array<std::uint32_t, kListed + kLanes> m_ranks{};
    List m_order{};  ///< by distance
};

}  // namespace shoal
