#pragma once

#include <shoal/scene.hpp>

#include "sim/scene/key_index.hpp"
#include "sim/text/toml.hpp"
#include "sim/text/toml_mistakes.hpp"

namespace shoal {

/// Reads the table [source] of a preset into the scene, whose sections are complete. A mark replaces one of
/// the same key that the scene has already.
void readSource(const toml::table& table, Scene& scene, const SectionIndex& sections, TomlMistakes& mistakes);

}  // namespace shoal
