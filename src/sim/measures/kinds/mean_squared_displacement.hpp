#pragma once

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// How far the boids have come.
struct MeanSquaredDisplacement {
    static constexpr int order = 100;
    static constexpr std::string_view key = "mean_squared_displacement";
    static constexpr std::string_view title = "Mean squared displacement";
    static constexpr std::string_view source = "Cavagna et al. 2013, doi:10.1098/rspb.2012.2484";
    static constexpr std::array columns{
        MeasureColumn{"mean_squared_displacement_m2", "m²",
                      "Mean square of each boid's way since the first sample, in a straight line and through "
                      "joined faces; only in a run."}};

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        const std::span<const Vec3d> ways = flock.displacement();
        if (ways.empty()) {
            return;
        }
        double sum = 0.0;
        for (const Vec3d& way : ways) {
            sum += lengthSq(way);
        }
        values[0] = sum / static_cast<double>(ways.size());
    }
};

}  // namespace shoal
