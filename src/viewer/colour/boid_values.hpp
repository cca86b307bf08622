#pragma once

#include <vector>

#include <shoal/scene.hpp>
#include <shoal/state_view.hpp>

namespace shoal {

/// One value for each boid: by species, then by id.
using BoidValues = std::vector<std::vector<float>>;

/// Returns the value of `quantity` for each boid, in the unit that LookSettings::ColourBy states. A heading
/// is in turns, 0 .. 1. NaN where a boid has no value: the heading of a boid that moves vertically or rests,
/// the nearest neighbour of a lone boid. Empty for the quantity `species`. As in measure(), distances in a
/// wrapped world are to the nearest image. Independent of the order of slots.
BoidValues boidValues(const StateView& state, LookSettings::ColourBy quantity);

/// Whether boidValues() takes about as long as a step or longer.
bool isSlow(LookSettings::ColourBy quantity);

}  // namespace shoal
