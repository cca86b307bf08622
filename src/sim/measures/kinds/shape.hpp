#pragma once

#include <algorithm>
#include <cmath>

#include "sim/measures/measure_kind.hpp"
#include "sim/measures/principal_axes.hpp"

namespace shoal {

/// The flock's proportions: its three axes, from the covariance of positions, and how the shortest and the
/// longest lie.
struct Shape {
    static constexpr int order = 85;
    static constexpr std::string_view key = "shape";
    static constexpr std::string_view title = "Shape";
    static constexpr std::string_view source =
        "Ballerini et al. 2008, doi:10.1016/j.anbehav.2008.02.004, their I₁, I₂ and I₃, here as root mean "
        "squares of positions";
    static constexpr std::array columns{
        MeasureColumn{"thickness_m", "m", "Root mean square extent along the shortest axis."},
        MeasureColumn{"middle_axis", "", "Length of the middle axis, divided by that of the shortest."},
        MeasureColumn{"longest_axis", "", "Length of the longest axis, divided by that of the shortest."},
        MeasureColumn{"shortest_axis_up", "",
                      "Cosine of the angle between the shortest axis and the vertical: 1 is a level, flat "
                      "flock.",
                      1.0},
        MeasureColumn{
            "longest_axis_ahead", "",
            "Cosine of the angle between the longest axis and the mean velocity: 0 flies broadside.", 1.0}};

    /// Flocks without thickness have no proportions: fewer than four boids, or all in a plane.
    static void compute(MeasuredFlock& flock, std::span<double> values) {
        std::array<Vec3d, 3> covariance{};
        const double share = 1.0 / static_cast<double>(std::max<std::size_t>(flock.count(), 1));
        for (std::size_t id = 0; id < flock.count(); ++id) {
            const Vec3d offset = flock.offset(flock.centre(), flock.position()[id]);
            covariance[0] += offset * (offset.x * share);
            covariance[1] += offset * (offset.y * share);
            covariance[2] += offset * (offset.z * share);
        }
        const auto [shortest, middle, longest] = principalAxes(covariance);
        if (flock.count() < 4 || !(shortest.value > 1e-9 * longest.value)) {
            return;
        }
        values[0] = std::sqrt(shortest.value);
        values[1] = std::sqrt(middle.value / shortest.value);
        values[2] = std::sqrt(longest.value / shortest.value);
        values[3] = std::min(1.0, std::abs(shortest.direction.y));
        const Vec3d ahead = unitVector(flock.meanVelocity());
        if (ahead != Vec3d{}) {
            values[4] = std::min(1.0, std::abs(dot(longest.direction, ahead)));
        }
    }
};

}  // namespace shoal
