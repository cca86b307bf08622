#pragma once

#include <algorithm>

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// How many of its neighbours a boid keeps.
struct NeighbourOverlap {
    static constexpr int order = 102;
    static constexpr bool usesEarlier = true;
    static constexpr std::string_view key = "neighbour_overlap";
    static constexpr std::string_view title = "Neighbour overlap";
    static constexpr std::string_view source =
        "Cavagna et al. 2013, doi:10.1098/rspb.2012.2484: the fraction of a bird's nearest that remain so; "
        "that ten are counted after one second is chosen here";
    static constexpr std::array columns{MeasureColumn{
        "neighbour_overlap", "",
        "Fraction of a boid's ten nearest that were among its ten nearest one second earlier; only in a run "
        "of at least 12 boids.",
        1.0}};

    static constexpr std::size_t kNearest = 10;

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        if (flock.earlier().size() < kNearest + 2) {  // of fewer, all others are nearest
            return;
        }
        const auto then = flock.nearestEarlier(kNearest);
        const auto now = flock.nearestNow(kNearest);
        std::size_t kept = 0;
        for (std::size_t id = 0; id < now.size(); ++id) {
            kept += static_cast<std::size_t>(std::ranges::count_if(now[id], [&](std::uint32_t near) {
                return std::ranges::find(then[id], near) != then[id].end();
            }));
        }
        values[0] = static_cast<double>(kept) / static_cast<double>(kNearest * now.size());
    }
};

}  // namespace shoal
