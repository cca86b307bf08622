#pragma once

#include <shoal/result.hpp>
#include <shoal/simulation.hpp>

#include "capture/take.hpp"

namespace shoal {

/// Brings a simulation to the take's first step, with the edits made there. A problem when it is not as it
/// was when the take was played.
Outcome beginReplay(const Take& take, Simulation& simulation);

/// Makes the edits that the take has after as many steps as the simulation has done: at step 0, and after
/// every step. How many were made.
std::size_t applyEditsDue(const Take& take, Simulation& simulation);

/// Whether the flock is as it was when the take was played; to be asked after every step, before edits. The
/// problem names the step and both hashes.
Outcome checkReplay(const Take& take, const Simulation& simulation);

}  // namespace shoal
