#pragma once

#include <algorithm>

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// How parallel the boids are.
struct Polarisation {
    static constexpr int order = 10;
    static constexpr std::string_view key = "polarisation";
    static constexpr std::string_view title = "Polarisation";
    static constexpr std::string_view source = "Vicsek et al. 1995, doi:10.1103/PhysRevLett.75.1226";
    static constexpr std::array columns{MeasureColumn{
        "polarisation", "", "Length of the mean unit heading: 0 disordered, 1 all parallel.", 1.0}};

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        Vec3d sum;
        for (const Vec3d& heading : flock.heading()) {
            sum += heading * (1.0 / static_cast<double>(flock.count()));
        }
        values[0] = std::min(1.0, vectorLength(sum));  // rounding may exceed 1
    }
};

}  // namespace shoal
