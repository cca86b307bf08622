#pragma once

#include "app/cli/options.hpp"
#include "app/terminal/ending.hpp"

namespace shoal {

/// `shoal sweep`: runs many settings, several at a time, and writes the table of their measures.
Ending runSweepCommand(const SweepOptions& options);

}  // namespace shoal
