#include "system/files/temporary_file.hpp"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace shoal {
namespace fs = std::filesystem;

namespace {

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
    return fmt::format(".{}.shoal-{}-{}{}", shortStem(destination.stem().string()), ::getpid(), attempt,
                       destination.extension().string());
}

int renameNew(const fs::path& from, const fs::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
        return 0;
    }
    // Network file systems cannot, but they have hard links.
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) {
        return errno;
    }
    if (::link(from.c_str(), to.c_str()) == 0) {
        ::unlink(from.c_str());
        return 0;
    }
    return errno;
}

}  // namespace shoal
