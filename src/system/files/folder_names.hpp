#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include <dirent.h>

namespace shoal {

/// Calls `visit(std::string_view name)` for each name in a folder, . and .. included; for none if it is not a
/// folder. Used because libstdc++'s directory_iterator ends the program when memory is short.
template <class Visit>
void forEachName(const std::filesystem::path& folder, const Visit& visit) {
    struct Close {
        void operator()(DIR* opened) const { ::closedir(opened); }
    };
    const std::unique_ptr<DIR, Close> opened(::opendir(folder.c_str()));
    while (const dirent* entry = opened ? ::readdir(opened.get()) : nullptr) {
        visit(std::string_view(entry->d_name));
    }
}

}  // namespace shoal
