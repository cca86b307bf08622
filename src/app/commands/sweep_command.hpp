#pragma once

#include "app/cli/ending.hpp"
#include "app/cli/options.hpp"

namespace shoal {

/// `shoal sweep`: runs many settings, several at a time, and writes the table of their measures.
Ending runSweepCommand(const SweepOptions& options);

}  // namespace shoal
