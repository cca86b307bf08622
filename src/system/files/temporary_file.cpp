#include "system/files/temporary_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "system/files/atomic_file.hpp"
#include "system/files/descriptor.hpp"
#include "system/files/folder.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTemporaryMark = ".shoal-";
constexpr std::time_t kStaleSeconds = 600;

/// Renames over a file that it creates itself, so that no other program's file is replaced. For file systems
/// with neither a rename that refuses to replace nor hard links, such as exFAT. A kill leaves an empty file.
int renameOverOwn(const fs::path& from, const fs::path& to) {
    const int made = ::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (made < 0) {
        return errno;
    }
    ::close(made);
    if (::rename(from.c_str(), to.c_str()) == 0) {
        return 0;
    }
    const int error = errno;
    ::unlink(to.c_str());
    return error;
}

/// Whether locks there are visible to all users of the file system; false on network file systems.
bool hasReliableLocks(const fs::path& folder) {
    struct statfs system = {};
    if (::statfs(folder.c_str(), &system) != 0) {
        return false;
    }
    constexpr std::array<std::uint32_t, 6> kLocal{EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC, BTRFS_SUPER_MAGIC,
                                                  F2FS_SUPER_MAGIC, TMPFS_MAGIC,     OVERLAYFS_SUPER_MAGIC};
    return std::ranges::find(kLocal, static_cast<std::uint32_t>(system.f_type)) != kLocal.end();
}

bool isTemporaryName(std::string_view name) {
    const auto mark = name.rfind(kTemporaryMark);
    if (!name.starts_with('.') || mark == std::string_view::npos || mark == 0) {
        return false;
    }
    std::string_view rest = name.substr(mark + kTemporaryMark.size());
    const auto skipNumber = [&rest] {
        const auto end = std::min(rest.find_first_not_of("0123456789"), rest.size());
        rest.remove_prefix(end);
        return end > 0;
    };
    if (!skipNumber() || !rest.starts_with('-')) {
        return false;
    }
    rest.remove_prefix(1);
    return skipNumber() && (rest.empty() || rest.starts_with('.'));
}

void removeIfStale(const fs::path& temporary) {
    const Descriptor file(
        ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    struct stat opened = {};
    // The age covers the moment between creating a file and locking it, and programs that continue to write
    // after the one that started them was killed. The name must still mean the opened file: another program
    // may have removed it and made one of the same name.
    if (::fstat(file.number(), &opened) == 0 && S_ISREG(opened.st_mode) && opened.st_uid == ::geteuid() &&
        ::time(nullptr) - opened.st_mtime > kStaleSeconds && ::flock(file.number(), LOCK_EX | LOCK_NB) == 0 &&
        FileIdentity::of(file.number()).isNamed(temporary)) {
        ::unlink(temporary.c_str());
    }
}

/// Cuts `stem` so that a temporary's name, and what other writers append to it, stay within the usual 255
/// bytes.
std::string shortStem(std::string stem) {
    constexpr std::size_t kMaxBytes = 180;
    if (stem.size() > kMaxBytes) {
        stem.resize(kMaxBytes);
        // Never in the middle of a UTF-8 character: some file systems refuse that.
        while (!stem.empty() && (static_cast<unsigned char>(stem.back()) & 0x80u) != 0) {
            stem.pop_back();
        }
    }
    return stem;
}

}  // namespace

std::string temporaryName(const fs::path& destination, int attempt) {
    return fmt::format(".{}{}{}-{}{}", shortStem(destination.stem().string()), kTemporaryMark, ::getpid(),
                       attempt, destination.extension().string());
}

int renameNew(const fs::path& from, const fs::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
        return 0;
    }
    const auto isUnsupported = [] { return errno == EINVAL || errno == ENOSYS || errno == ENOTSUP; };
    if (!isUnsupported()) {
        return errno;
    }
    if (::link(from.c_str(), to.c_str()) == 0) {
        ::unlink(from.c_str());
        return 0;
    }
    return errno == EPERM || isUnsupported() ? renameOverOwn(from, to) : errno;
}

void removeStaleTemporaries(const fs::path& folder) {
    const fs::path searched = folder.empty() ? fs::path(".") : folder;
    if (!hasReliableLocks(searched)) {
        return;
    }
    forEachName(searched, [&searched](std::string_view name) {
        if (isTemporaryName(name)) {
            removeIfStale(searched / name);
        }
    });
}

}  // namespace shoal
