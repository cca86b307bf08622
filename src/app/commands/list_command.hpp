#pragma once

#include "app/cli/options.hpp"
#include "app/terminal/ending.hpp"

namespace shoal {

/// `shoal list`: prints the presets, rules, keys or graphics devices on standard output.
Ending runList(const ListOptions& options);

}  // namespace shoal
