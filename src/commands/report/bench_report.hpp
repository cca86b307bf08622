#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands/report/build_info.hpp"

namespace shoal {

/// Results of `shoal bench`.
struct BenchReport {
    std::string layout;  ///< "uniform", "clumped", or "preset" if a preset was measured
    std::string preset;  ///< empty unless a preset was measured
    std::string perception;
    std::size_t boids = 0;
    double neighbours = 0.0;  ///< mean number that a boid perceives after the last step
    double candidates = 0.0;  ///< mean number of other boids compared with one boid in the last step
    int threads = 0;
    std::string isa;
    std::string device;  ///< that stepped the flock; empty if the processor did
    bool isFused = true;
    std::uint64_t steps = 0;

    struct Times {
        double median = 0.0;
        double mean = 0.0;
        double min = 0.0;
    };
    Times step;       ///< [ms] wall time
    Times processor;  ///< [ms] CPU time, summed over all threads; other programs hardly affect it
    /// Mean times [ms].
    struct Stages {
        double sort = 0.0;
        double steer = 0.0;
        double integrate = 0.0;
    } stages;
    /// Mean times [ms] of what a picture of the state costs besides the step, without a graphics card.
    struct Bodies {
        double fetch = 0.0;    ///< median of a step on a device and reading the flock back from it
        double publish = 0.0;  ///< writing what the graphics card reads
        double copy = 0.0;     ///< a plain copy of as many bytes on one thread, for comparison
    } bodies;

    /// What a picture costs, median times [ms].
    struct Picture {
        std::string device;
        bool isSoftware = false;
        int width = 0;   ///< [px]
        int height = 0;  ///< [px]
        std::string_view quality;
        std::size_t drawnBodies = 0;
        double publishing = 0.0;  ///< the stepping thread's time to hand the state to the window's thread
        double uploading = 0.0;   ///< the window's thread's time to pass the bodies to the card
        double submitting =
            0.0;  ///< the processor's time to pass it the frame; in software, a part of the drawing
        double whole = 0.0;  ///< from the state to the finished picture, without timing the passes
        std::vector<std::pair<std::string, double>> passes;  ///< of the card; of software, waiting for each
    };
    std::optional<Picture> picture;

    std::size_t bytes = 0;  ///< held by the simulation
    BuildInfo build;
    std::string date;  ///< "2025-01-31"

    double nanosecondsPerBoid() const { return perBoid(step.mean * 1e6); }
    double bytesPerBoid() const { return perBoid(static_cast<double>(bytes)); }

private:
    double perBoid(double total) const { return boids == 0 ? 0.0 : total / static_cast<double>(boids); }
};

/// Returns the median of at least one value.
double medianOf(std::vector<double> values);

std::string benchJson(const BenchReport& report);

/// Formats the report for people, one figure per line.
std::string benchText(const BenchReport& report);

}  // namespace shoal
