#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "viewer/files/paths.hpp"

namespace shoal {

/// The user's folders for films and pictures, as the desktop's `user-dirs.dirs` names them; by default in
/// Shoal's data folder. They need not exist.
struct MediaFolders {
    std::filesystem::path films;
    std::filesystem::path pictures;
};

/// Reads the folders from the text of such a file; `home` is the value of its $HOME. A missing or invalid
/// entry gives Shoal's own folder.
MediaFolders mediaFoldersFrom(const std::string& text, const std::filesystem::path& home,
                              const UserPaths& paths);

/// Reads the folders from this user's file.
MediaFolders mediaFolders(const UserPaths& paths);

/// Abbreviates the home folder for display, as in "~/Videos".
std::string shortened(const std::filesystem::path& folder);

}  // namespace shoal
