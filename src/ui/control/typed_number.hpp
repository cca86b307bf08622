#pragma once

#include <string_view>

#include <shoal/parameter.hpp>
#include <shoal/result.hpp>

namespace shoal {

/// Reads the text that a user types for a number: "1.5", "1,5", "1 500", "20 cm", "140°", "min", "max", or
/// "preset" for the value `preset`, in the unit that users see. A comma is a decimal sign; in whole numbers
/// it separates thousands. The value is finite, and whole if it must be, but may lie outside the declared
/// range.
Result<double> typedNumber(const Parameter& parameter, std::string_view text, double preset);

}  // namespace shoal
