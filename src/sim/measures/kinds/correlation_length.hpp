#pragma once

#include <algorithm>
#include <cmath>

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// Over what distance boids deviate from the flock's motion together.
struct CorrelationLength {
    static constexpr int order = 70;
    static constexpr std::string_view key = "correlation_length";
    static constexpr std::string_view title = "Velocity correlation length";
    static constexpr std::string_view source = "Cavagna et al. 2010, doi:10.1073/pnas.1005766107";
    static constexpr std::array columns{
        MeasureColumn{"correlation_length_m", "m",
                      "Distance at which velocity fluctuations (velocity minus the flock's mean) stop being "
                      "correlated: the first zero of their correlation function (at most 1,500 boids)."}};
    static constexpr std::array profile{
        MeasureColumn{"distance_m", "m", "Distance between two boids; the middle of a bin."},
        MeasureColumn{
            "velocity_correlation", "",
            "Mean product of their velocity fluctuations, relative to that of a boid with itself."}};
    static constexpr std::size_t kMaxBoids = 1500;
    static constexpr std::size_t kBins = 40;

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        std::vector<double> x;
        std::vector<double> y;
        computeProfile(flock, x, y);
        double fromX = 0.0;
        double fromY = 1.0;
        for (std::size_t bin = 0; bin < x.size(); ++bin) {
            if (y[bin] <= 0.0) {
                values[0] = fromX + (x[bin] - fromX) * fromY / (fromY - y[bin]);
                return;
            }
            fromX = x[bin];
            fromY = y[bin];
        }
    }

    /// Bins of equal width up to the largest distance; those without a pair are left out.
    static void computeProfile(MeasuredFlock& flock, std::vector<double>& x, std::vector<double>& y) {
        const std::vector<std::size_t> ids = sampleOf(flock.count(), kMaxBoids);
        if (ids.size() < 2) {
            return;
        }
        Vec3d mean;
        for (const Vec3d& velocity : flock.velocity()) {
            mean += velocity * (1.0 / static_cast<double>(flock.count()));
        }
        double farthestSq = 0.0;
        double own = 0.0;
        for (std::size_t a = 0; a < ids.size(); ++a) {
            own += lengthSq(flock.velocity()[ids[a]] - mean) / static_cast<double>(ids.size());
            for (std::size_t b = 0; b < a; ++b) {
                farthestSq = std::max(
                    farthestSq, lengthSq(flock.offset(flock.position()[ids[a]], flock.position()[ids[b]])));
            }
        }
        // Rounding alone is no fluctuation.
        if (farthestSq == 0.0 || own <= 1e-12 * lengthSq(mean) || own == 0.0) {
            return;
        }
        const double width = std::sqrt(farthestSq) / static_cast<double>(kBins);
        std::array<double, kBins> sums{};
        std::array<std::size_t, kBins> pairs{};
        for (std::size_t a = 0; a < ids.size(); ++a) {
            const Vec3d ofA = flock.velocity()[ids[a]] - mean;
            for (std::size_t b = 0; b < a; ++b) {
                const double distance =
                    vectorLength(flock.offset(flock.position()[ids[a]], flock.position()[ids[b]]));
                const std::size_t bin = std::min(static_cast<std::size_t>(distance / width), kBins - 1);
                sums[bin] += dot(ofA, flock.velocity()[ids[b]] - mean);
                ++pairs[bin];
            }
        }
        for (std::size_t bin = 0; bin < kBins; ++bin) {
            if (pairs[bin] > 0) {
                x.push_back((static_cast<double>(bin) + 0.5) * width);
                y.push_back(sums[bin] / static_cast<double>(pairs[bin]) / own);
            }
        }
    }
};

}  // namespace shoal
