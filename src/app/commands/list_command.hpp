#pragma once

#include "app/cli/ending.hpp"
#include "app/cli/options.hpp"

namespace shoal {

/// `shoal list`: prints the presets, rules, keys or graphics devices on standard output.
Ending runList(const ListOptions& options);

}  // namespace shoal
