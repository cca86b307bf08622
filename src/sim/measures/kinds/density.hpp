#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// How many boids share a volume, and how that changes from the centre outwards.
struct Density {
    static constexpr int order = 80;
    static constexpr std::string_view key = "density";
    static constexpr std::string_view title = "Density";
    static constexpr std::string_view source =
        "defined here, by spheres about the centre; Ballerini et al. 2008 measure profiles from the border "
        "inwards, doi:10.1016/j.anbehav.2008.02.004";
    static constexpr std::array columns{
        MeasureColumn{"density_1_m3", "1/m³",
                      "Boids per volume of the sphere about the centre that holds the inner half of them.",
                      0.0, "for a flat flock, or where that sphere leaves a periodic world"},
        MeasureColumn{"gyration_radius_m", "m", "Root of the mean squared distance from the centre."}};
    static constexpr std::array profile{
        MeasureColumn{"radius_m", "m", "Distance from the centre; the middle of a shell."},
        MeasureColumn{"density_1_m3", "1/m³", "Boids per volume of that shell."}};
    static constexpr std::size_t kShells = 20;

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        const std::vector<double> radii = sortedRadii(flock);
        if (radii.empty()) {
            return;
        }
        const std::size_t half = (radii.size() + 1) / 2;
        if (radii[half - 1] > 0.0 && radii[half - 1] <= maxRadius(flock)) {
            values[0] = static_cast<double>(half) / volume(radii[half - 1]);
        }
        double sum = 0.0;
        for (const double radius : radii) {
            sum += radius * radius / static_cast<double>(radii.size());
        }
        values[1] = std::sqrt(sum);
    }

    /// Shells of equal width up to the farthest boid, or half the period.
    static void computeProfile(MeasuredFlock& flock, std::vector<double>& x, std::vector<double>& y) {
        const std::vector<double> radii = sortedRadii(flock);
        const double outermost = radii.empty() ? 0.0 : std::min(radii.back(), maxRadius(flock));
        if (outermost == 0.0) {
            return;
        }
        const double width = outermost / static_cast<double>(kShells);
        std::array<double, kShells> counts{};
        for (const double radius : radii) {
            if (radius > outermost) {
                break;
            }
            counts[std::min(static_cast<std::size_t>(radius / width), kShells - 1)] += 1.0;
        }
        for (std::size_t shell = 0; shell < kShells; ++shell) {
            const double inner = static_cast<double>(shell) * width;
            x.push_back(inner + width / 2);
            y.push_back(counts[shell] / (volume(inner + width) - volume(inner)));
        }
    }

private:
    /// The largest sphere that meets no image of itself. 0 for a flat flock, which has no volume.
    static double maxRadius(const MeasuredFlock& flock) {
        double max = std::numeric_limits<double>::infinity();
        for (double Vec3d::*axis : {&Vec3d::x, &Vec3d::y, &Vec3d::z}) {
            const auto [low, high] = std::ranges::minmax(flock.position(), {}, axis);
            if (low.*axis == high.*axis) {
                return 0.0;
            }
            if (const double period = flock.space().period.*axis; period > 0.0) {
                max = std::min(max, period / 2.0);
            }
        }
        return max;
    }

    static double volume(double radius) { return 4.0 / 3.0 * std::numbers::pi * radius * radius * radius; }

    static std::vector<double> sortedRadii(MeasuredFlock& flock) {
        std::vector<double> radii;
        radii.reserve(flock.count());
        for (const Vec3d& position : flock.position()) {
            radii.push_back(vectorLength(flock.offset(flock.centre(), position)));
        }
        std::ranges::sort(radii);
        return radii;
    }
};

}  // namespace shoal
