#pragma once

#include <vector>

#include "sim/measures/measure_kind.hpp"

namespace shoal {

/// Returns the measures declared in the folder `kinds`; the build generates this list from the files' names.
std::vector<MeasureKind> builtinMeasures();

}  // namespace shoal
