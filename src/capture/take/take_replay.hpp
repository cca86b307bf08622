#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <shoal/result.hpp>
#include <shoal/simulation.hpp>

#include "capture/take/take.hpp"

namespace shoal {

/// Whether an edit, given by its key or as KEY=VALUE, can move a boid. All other edits change only the camera
/// or the look.
bool movesFlock(std::string_view edit);

/// Brings a simulation to the take's first step and applies the edits of that step. Reports a problem if the
/// state is not as it was when the take was played.
Outcome beginReplay(const Take& take, Simulation& simulation);

/// Applies the take's edits of the current step and returns how many. Call at the first step and after every
/// step.
std::size_t applyEditsDue(const Take& take, Simulation& simulation);

/// Returns the take's scene with its edits up to this step, those of the step included.
Scene settingsAt(const Take& take, std::uint64_t step);

/// Checks the flock's hash against the take; call after every step, before edits. The problem names the step
/// and both hashes.
Outcome checkReplay(const Take& take, const Simulation& simulation);

}  // namespace shoal
