#pragma once

#include <string>
#include <string_view>

#include <shoal/parameter.hpp>

namespace shoal {

/// "field_of_view" as people read it: "Field of view".
std::string labelOf(std::string_view key);

/// Digits after the point that show two or three figures of a value, no more than its range deserves.
int decimalsFor(const Parameter& parameter, double shown);

/// "", " m/s" or "°": degrees stand at the number, other units a space away.
std::string unitSuffix(std::string_view unit);

/// The value with its unit: "0.50 m", "60°", "3000", "1.20 m/s".
std::string valueText(const Parameter& parameter, double shown);

/// Rounded to three figures, so that a dragged slider leaves 0.53 and not 0.52941176.
double roundedForDrag(const Parameter& parameter, double shown);

}  // namespace shoal
