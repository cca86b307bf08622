#pragma once

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// How hard the boids steer.
struct SteeringEffort {
    static constexpr int order = 90;
    static constexpr std::string_view key = "steering_effort";
    static constexpr std::string_view title = "Effort of steering";
    static constexpr std::string_view source =
        "defined here: the integrand of the quadratic effort that control theory minimises";
    static constexpr std::array columns{MeasureColumn{
        "steering_effort_m2_s4", "m²/s⁴", "Mean square of the acceleration in the last step, after limits."}};

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        const std::span<const Vec3d> before = flock.velocityBefore();
        if (before.empty() || flock.space().stepSeconds <= 0.0) {
            return;
        }
        const double perSecond = 1.0 / flock.space().stepSeconds;
        double sum = 0.0;
        for (std::size_t id = 0; id < flock.count(); ++id) {
            sum += lengthSq((flock.velocity()[id] - before[id]) * perSecond);
        }
        values[0] = sum / static_cast<double>(flock.count());
    }
};

}  // namespace shoal
