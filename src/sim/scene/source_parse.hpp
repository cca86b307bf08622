#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include <shoal/scene.hpp>

#include "sim/scene/key_index.hpp"
#include "sim/text/toml.hpp"
#include "sim/text/toml_mistakes.hpp"

namespace shoal {

/// Full keys, or starts of several.
using KeySet = std::set<std::string, std::less<>>;

/// Returns the longest start of a full key, or the key itself, that is in the set; empty if none is.
std::string_view markedStart(const KeySet& marked, std::string_view key);

/// Reads the table [source] of a preset into the scene, whose sections are complete. A title starts a new
/// source. Without one, the table adds to the source inherited from the base, and a mark replaces that of the
/// same key. Returns what the table marks.
KeySet readSource(const toml::table& table, Scene& scene, const SectionIndex& sections,
                  TomlMistakes& mistakes);

}  // namespace shoal
