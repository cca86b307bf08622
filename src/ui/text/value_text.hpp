#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <shoal/scene.hpp>

namespace shoal {

/// Returns the words of a key: "field of view" for "field_of_view".
std::string plainLabelOf(std::string_view key);

/// Names what a full key sets, without its species: "alignment" for "species.sardine.alignment.weight",
/// "point-1" for all keys of that point.
std::string nameOfSetting(std::string_view fullKey);

/// Returns what several boids of a species are called: "Sardines", "Fish".
std::string boidsName(std::string_view species);

/// Returns the name of the setting that these keys share, or how many settings they are: "3 settings".
std::string nameOfSettings(std::span<const std::string> fullKeys);

/// Formats a key for display: "field_of_view" becomes "Field of view".
std::string labelOf(std::string_view key);

/// Returns the number of decimals that shows a value with two or three significant figures, but no more than
/// its range requires.
int decimalsFor(const Parameter& parameter, double shown);

/// Returns "", " m/s" or "°": degrees directly follow the number, other units after a space.
std::string unitSuffix(std::string_view unit);

/// Formats a value with its unit: "0.50 m", "60°", "3000", "1.20 m/s".
std::string valueText(const Parameter& parameter, double shown);

/// Formats a count: "3,000".
std::string withThousands(std::size_t number);

/// Formats a part of 1: "38 %", with a no-break space.
std::string percentText(float part);

/// Author and year for a card: "T. Vicsek and others, 1995". Empty if the source names neither.
std::string shortOrigin(const PresetSource& source);

/// Whether a source's address is one that a browser may open: http or https.
bool isWebAddress(const std::string& address);

/// Rounds a value to the decimals shown, so that a dragged slider leaves 0.53 and not 0.52941176.
double roundedForDrag(const Parameter& parameter, double shown);

/// Returns the smallest of 1, 2 and 5 times a power of ten that is not below `value` > 0: where an axis ends.
double roundedUp(double value);

}  // namespace shoal
