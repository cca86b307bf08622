#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// Reads a preset. Problems name file, line and column, what is wrong and, for an unknown key, the nearest
/// known one: `night.toml:12:3: unknown key "seperation" (did you mean "separation"?)`. What the text leaves
/// out has the declared default; a rule that it does not name is off. `fileName` is for messages and becomes
/// Scene::name without folder and ".toml".
Result<Scene> parsePreset(std::string_view toml, const std::string& fileName);

Result<Scene> loadPreset(const std::filesystem::path& file);

/// The scene as a preset, in a fixed order: reading it back gives an equal scene, bit for bit.
std::string presetText(Scene scene);

/// Writes the preset whole: to a temporary beside it, synced, renamed. Nothing is lost when it fails.
Outcome savePreset(const Scene& scene, const std::filesystem::path& file);

/// A preset built into the library, such as "reef".
struct BuiltinPreset {
    std::string_view name;
    std::string_view toml;
};
const std::vector<BuiltinPreset>& builtinPresets();

/// A built-in preset's name, or the path of a file. A name that is neither is a problem listing what there
/// is.
Result<Scene> openPreset(const std::string& nameOrFile);

}  // namespace shoal
