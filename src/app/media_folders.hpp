#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/paths.hpp"

namespace shoal {

/// Where the user keeps films and pictures: as the desktop's own `user-dirs.dirs` says; without one, Shoal's
/// data folder. They need not exist.
struct MediaFolders {
    std::filesystem::path films;
    std::filesystem::path pictures;
};

/// From the text of such a file; `home` stands for its $HOME. What it does not say, or says wrongly, is taken
/// from Shoal's own folders.
MediaFolders mediaFoldersFrom(const std::string& text, const std::filesystem::path& home,
                              const UserPaths& paths);

/// From this user's file.
MediaFolders mediaFolders(const UserPaths& paths);

}  // namespace shoal
