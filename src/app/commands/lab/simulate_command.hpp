#pragma once

#include "app/cli/options.hpp"
#include "app/terminal/ending.hpp"

namespace shoal {

/// `shoal simulate`: steps without graphics. Prints the report on standard output and writes the tables to
/// their files.
Ending runSimulate(const SimulateOptions& options);

}  // namespace shoal
