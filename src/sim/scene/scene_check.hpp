#pragma once

#include <cstddef>
#include <string>

#include <shoal/parameter.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// Checks that a user could have set this value of a tunable, given in the stored unit.
Outcome checkStored(const Parameter& parameter, double stored);

/// Aborts if the scene has no such species.
void requireSpecies(const Scene& scene, std::size_t speciesIndex);
/// The message about a species that does not exist.
std::string noSuchSpecies(const Scene& scene, std::size_t speciesIndex);

}  // namespace shoal
