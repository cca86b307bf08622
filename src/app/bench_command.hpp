#pragma once

#include "app/ending.hpp"
#include "app/options.hpp"

namespace shoal {

/// `shoal bench`: times steps without graphics; the report on standard output, a row of a table in its file.
Ending runBench(const BenchOptions& options);

}  // namespace shoal
