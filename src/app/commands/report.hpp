#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <shoal/measures.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

/// The measures of one species.
struct SpeciesReport {
    std::string name;
    std::size_t boids = 0;
    Measures measures;
    std::optional<FlockBest> best;  ///< only of a species that searches the ground
};

/// A summary of a simulation at one instant.
struct Report {
    std::string preset;
    std::size_t boids = 0;
    std::uint64_t steps = 0;
    std::uint64_t seed = 0;
    int threads = 0;
    std::string isa;
    std::string hash;
    Measures measures;
    std::vector<SpeciesReport> species;
};

Report reportOn(const Simulation& simulation);

/// Measures all boids as one flock. Two boids belong to one cluster if they are nearer than the largest
/// linking distance.
Measures measureAll(const Simulation& simulation);

std::string reportJson(const Report& report);

/// Formats the report for people, one figure per line.
std::string reportText(const Report& report);

}  // namespace shoal
