#pragma once

#include <shoal/parameter.hpp>

namespace shoal {

/// Checks that a user could have set this value of a tunable, given in the stored unit.
Outcome checkStored(const Parameter& parameter, double stored);

}  // namespace shoal
