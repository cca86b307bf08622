#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace shoal {

/// Folders of the user's own files, as the XDG base directory specification places them. They need not exist.
struct UserPaths {
    std::filesystem::path config;  ///< settings
    std::filesystem::path data;    ///< what the user made: presets, pictures
    std::filesystem::path state;   ///< what the program remembers

    std::filesystem::path presets() const { return data / "presets"; }
    std::filesystem::path takes() const { return data / "takes"; }
    std::filesystem::path pictures() const { return data / "pictures"; }
    std::filesystem::path films() const { return data / "films"; }
    std::filesystem::path captureSettings() const { return state / "capture.json"; }
};

/// From the environment's XDG_… and HOME; `variable` looks one up and gives "" when it is not set. Without a
/// home the folders are empty paths.
UserPaths userPathsFrom(const std::function<std::string(const char*)>& variable);

/// From this process's environment.
UserPaths userPaths();

}  // namespace shoal
