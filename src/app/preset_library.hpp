#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <shoal/preset.hpp>
#include <shoal/result.hpp>

#include "app/paths.hpp"

namespace shoal {

/// A preset that can be opened by its name.
struct PresetEntry {
    std::string name;
    std::string title;
    std::string watch;           ///< one line: what to watch for
    std::string about;           ///< one line: where the model comes from, may be empty
    std::filesystem::path file;  ///< empty for one built in
    std::string problem;         ///< why it cannot be opened, or empty
};

/// The presets built in, then the user's own by name. A file that is no preset is listed with its problem.
std::vector<PresetEntry> listPresets(const UserPaths& paths);

/// A preset built in, a file, or one of the user's own by name. A name that is none of these is a problem
/// listing what there is.
Result<Scene> openPresetNamed(const std::string& nameOrFile, const UserPaths& paths);

/// Where a preset saved under this name goes. Names of presets built in and names that are no plain file name
/// are problems.
Result<std::filesystem::path> presetFileFor(const std::string& name, const UserPaths& paths);

}  // namespace shoal
