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
                      "correlated: the first zero of their correlation function (at most 1,500 boids)."},
        MeasureColumn{"speed_correlation_length_m", "m", "The same of speeds."},
        MeasureColumn{"length_m", "m", "Largest distance between two of these boids."}};
    static constexpr std::array profile{
        MeasureColumn{"distance_m", "m", "Distance between two boids; the middle of a bin."},
        MeasureColumn{
            "velocity_correlation", "",
            "Mean product of their velocity fluctuations, relative to that of a boid with itself."}};
    static constexpr std::size_t kMaxBoids = 1500;
    static constexpr std::size_t kBins = 40;

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        const Pairs pairs(flock);
        values[2] = pairs.farthest > 0.0 ? pairs.farthest : kUndefined;
        const auto firstZero = [&pairs](const std::array<double, kBins>& sums) {
            double fromX = 0.0;
            double fromY = 1.0;
            for (std::size_t bin = 0; bin < kBins; ++bin) {
                const double x = pairs.middle(bin);
                if (pairs.counts[bin] > 0 && sums[bin] <= 0.0) {
                    return fromX + (x - fromX) * fromY / (fromY - pairs.mean(sums, bin));
                }
                if (pairs.counts[bin] > 0) {
                    fromX = x;
                    fromY = pairs.mean(sums, bin);
                }
            }
            return kUndefined;
        };
        if (pairs.hasVelocities) {
            values[0] = firstZero(pairs.velocities);
        }
        if (pairs.hasSpeeds) {
            values[1] = firstZero(pairs.speeds);
        }
    }

    /// Bins of equal width up to the largest distance; those without a pair are left out.
    static void computeProfile(MeasuredFlock& flock, std::vector<double>& x, std::vector<double>& y) {
        const Pairs pairs(flock);
        for (std::size_t bin = 0; bin < kBins; ++bin) {
            if (pairs.hasVelocities && pairs.counts[bin] > 0) {
                x.push_back(pairs.middle(bin));
                y.push_back(pairs.mean(pairs.velocities, bin));
            }
        }
    }

private:
    /// Products of fluctuations by the distance of the pair, relative to those of a boid with itself.
    struct Pairs {
        double farthest = 0.0;  ///< [m]
        std::array<double, kBins> velocities{};
        std::array<double, kBins> speeds{};
        std::array<std::size_t, kBins> counts{};
        bool hasVelocities = false;  ///< they differ by more than rounding
        bool hasSpeeds = false;

        double middle(std::size_t bin) const {
            return (static_cast<double>(bin) + 0.5) * farthest / static_cast<double>(kBins);
        }
        double mean(const std::array<double, kBins>& sums, std::size_t bin) const {
            return sums[bin] / static_cast<double>(counts[bin]);
        }

        explicit Pairs(MeasuredFlock& flock) {
            const std::vector<std::size_t> ids = sampleOf(flock.count(), kMaxBoids);
            Vec3d mean;
            double meanSpeed = 0.0;
            for (const Vec3d& velocity : flock.velocity()) {
                mean += velocity * (1.0 / static_cast<double>(flock.count()));
                meanSpeed += vectorLength(velocity) / static_cast<double>(flock.count());
            }
            std::vector<Vec3d> velocity(ids.size());
            std::vector<double> speed(ids.size());
            double own = 0.0;
            double ownSpeed = 0.0;
            double farthestSq = 0.0;
            for (std::size_t a = 0; a < ids.size(); ++a) {
                velocity[a] = flock.velocity()[ids[a]] - mean;
                speed[a] = vectorLength(flock.velocity()[ids[a]]) - meanSpeed;
                own += lengthSq(velocity[a]) / static_cast<double>(ids.size());
                ownSpeed += speed[a] * speed[a] / static_cast<double>(ids.size());
                for (std::size_t b = 0; b < a; ++b) {
                    farthestSq =
                        std::max(farthestSq,
                                 lengthSq(flock.offset(flock.position()[ids[a]], flock.position()[ids[b]])));
                }
            }
            farthest = std::sqrt(farthestSq);
            if (farthest == 0.0) {
                return;
            }
            // Rounding alone is no fluctuation.
            hasVelocities = own > 1e-12 * lengthSq(mean);
            hasSpeeds = ownSpeed > 1e-12 * meanSpeed * meanSpeed;
            for (std::size_t a = 0; a < ids.size(); ++a) {
                for (std::size_t b = 0; b < a; ++b) {
                    const double distance =
                        vectorLength(flock.offset(flock.position()[ids[a]], flock.position()[ids[b]]));
                    const std::size_t bin =
                        std::min(static_cast<std::size_t>(distance / (farthest / static_cast<double>(kBins))),
                                 kBins - 1);
                    ++counts[bin];
                    if (hasVelocities) {
                        velocities[bin] += dot(velocity[a], velocity[b]) / own;
                    }
                    if (hasSpeeds) {
                        speeds[bin] += speed[a] * speed[b] / ownSpeed;
                    }
                }
            }
        }
    };
};

}  // namespace shoal
