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

/// Reads what a user types as the value of a number: "1.5", "1,5", "1 500", "20 cm", "140°", sums, products
/// and brackets of those, "min", "max", "preset", and "*1.2" or "+0.1" on the present value. A comma is a
/// decimal sign, or ignored in whole numbers. The value, in the unit that users see, is finite, and whole if
/// it must be, but may lie outside the declared range.
Result<double> typedNumber(const Parameter& parameter, std::string_view text,
                           const TypedReferences& references);

}  // namespace shoal
