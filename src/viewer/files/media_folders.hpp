#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "viewer/files/paths.hpp"

namespace shoal {

/// The user's folders for films and pictures, where the desktop's file manager shows them: as its
/// `user-dirs.dirs` names them, else Videos and Pictures if there are such, else the home folder. Named ones
/// need not exist.
struct MediaFolders {
    std::filesystem::path films;
    std::filesystem::path pictures;
};

/// Reads the folders from the text of such a file; `home` is the value of its $HOME.
MediaFolders mediaFoldersFrom(const std::string& text, const std::filesystem::path& home);

/// Reads the folders from this user's file. Without a home folder, captures go to Shoal's data folder.
MediaFolders mediaFolders(const UserPaths& paths);

/// Abbreviates the home folder for display, as in "~/Videos".
std::string shortened(const std::filesystem::path& folder);

}  // namespace shoal
