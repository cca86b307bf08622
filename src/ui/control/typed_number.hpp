#pragma once

#include <string_view>

#include <shoal/parameter.hpp>
#include <shoal/result.hpp>

namespace shoal {

/// What a typed text may refer to, in the unit that users see.
struct TypedReferences {
    double shown = 0.0;   ///< the present value, for "*1.2" and "+0.1"
    double preset = 0.0;  ///< "preset"
};

/// Reads the text that a user types for a number: "1.5", "1,5", "1 500", "20 cm", "140°", sums and products
/// of these with brackets, "min", "max", "preset"; "*1.2" and "+0.1" change the present value. A comma is a
/// decimal sign; in whole numbers it separates thousands. The value, in the unit that users see, is finite,
/// and whole if it must be, but may lie outside the declared range.
Result<double> typedNumber(const Parameter& parameter, std::string_view text,
                           const TypedReferences& references);

}  // namespace shoal
