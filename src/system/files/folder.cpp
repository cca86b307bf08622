#include "system/files/folder.hpp"

#include <cerrno>
#include <chrono>
#include <memory>
#include <system_error>
#include <thread>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace shoal {
namespace fs = std::filesystem;

namespace {

Descriptor openFolder(const fs::path& folder) {
    return Descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

}  // namespace

std::optional<FolderLock> FolderLock::take(const fs::path& folder, double patience) {
    constexpr std::chrono::milliseconds kBetween{10};
    const auto due = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience);
    Descriptor opened = openFolder(folder);
    while (::flock(opened.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        if (std::chrono::steady_clock::now() >= due) {
            return std::nullopt;
        }
        std::this_thread::sleep_for(kBetween);
    }
    return FolderLock(std::move(opened));
}

void forEachName(const fs::path& folder, const std::function<void(std::string_view)>& visit) {
    struct Close {
        void operator()(DIR* opened) const { ::closedir(opened); }
    };
    const std::unique_ptr<DIR, Close> opened(::opendir(folder.c_str()));
    while (const dirent* entry = opened ? ::readdir(opened.get()) : nullptr) {
        visit(entry->d_name);
    }
}

fs::path folderOf(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

Outcome requireFolderOf(const fs::path& file) {
    std::error_code error;
    if (fs::is_directory(folderOf(file), error)) {
        return Done{};
    }
    return Problem{"cannot write " + file.string() + ": there is no folder " + folderOf(file).string()};
}

std::optional<std::size_t> maxNameBytes(const fs::path& folder) {
    const long limit = ::pathconf(folder.c_str(), _PC_NAME_MAX);
    return limit > 0 ? std::optional(static_cast<std::size_t>(limit)) : std::nullopt;
}

void syncFolder(const fs::path& folder) {
    const Descriptor opened = openFolder(folder);
    if (opened.number() >= 0) {
        ::fsync(opened.number());
    }
}

}  // namespace shoal
