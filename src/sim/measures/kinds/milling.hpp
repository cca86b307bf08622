#pragma once

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// How much the boids turn about their common centre.
struct Milling {
    static constexpr int order = 20;
    static constexpr std::string_view key = "milling";
    static constexpr std::string_view title = "Milling";
    static constexpr std::string_view source = "Couzin et al. 2002, doi:10.1006/jtbi.2002.3065";
    static constexpr std::array columns{MeasureColumn{
        "milling", "", "Length of the mean of unit radius × unit heading: 1 is a perfect mill.", 1.0}};

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        Vec3d sum;
        for (std::size_t id = 0; id < flock.count(); ++id) {
            const Vec3d radius = unitVector(flock.offset(flock.centre(), flock.position()[id]));
            sum += cross(radius, flock.heading()[id]) * (1.0 / static_cast<double>(flock.count()));
        }
        values[0] = vectorLength(sum);
    }
};

}  // namespace shoal
