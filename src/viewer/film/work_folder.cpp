#include "viewer/film/work_folder.hpp"

#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "system/files/folder.hpp"
#include "viewer/files/user_files.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

constexpr int kMaxOfOneName = 100;
constexpr const char* kOwner = "owner";
constexpr std::string_view kEnding = ".unfinished";

/// Deletes a work folder, the journal last: after a kill in between, the next start deletes the rest.
void removeAll(const fs::path& folder) {
    std::vector<fs::path> entries;
    forEachName(folder, [&](std::string_view name) {
        if (name != "." && name != ".." && name != kOwner) {
            entries.push_back(folder / name);
        }
    });
    std::error_code ignored;
    for (const fs::path& entry : entries) {
        fs::remove_all(entry, ignored);
    }
    fs::remove_all(folder, ignored);
}

}  // namespace

Result<WorkFolder> WorkFolder::make(const fs::path& folder, const std::string& name) {
    for (int number = 1; number <= kMaxOfOneName; ++number) {
        const fs::path path =
            folder / fmt::format(".{}{}{}", name, number == 1 ? "" : fmt::format("-{}", number), kEnding);
        if (auto made = makeFolder(path); !made) {
            return made.problem();
        }
        auto owner = JournalFile::create(path / kOwner);
        if (!owner) {
            return WorkFolder(path, std::nullopt);
        }
        if (*owner) {
            return WorkFolder(path, std::move(*owner));
        }
    }
    return Problem{
        fmt::format("{}: {} films of this name are being made", (folder / name).string(), kMaxOfOneName)};
}

void WorkFolder::remove() {
    removeAll(m_path);
}

void WorkFolder::keep() {
    if (m_owner) {
        m_owner->remove();
    }
}

void removeAbandonedWork(const fs::path& folder) {
    std::vector<fs::path> found;
    forEachName(folder, [&](std::string_view name) {
        if (name.starts_with('.') && name.ends_with(kEnding)) {
            found.push_back(folder / name);
        }
    });
    for (const fs::path& work : found) {
        std::error_code unknown;
        const bool isFolder = fs::is_directory(fs::symlink_status(work, unknown));
        if (isFolder && JournalFile::adopt(work / kOwner)) {
            removeAll(work);
        }
    }
}

}  // namespace shoal
