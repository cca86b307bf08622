#include "system/files/descriptor.hpp"

#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace shoal {

void Descriptor::close() {
    if (m_number >= 0) {
        ::close(std::exchange(m_number, -1));
    }
}

Descriptor openToRead(const std::filesystem::path& file) {
    return Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
}

Descriptor createFile(const std::filesystem::path& file) {
    return Descriptor(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666));
}

std::optional<std::uint64_t> sizeOf(int descriptor) {
    struct stat file = {};
    return ::fstat(descriptor, &file) == 0 ? std::optional(static_cast<std::uint64_t>(file.st_size))
                                           : std::nullopt;
}

std::size_t readAt(int descriptor, std::span<std::uint8_t> buffer, std::uint64_t at) {
    const ssize_t count = ::pread(descriptor, buffer.data(), buffer.size(), static_cast<off_t>(at));
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

int syncData(int descriptor) {
    return ::fdatasync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

FileIdentity FileIdentity::of(int descriptor) {
    struct stat file = {};
    return ::fstat(descriptor, &file) == 0 ? FileIdentity(file.st_dev, file.st_ino) : FileIdentity();
}

FileIdentity FileIdentity::of(const std::filesystem::path& name) {
    struct stat file = {};
    return ::lstat(name.c_str(), &file) == 0 ? FileIdentity(file.st_dev, file.st_ino) : FileIdentity();
}

bool FileIdentity::isNamed(const std::filesystem::path& name) const {
    struct stat named = {};
    return m_isKnown && ::lstat(name.c_str(), &named) == 0 && named.st_dev == m_device &&
           named.st_ino == m_number;
}

int writeAll(int descriptor, std::string_view bytes, int patience) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            pollfd room{descriptor, POLLOUT, 0};
            if (::poll(&room, 1, patience) == 0) {
                return EAGAIN;
            }
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

}  // namespace shoal
