#pragma once

#include "app/cli/options.hpp"
#include "app/terminal/ending.hpp"

namespace shoal {

/// `shoal bench`: times steps without graphics. Prints the report on standard output and adds a row to the
/// table, if one is named.
Ending runBench(const BenchOptions& options);

}  // namespace shoal
