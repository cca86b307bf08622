#pragma once

#include <string>
#include <vector>

#include <shoal/scene.hpp>
#include <shoal/state_view.hpp>

namespace shoal {

/// One value for each boid: by species, then by id.
using BoidValues = std::vector<std::vector<float>>;

/// Which rule pushes each boid hardest.
struct StrongestRules {
    BoidValues indices;  ///< into `titles`; NaN for a boid that no rule pushes
    std::vector<std::string> titles;
};

/// The result's titles are `titles`, followed by those of the other enabled rules that steer, in the order of
/// Simulation::pushes().
StrongestRules strongestRules(const StateView& state, std::vector<std::string> titles = {});

/// Returns the value of `quantity` for each boid, in the unit that LookSettings::ColourBy states. A heading
/// is in turns, 0 .. 1; a flock is its rank by size among the flocks of all species, 0 the largest; a rule is
/// its index in StrongestRules. NaN where a boid has no value: the heading of a boid that moves vertically or
/// rests, the nearest neighbour of a lone boid, the flock of a boid with no other in reach, the push on a
/// species without a coloured rule. Empty for the quantity `species`. As in measure(), distances in a
/// wrapped world are to the nearest image. Independent of the order of slots.
BoidValues boidValues(const StateView& state, LookSettings::ColourBy quantity);

/// Whether boidValues() takes about as long as a step or longer.
bool isSlow(LookSettings::ColourBy quantity);

}  // namespace shoal
