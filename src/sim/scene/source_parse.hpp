#pragma once

#include <functional>
#include <set>
#include <string>

#include <shoal/scene.hpp>

#include "sim/scene/key_index.hpp"
#include "sim/text/toml.hpp"
#include "sim/text/toml_mistakes.hpp"

namespace shoal {

/// Reads the table [source] of a preset into the scene, whose sections are complete. A title begins a source
/// anew; without one, the table adds to the source that the scene has from its base, and a mark replaces that
/// of the same key. Returns the full keys that the table marks.
std::set<std::string, std::less<>> readSource(const toml::table& table, Scene& scene,
                                              const SectionIndex& sections, TomlMistakes& mistakes);

}  // namespace shoal
