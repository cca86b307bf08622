#include "viewer/files/media_folders.hpp"

#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

namespace shoal {
namespace fs = std::filesystem;

namespace {

/// Returns the folder in a line such as `XDG_VIDEOS_DIR="$HOME/Films"`. The home folder itself means no
/// folder.
std::optional<fs::path> folderIn(std::string_view line, std::string_view name, const fs::path& home) {
    constexpr std::string_view kHome = "$HOME";
    if (!line.starts_with(name)) {
        return std::nullopt;
    }
    line.remove_prefix(name.size());
    const std::size_t end = line.find_last_of('"');
    if (!line.starts_with("=\"") || end == std::string_view::npos || end < 2) {
        return std::nullopt;
    }
    std::string_view value = line.substr(2, end - 2);
    fs::path folder;
    if (value.starts_with(kHome)) {
        value.remove_prefix(kHome.size());
        folder = fs::path(home.string() + std::string(value));
    } else {
        folder = fs::path(value);
    }
    folder = folder.lexically_normal();
    const bool isHome = folder == home || folder == home / "";
    return folder.is_absolute() && !isHome ? std::optional(folder) : std::nullopt;
}

}  // namespace

MediaFolders mediaFoldersFrom(const std::string& text, const fs::path& home) {
    const auto usual = [&home](const char* name) {
        std::error_code ignored;
        return fs::is_directory(home / name, ignored) ? home / name : home;
    };
    MediaFolders folders{.films = usual("Videos"), .pictures = usual("Pictures")};
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (auto films = folderIn(line, "XDG_VIDEOS_DIR", home)) {
            folders.films = *films;
        } else if (auto pictures = folderIn(line, "XDG_PICTURES_DIR", home)) {
            folders.pictures = *pictures;
        }
    }
    return folders;
}

MediaFolders mediaFolders(const UserPaths& paths) {
    // The desktop's file is shared by all programs and lies in the folder above Shoal's settings.
    std::ifstream file(paths.config.parent_path() / "user-dirs.dirs");
    std::ostringstream text;
    text << file.rdbuf();
    const char* home = std::getenv("HOME");
    return home == nullptr || *home == '\0' ? MediaFolders{.films = paths.data, .pictures = paths.data}
                                            : mediaFoldersFrom(text.str(), home);
}

std::string shortened(const fs::path& folder) {
    const char* home = std::getenv("HOME");
    const std::string text = folder.string();
    const std::string above = home == nullptr ? "" : std::string(home) + "/";
    return text + "/" == above                           ? "~"
           : above.size() > 1 && text.starts_with(above) ? "~/" + text.substr(above.size())
                                                         : text;
}

}  // namespace shoal
