#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

namespace shoal {

/// Reads a preset. Problems name file, line and column, the mistake and, for an unknown key, the nearest
/// known one: `night.toml:12:15: unknown rule "seperation" (did you mean "separation"?)`. A missing key gets
/// its declared default; a rule that is not named is off. A file that begins with `base = "NAME"` is a
/// variant of that built-in preset: it inherits every value that it does not state. `fileName` appears in
/// messages and becomes Scene::name without folder and ".toml".
Result<Scene> parsePreset(std::string_view toml, const std::string& fileName);

Result<Scene> loadPreset(const std::filesystem::path& file);

/// Returns the scene as a preset, in a fixed order. Reading it back gives an equal scene, bit for bit.
std::string presetText(Scene scene);

/// Writes the preset to a temporary file beside `file`, syncs it and renames it. A failure leaves an existing
/// file as it was.
Outcome savePreset(const Scene& scene, const std::filesystem::path& file);

/// A preset built into the library, such as "reef".
struct BuiltinPreset {
    std::string_view name;
    std::string_view base;  ///< the preset that this one is a variant of, if any
    std::string_view toml;
};
/// Returns all of them: "reef" first, the others by name, variants after their base.
const std::vector<BuiltinPreset>& builtinPresets();
bool isBuiltinPreset(std::string_view name);

/// Opens a built-in preset by its name, or a file by its path. If it is neither, the problem lists the
/// built-in presets.
Result<Scene> openPreset(const std::string& nameOrFile);

}  // namespace shoal
