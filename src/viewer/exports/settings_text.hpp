#pragma once

#include <cstddef>
#include <string>

#include <shoal/scene.hpp>

#include "viewer/measures/measure_history.hpp"

namespace shoal {

/// All settings of a scene as JSON, by their full keys: {"species.fish.alignment.weight": {"value": 3.0,
/// "unit": "1/s"}}. A choice is its name, and a switch true or false; numbers are in the units given.
std::string settingsJson(const Scene& scene);

/// What differs from the preset as loaded, as a preset of TOML, with the unit and the preset's value behind
/// each line. It opens and can be pasted if that preset is built in and not a variant. A preset cannot take
/// an object from its base: if one was removed, the text is the whole scene.
struct ChangesText {
    std::string text;
    std::size_t count = 0;  ///< of values that differ
};
ChangesText changesToml(const Scene& loaded, const Scene& scene);

/// The measures of the last half minute as CSV: the seconds of play since step 0, and a column for each
/// measure that was taken. A value that was not taken, or is not defined, is empty.
std::string measuresCsv(const MeasureHistory& history);

}  // namespace shoal
