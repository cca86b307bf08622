#include "system/files/folder_lock.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>

namespace shoal {

std::optional<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
    Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (::flock(opened.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return std::nullopt;
    }
    return FolderLock(std::move(opened));
}

}  // namespace shoal
