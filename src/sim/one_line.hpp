#pragma once

#include <cstddef>
#include <string>

#include "sim/budget.hpp"

namespace shoal {

/// A text as one line for a message, whatever file it comes from: control characters become spaces, and what
/// exceeds `mostBytes` an ellipsis.
std::string oneLine(std::string text, std::size_t mostBytes = kMostProblemBytes);

}  // namespace shoal
