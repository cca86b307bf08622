#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace shoal {

/// Folders for the user's own files, as the XDG base directory specification places them. They need not
/// exist.
struct UserPaths {
    std::filesystem::path config;  ///< settings
    std::filesystem::path data;    ///< the user's work: presets, takes
    std::filesystem::path state;   ///< remembered between runs

    std::filesystem::path presets() const { return data / "presets"; }
    std::filesystem::path takes() const { return data / "takes"; }
    std::filesystem::path targets() const { return data / "targets"; }
    std::filesystem::path viewerState() const { return state / "viewer.toml"; }
};

/// Computes the folders from the environment's XDG_… and HOME. `variable` looks one up and returns "" if it
/// is not set. A folder is an empty path if neither its variable nor HOME is set.
UserPaths userPathsFrom(const std::function<std::string(const char*)>& variable);

/// Computes them from this process's environment; the password database replaces a missing HOME.
UserPaths userPaths();

}  // namespace shoal
