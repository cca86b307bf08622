#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace shoal {

/// Lists what may stand in place of the last word of a command line, for the shells' completions: one
/// candidate a line, with a tab and its description if it has one. `words`: those after the program's name,
/// the last one unfinished. Where a file may stand, the shell adds its own names. Prints nothing for a
/// number.
std::string completions(const CLI::App& root, const std::vector<std::string>& words);

}  // namespace shoal
