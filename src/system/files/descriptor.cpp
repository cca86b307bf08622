#include "system/files/descriptor.hpp"

#include <cerrno>

#include <unistd.h>

namespace shoal {

void Descriptor::close() {
    if (m_number >= 0) {
        ::close(std::exchange(m_number, -1));
    }
}

int writeAll(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            return errno;
        }
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    return 0;
}

}  // namespace shoal
