#pragma once

#include "app/cli/ending.hpp"
#include "app/cli/options.hpp"

namespace shoal {

/// `shoal list`: prints what there is to run and to tune on standard output.
Ending runList(const ListOptions& options);

}  // namespace shoal
