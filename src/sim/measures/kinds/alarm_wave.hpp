#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// How fast alarm spreads from boid to boid, and how many it has reached: for flocks with the rule `alarm`.
struct AlarmWave {
    static constexpr int order = 89;
    static constexpr std::string_view key = "alarm_wave";
    static constexpr std::string_view title = "Wave of alarm";
    static constexpr std::string_view source =
        "defined here; Procaccini et al. 2011, doi:10.1016/j.anbehav.2011.07.006, measure the speed of the "
        "dark bands that cross a flock";
    static constexpr std::array columns{
        MeasureColumn{
            "alarm_speed_m_s", "m/s",
            "Speed of the wave relative to the boids: the inverse of the slope of the times at which "
            "neighbours took alarm, fitted to the alarmed ones of a boid's 64 nearest; the median of "
            "at most 500 alarmed boids at which it explains half of the variance.",
            0.0, "without such a wave"},
        MeasureColumn{"alarmed", "",
                      "Fraction of the boids that have taken alarm and not ended their manoeuvre.", 1.0}};
    static constexpr std::size_t kMaxBoids = 500;
    static constexpr std::size_t kNearest = 64;
    static constexpr std::size_t kMinAlarmed = 16;  ///< of a boid and its nearest
    static constexpr std::size_t kMinFits = 8;      ///< fewer are no wave

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        const std::span<const double> since = flock.sinceAlarm();
        if (since.empty()) {
            return;
        }
        BoidTree& tree = flock.tree();
        std::vector<std::uint32_t> places;
        for (std::uint32_t place = 0; place < since.size(); ++place) {
            if (since[tree.idAt(place)] > 0.0) {
                places.push_back(place);
            }
        }
        values[1] = static_cast<double>(places.size()) / static_cast<double>(since.size());
        std::vector<double> slopesSq;
        std::vector<BoidTree::Near> nearest;
        for (const std::size_t k : sampleOf(places.size(), kMaxBoids)) {
            tree.findNearest(places[k], kNearest, nearest);
            const double slopeSq = slopeSqAt(flock, tree.idAt(places[k]), nearest);
            if (slopeSq > 0.0) {
                slopesSq.push_back(slopeSq);
            }
        }
        if (slopesSq.size() >= kMinFits) {
            const auto middle = slopesSq.begin() + static_cast<std::ptrdiff_t>(slopesSq.size() / 2);
            std::ranges::nth_element(slopesSq, middle);
            values[0] = 1.0 / std::sqrt(*middle);
        }
    }

private:
    /// The squared slope [s²/m²] of the time since the alarm, of the plane fitted to a boid and its nearest
    /// by least squares; 0 without a plane that explains half of the variance.
    static double slopeSqAt(const MeasuredFlock& flock, std::uint32_t id,
                            const std::vector<BoidTree::Near>& nearest) {
        const std::span<const double> since = flock.sinceAlarm();
        std::vector<Vec3d> offsets{{}};
        std::vector<double> times{since[id]};
        for (const BoidTree::Near& near : nearest) {
            if (since[near.id] > 0.0) {
                offsets.push_back(flock.offset(flock.position()[id], flock.position()[near.id]));
                times.push_back(since[near.id]);
            }
        }
        if (times.size() < kMinAlarmed) {
            return 0.0;
        }
        const double share = 1.0 / static_cast<double>(times.size());
        Vec3d middle;
        double meanTime = 0.0;
        for (std::size_t k = 0; k < times.size(); ++k) {
            middle += offsets[k] * share;
            meanTime += times[k] * share;
        }
        std::array<Vec3d, 3> spread{};
        Vec3d product;
        double variance = 0.0;
        for (std::size_t k = 0; k < times.size(); ++k) {
            const Vec3d at = offsets[k] - middle;
            const double time = times[k] - meanTime;
            spread[0] += at * (at.x * share);
            spread[1] += at * (at.y * share);
            spread[2] += at * (at.z * share);
            product += at * (time * share);
            variance += time * time * share;
        }
        // Boids in a plane or a line have no slope across it.
        const double ridge = 1e-6 * (spread[0].x + spread[1].y + spread[2].z);
        spread[0].x += ridge;
        spread[1].y += ridge;
        spread[2].z += ridge;
        const Vec3d normal = cross(spread[1], spread[2]);
        const double determinant = dot(spread[0], normal);
        if (!(determinant > 0.0)) {
            return 0.0;
        }
        const Vec3d slope = (normal * product.x + cross(spread[2], spread[0]) * product.y +
                             cross(spread[0], spread[1]) * product.z) *
                            (1.0 / determinant);
        return dot(slope, product) > 0.5 * variance ? lengthSq(slope) : 0.0;
    }
};

}  // namespace shoal
