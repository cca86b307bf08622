#pragma once

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// How parallel each boid and its neighbours are: near 1 in a flock of several parts that differ in heading,
/// where polarisation is low.
struct LocalOrder {
    static constexpr int order = 60;
    static constexpr std::string_view key = "local_order";
    static constexpr std::string_view title = "Local order";
    static constexpr std::string_view source =
        "defined here: Vicsek's order parameter, taken over each boid and its neighbours";
    static constexpr std::array columns{
        MeasureColumn{"local_order", "",
                      "Polarisation of a boid and all others within its perception radius, averaged over the "
                      "boids that have any (at most 2,000 of them).",
                      1.0}};
    static constexpr std::size_t kMaxBoids = 2000;

    static void compute(MeasuredFlock& flock, std::span<double> values) {
        BoidTree& tree = flock.tree();
        double sum = 0.0;
        std::size_t counted = 0;
        for (const std::size_t place : sampleOf(flock.count(), kMaxBoids)) {
            const auto at = static_cast<std::uint32_t>(place);
            Vec3d headings = flock.heading()[tree.idAt(at)];
            std::size_t boids = 1;
            tree.visitNear(at, flock.space().perception, [&](std::uint32_t id, double) {
                headings += flock.heading()[id];
                ++boids;
            });
            if (boids > 1) {
                sum += vectorLength(headings) / static_cast<double>(boids);
                ++counted;
            }
        }
        if (counted > 0) {
            values[0] = sum / static_cast<double>(counted);
        }
    }
};

}  // namespace shoal
