#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "sim/candidates.hpp"
#include "sim/onlooker.hpp"

namespace shoal {

struct Sight;

/// Finds for a boid the closest other, the second closest, and of the rest the closest one that is farther
/// away than `spread` times the closest one; of equally far ones, those with the smaller ids. Each is within
/// the perception's radius, and none is there twice.
class SpreadTrio {
public:
    static constexpr std::uint32_t kMost = 3;
    static constexpr float kNone = std::numeric_limits<float>::infinity();

    /// How far away they are [m²], or kNone.
    struct Distances {
        float closestSq = kNone;
        float secondSq = kNone;
        float farSq = kNone;
    };

    /// Among the candidates, but for number `selfIndex`, which the onlooker is itself (their count where it
    /// is none). Uses their spare room.
    void find(Candidates& candidates, std::uint32_t selfIndex, const Onlooker& onlooker, const Sight& sight);

    /// The far one alone, as the third, for an onlooker whose two closest are so far away, from candidates
    /// that may lack them.
    void findFar(Candidates& candidates, std::uint32_t selfIndex, const Onlooker& onlooker,
                 const Sight& sight, const Distances& known);

    /// The candidates found, closest first; their count for whoever there is not, and there lies a far one
    /// that nobody sees.
    const std::array<std::uint32_t, kMost>& indices() const { return m_found.index; }
    const Distances& distances() const { return m_found.distances; }

    /// So far [m²] all must have been looked through to be certain of what was found.
    float limitSq(const Sight& sight) const;

    struct Found {
        Distances distances;
        std::array<std::uint32_t, kMost> index{};
        bool isTied = false;  ///< several are equally far: `index` says nothing
    };

private:
    Found m_found;
};

}  // namespace shoal
