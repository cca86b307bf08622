#pragma once

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// How far the boids have moved within their flock.
struct MeanSquaredDisplacement {
    static constexpr int order = 100;
    static constexpr bool usesDisplacement = true;
    static constexpr std::string_view key = "mean_squared_displacement";
    static constexpr std::string_view title = "Mean squared displacement";
    static constexpr std::string_view source = "Cavagna et al. 2013, doi:10.1098/rspb.2012.2484";
    static constexpr std::array columns{
        MeasureColumn{"mean_squared_displacement_m2", "m²",
                      "Mean squared displacement of the boids since the first sample, relative to their mean "
                      "displacement and unwrapped across periodic boundaries; only in a run."}};

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        const std::span<const Vec3d> displacements = flock.displacement();
        if (displacements.empty()) {
            return;
        }
        Vec3d mean;
        for (const Vec3d& displacement : displacements) {
            mean += displacement * (1.0 / static_cast<double>(displacements.size()));
        }
        double sum = 0.0;
        for (const Vec3d& displacement : displacements) {
            sum += lengthSq(displacement - mean);
        }
        values[0] = sum / static_cast<double>(displacements.size());
    }
};

}  // namespace shoal
