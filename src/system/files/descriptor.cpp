#include "system/files/descriptor.hpp"

#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace shoal {

void Descriptor::close() {
    if (m_number >= 0) {
        ::close(std::exchange(m_number, -1));
    }
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
