#pragma once

#include <string>
#include <string_view>

#include "lab/sweep.hpp"

namespace shoal {

/// Parses what a user wrote for an axis. `mayDraw`: in a Latin hypercube, where a range without a number of
/// values is one to draw from.
Result<SweepAxis> parseAxis(const SweepRequest::Entry& entry, bool mayDraw);

/// Returns a text without the blanks at its ends.
std::string withoutBlanks(std::string_view text);

/// Formats a number of an axis; 12 digits hide the rounding of steps such as 0.1.
std::string axisNumber(double value);

}  // namespace shoal
