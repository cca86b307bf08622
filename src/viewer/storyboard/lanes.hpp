#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "viewer/script/script_text.hpp"

namespace shoal {

/// The rows of a storyboard below its shots: camera, speed and settings, words.
struct BoardLanes {
    std::vector<std::string> names;
    std::vector<std::size_t> ofMarks;  ///< in the order of the outline's
    std::size_t firstWords = 0;  ///< from here on, words; those shown at the same time have several rows
};

BoardLanes lanesOf(const ScriptOutline& outline);

/// Names a mark's row: "Camera", or "Cohesion weight" for "species.fish.cohesion.weight".
std::string rowName(const ScriptMark& mark);

}  // namespace shoal
