#pragma once

#include "app/ending.hpp"
#include "app/options.hpp"

namespace shoal {

/// `shoal simulate`: steps without graphics, the report on standard output, the tables in their files.
Ending runSimulate(const SimulateOptions& options);

}  // namespace shoal
