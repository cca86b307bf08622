#pragma once

#include <string>
#include <vector>

#include <shoal/scene.hpp>
#include <shoal/simulation.hpp>

namespace shoal {

/// One value for each boid: by species, then by id.
using BoidValues = std::vector<std::vector<float>>;

/// Which rule pushes each boid hardest.
struct StrongestRules {
    BoidValues indices;  ///< into `titles`; NaN for a boid that no rule pushes
    std::vector<std::string> titles;
};

/// The result's titles are `titles` and, after them, those of further enabled rules that steer, in the order
/// of Simulation::pushes().
StrongestRules strongestRules(const Simulation& simulation, std::vector<std::string> titles = {});

/// Returns what `quantity` is for each boid now, in the unit that LookSettings::ColourBy states; a heading in
/// turns, 0 .. 1, and a flock as its rank by size among the flocks of all species, 0 the largest; of the rule
/// its index in StrongestRules. NaN where a boid has no such value: the heading of a boid that rises or sinks
/// vertically or rests, the nearest of a boid on its own, the flock of a boid with no other in reach, the
/// push on a species without a coloured rule. Empty for the quantity `species`. As in measure(), distances
/// are not measured across a wrapped edge. Independent of the order of slots.
BoidValues boidValues(const Simulation& simulation, LookSettings::ColourBy quantity);

/// Whether boidValues() takes about as long as a step or longer.
bool isSlow(LookSettings::ColourBy quantity);

}  // namespace shoal
