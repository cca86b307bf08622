#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include <shoal/result.hpp>
#include <shoal/whole_file.hpp>

#include "app/build_info.hpp"

namespace shoal {

/// What `shoal bench` found.
struct BenchReport {
    std::string layout;  ///< "uniform", "clumped" or, where a preset was measured, "preset"
    std::string preset;  ///< empty unless one was measured
    std::string perception;
    std::size_t boids = 0;
    double neighbours = 0.0;  ///< that a boid perceives at the end, on average
    double candidates = 0.0;  ///< others that a boid was compared with in the last step, on average
    int threads = 0;
    std::string isa;
    bool isFused = true;
    std::uint64_t steps = 0;

    struct Times {
        double median = 0.0;
        double mean = 0.0;  ///< with the few steps that sort a flock which mostly keeps its order
        double least = 0.0;
    };
    Times step;       ///< [ms] on the wall's clock
    Times processor;  ///< [ms] of processor time, all threads together: what others run hardly shows in it
    /// Means [ms].
    struct Stages {
        double sort = 0.0;
        double steer = 0.0;
        double integrate = 0.0;
    } stages;

    std::size_t bytes = 0;  ///< that the simulation holds
    BuildInfo build;
    std::string date;  ///< "2025-01-31"

    double nanosecondsPerBoid() const { return perBoid(step.mean * 1e6); }
    double bytesPerBoid() const { return perBoid(static_cast<double>(bytes)); }

private:
    double perBoid(double total) const { return boids == 0 ? 0.0 : total / static_cast<double>(boids); }
};

std::string benchJson(const BenchReport& report);

/// For people: one figure a line.
std::string benchText(const BenchReport& report);

/// A table of reports as CSV, one a row, that goes on from the rows that the file has.
class BenchTable {
public:
    /// A file that holds something else is a problem and stays as it is.
    static Result<BenchTable> open(const std::filesystem::path& file);

    /// The file appears, whole; to be called once.
    Outcome add(const BenchReport& report);

private:
    explicit BenchTable(WholeFile file) : m_file(std::move(file)) {}
    WholeFile m_file;
};

}  // namespace shoal
