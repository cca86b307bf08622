#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "sim/neighbours/candidates.hpp"
#include "sim/neighbours/observer.hpp"

namespace shoal {

struct NeighbourQuery;

/// Finds for a boid the closest other, the second closest, and the closest of the rest that is farther away
/// than `spread` times the closest; of equally distant ones, those with the smaller ids. All are within the
/// perception radius, and none appears twice.
class SpreadTrio {
public:
    static constexpr std::uint32_t kMax = 3;
    static constexpr float kNone = std::numeric_limits<float>::infinity();

    /// Distances [m²], or kNone.
    struct Distances {
        float closestSq = kNone;
        float secondSq = kNone;
        float farSq = kNone;
    };

    /// Searches the candidates. Excludes number `selfIndex`, which is the observer itself (the number of
    /// candidates if it is none of them). Uses their `spare` memory.
    void find(Candidates& candidates, std::uint32_t selfIndex, const Observer& observer,
              const NeighbourQuery& query);

    /// Finds only the far one, as the third, for an observer whose two closest are at the `known` distances.
    /// The candidates may lack those two.
    void findFar(Candidates& candidates, std::uint32_t selfIndex, const Observer& observer,
                 const NeighbourQuery& query, const Distances& known);

    /// The candidates found, closest first. A missing one has the number of candidates as its index, where a
    /// candidate lies that is too far away to be seen.
    const std::array<std::uint32_t, kMax>& indices() const { return m_found.index; }
    const Distances& distances() const { return m_found.distances; }

    /// How far all candidates must have been searched for the result to be certain [m²].
    float limitSq(const NeighbourQuery& query) const;

    struct Found {
        Distances distances;
        std::array<std::uint32_t, kMax> index{};
        bool isTied = false;  ///< several are equally distant: `index` is invalid
    };

private:
    Found m_found;
};

}  // namespace shoal
