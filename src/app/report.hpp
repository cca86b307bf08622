#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <shoal/measures.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

/// The measures of one species, and of all boids as one flock.
struct SpeciesReport {
    std::string name;
    std::size_t boids = 0;
    Measures measures;
    std::optional<FlockBest> best;  ///< of a species that searches the ground
};

/// What is to be said of a simulation at one instant.
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

/// The measures of all boids as one flock; two boids are of one cluster when nearer than the largest
/// perception radius.
Measures measureAll(const Simulation& simulation);

std::string reportJson(const Report& report);

/// For people: one figure a line.
std::string reportText(const Report& report);

}  // namespace shoal
