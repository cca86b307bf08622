#pragma once

#include <string>

#include "capture/take/take.hpp"

namespace shoal {

/// Proposes a film script of what somebody did in a take: a title, then a shot for each edit or group of
/// edits, with a caption of what changed. `file` is the take's name as the script has it.
std::string proposedScript(const Take& take, const std::string& file);

}  // namespace shoal
