#pragma once

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// How far apart the boids are.
struct NearestNeighbour {
    static constexpr int order = 30;
    static constexpr std::string_view key = "nearest_neighbour";
    static constexpr std::string_view title = "Distance to the nearest";
    static constexpr std::string_view source = "Clark & Evans 1954, doi:10.2307/1931034";
    static constexpr std::array columns{
        MeasureColumn{"nearest_neighbour_m", "m",
                      "Mean distance from a boid to its nearest neighbour; 0 for fewer than two boids."}};

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        values[0] = 0.0;
        if (flock.count() < 2) {
            return;
        }
        double sum = 0.0;
        for (const double distance : flock.nearestDistances()) {
            sum += distance;
        }
        values[0] = sum / static_cast<double>(flock.count());
    }
};

}  // namespace shoal
