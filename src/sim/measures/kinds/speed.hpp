#pragma once

#include <algorithm>
#include <cmath>

#include "sim/measures/measure_kind.hpp"

namespace shoal {

struct Speed {
    static constexpr int order = 50;
    static constexpr std::string_view key = "speed";
    static constexpr std::string_view title = "Speed";
    static constexpr std::string_view source = "the length of the velocity";
    static constexpr std::array columns{
        MeasureColumn{"speed_min_m_s", "m/s", "Speed of the slowest boid."},
        MeasureColumn{"speed_mean_m_s", "m/s", "Mean speed."},
        MeasureColumn{"speed_max_m_s", "m/s", "Speed of the fastest boid."},
        MeasureColumn{"speed_deviation_m_s", "m/s", "Standard deviation of the boids' speeds."}};

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        std::ranges::fill(values, 0.0);
        if (flock.count() == 0) {
            return;
        }
        values[0] = vectorLength(flock.velocity()[0]);
        for (const Vec3d& velocity : flock.velocity()) {
            const double speed = vectorLength(velocity);
            values[0] = std::min(values[0], speed);
            values[1] += speed * (1.0 / static_cast<double>(flock.count()));
            values[2] = std::max(values[2], speed);
        }
        double squares = 0.0;
        for (const Vec3d& velocity : flock.velocity()) {
            const double off = vectorLength(velocity) - values[1];
            squares += off * off;
        }
        values[3] = std::sqrt(squares / static_cast<double>(flock.count()));
    }
};

}  // namespace shoal
