#pragma once

#include <cstddef>
#include <string>

#include "sim/text/budget.hpp"

namespace shoal {

/// Cuts a text to at most `maxBytes`, never within a UTF-8 sequence.
std::string cutText(std::string text, std::size_t maxBytes);

/// Returns a text of any origin as one line for a message: control characters become spaces, and an ellipsis
/// replaces what exceeds `maxBytes`.
std::string oneLine(std::string text, std::size_t maxBytes = kMaxProblemBytes);

}  // namespace shoal
