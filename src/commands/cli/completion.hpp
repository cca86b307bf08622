#pragma once

#include <string>
#include <vector>

#include <shoal/scene.hpp>

namespace CLI {
class App;
}

namespace shoal {

/// Lists the candidates for completing the last word of a command line: one a line, with a tab and its
/// description if it has one. `words` follow the program's name. The shell adds the names of files. Empty
/// where a number is wanted.
std::string completions(const CLI::App& root, const std::vector<std::string>& words);

/// The beginning of a section's keys on the command line, with its dot: "alignment.". Omits "species.NAME."
/// if the scene has only one species.
std::string shortPrefix(const std::string& path, const Scene& scene);

}  // namespace shoal
