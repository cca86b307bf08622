#pragma once

#include <cstddef>
#include <string>

#include "sim/budget.hpp"

namespace shoal {

/// Returns a text, from whatever file, as one line for a message: control characters become spaces, and an
/// ellipsis replaces what exceeds `mostBytes`.
std::string oneLine(std::string text, std::size_t mostBytes = kMostProblemBytes);

}  // namespace shoal
