#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "sim/neighbours/observer.hpp"

namespace shoal {

/// Finds the few candidates nearest to a boid; ties go to the smaller ids. One thread's scratch memory.
class NearestFew {
public:
    /// Finds the nearest that the observer sees within the perception radius, except itself, nearest first.
    void find(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query, Few& few);

private:
    /// The longest list that is sorted by comparing each with each. Vector stores may write eight beyond it.
    static constexpr std::uint32_t kMaxListed = 64;
    struct List {
        alignas(32) std::array<float, kMaxListed + kLanes> distanceSq;
        alignas(32) std::array<std::uint32_t, kMaxListed + kLanes> index;
    };

    /// Lists the nearest candidates, at least `wanted` if there are enough, and sorts them. False if the list
    /// is too long, or two are equally distant.
    template <class L>
    bool listNearest(const Candidates& candidates, const Observer& observer, const NeighbourQuery& query,
                     std::uint32_t wanted);
    /// Lists the candidates seen within the limit, including the observer; stops when there are too many.
    template <class L>
    void list(const ObserverView<L>& view, std::uint32_t count, float limitSq);
    /// Orders the list. False if two are equally distant.
    template <class L>
    bool order();

    /// [m²] The next observer probably finds enough within this distance. Affects the speed, not the result.
    float m_guessSq = std::numeric_limits<float>::max();
    std::uint32_t m_listed = 0;
    List m_list{};  ///< in the order of the candidates
    alignas(32) std::array<std::uint32_t, kMaxListed + kLanes> m_ranks{};
    List m_order{};  ///< by distance
};

}  // namespace shoal
