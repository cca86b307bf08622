#pragma once

#include <algorithm>
#include <cmath>

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// How steeply the flock as a whole climbs or dives.
struct Climb {
    static constexpr int order = 86;
    static constexpr std::string_view key = "climb";
    static constexpr std::string_view title = "Climb";
    static constexpr std::string_view source =
        "Ballerini et al. 2008, doi:10.1016/j.anbehav.2008.02.004: |V·G| of the flock's velocity and gravity";
    static constexpr std::array columns{MeasureColumn{
        "climb", "",
        "Sine of the angle between the mean velocity and the horizontal, up or down: 0 in level "
        "flight.",
        1.0}};

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        const Vec3d ahead = unitVector(flock.meanVelocity());
        if (ahead != Vec3d{}) {
            values[0] = std::min(1.0, std::abs(ahead.y));
        }
    }
};

}  // namespace shoal
