#pragma once

#include "app/cli/options.hpp"
#include "app/terminal/ending.hpp"

namespace shoal {

/// `shoal check`: runs a flock and compares it with figures measured on animals.
Ending runCheck(const CheckOptions& options);

}  // namespace shoal
