#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <shoal/preset.hpp>
#include <shoal/result.hpp>

#include "app/files/paths.hpp"

namespace shoal {

/// A preset that can be opened by its name.
struct PresetEntry {
    std::string name;
    std::string base;  ///< the built-in preset of which this one is a variant; empty if of none
    std::string title;
    std::string watch;           ///< one line: what to watch for
    std::string about;           ///< one line: where the model comes from; may be empty
    PresetSource source;         ///< the document that it follows; may be empty
    std::filesystem::path file;  ///< empty if built in
    std::string problem;         ///< why it cannot be opened, or empty
};

/// Lists the built-in presets, then the user's own by name. An invalid preset file is listed with its
/// problem.
std::vector<PresetEntry> listPresets(const UserPaths& paths);

/// Opens a built-in preset, a file, or one of the user's own presets by name. For an unknown name, the
/// problem suggests a similar one or lists them all.
Result<Scene> openPresetNamed(const std::string& nameOrFile, const UserPaths& paths);

/// Returns the file for a preset saved under this name. Fails for names of built-in presets and for names
/// that are not plain file names.
Result<std::filesystem::path> presetFileFor(const std::string& name, const UserPaths& paths);

}  // namespace shoal
