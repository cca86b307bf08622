#include "sim/step/global_best.hpp"

#include <algorithm>

#include <shoal/detail/block_passes.hpp>

namespace shoal {
namespace {

using L = BaselineLanes;

constexpr std::size_t kPartBoids = 4096;

/// `begin` must be below `end`.
GlobalBest bestOf(const Searched& searched, const Ground& ground, std::size_t begin, std::size_t end) {
    GlobalBest best;
    for (std::size_t first = begin; first < end; first += L::kCount) {
        const auto at = static_cast<std::uint32_t>(first);
        const Vec3<L> here = detail::loadVec3<L>(searched.state->position, at);
        Vec3<L> memory;
        if (searched.memory != nullptr) {
            memory = detail::loadVec3<L>(searched.memory->values, at);
        }
        const auto isRemembered = memory.y > L(0.0f);
        const Vec3<L> seen = searched.countsHere ? here : select(isRemembered, memory, here);
        const GroundPoint<L> found = personalBest(ground, memory, seen, searched.extremum);
        const std::size_t last = std::min<std::size_t>(end - first, L::kCount);
        for (std::size_t k = 0; k < last; ++k) {
            const int lane = static_cast<int>(k);
            const GlobalBest each{{found.x.lane(lane), found.z.lane(lane), found.value.lane(lane)},
                                  searched.state->id[first + k]};
            if (first + k == begin || isBetter(each, best, searched.extremum)) {
                best = each;
            }
        }
    }
    return best;
}

}  // namespace

bool isBetter(const GlobalBest& a, const GlobalBest& b, Extremum extremum) {
    if (a.found.value == b.found.value) {
        return a.id < b.id;
    }
    return (a.found.value < b.found.value) == (extremum == Extremum::lowest);
}

GlobalBest GlobalBestSearch::of(const Searched& searched, const Ground& ground, Workers& workers) {
    m_parts.resize((searched.count + kPartBoids - 1) / kPartBoids);
    workers.forEach(m_parts.size(), [&](std::size_t part) {
        m_parts[part] =
            bestOf(searched, ground, part * kPartBoids, std::min((part + 1) * kPartBoids, searched.count));
    });
    const auto best = std::min_element(
        m_parts.begin(), m_parts.end(),
        [&](const GlobalBest& a, const GlobalBest& b) { return isBetter(a, b, searched.extremum); });
    return best == m_parts.end() ? GlobalBest{} : *best;
}

}  // namespace shoal
