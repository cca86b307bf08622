#include "render/gl/host_buffer.hpp"

#include <algorithm>
#include <utility>

#include "render/gl/gl_debug.hpp"
#include "render/gl/gl_errors.hpp"

namespace shoal {

Outcome HostBuffer::reserve(std::size_t bytes) {
    if (bytes == m_bytes && m_memory != nullptr) {
        return Done{};
    }
    *this = HostBuffer();
    takeOutOfMemory();  // earlier errors
    m_buffer = GlBuffer::make();
    m_bytes = bytes;
    const auto size = static_cast<GLsizeiptr>(std::max<std::size_t>(bytes, 1));
    constexpr GLbitfield kAccess = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    glBindBuffer(GL_COPY_WRITE_BUFFER, m_buffer.name());
    labelGl(GL_BUFFER, m_buffer.name(), "read back");
    glBufferStorage(GL_COPY_WRITE_BUFFER, size, nullptr, kAccess | GL_CLIENT_STORAGE_BIT);
    m_memory = static_cast<const std::byte*>(glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, size, kAccess));
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    if (takeOutOfMemory() || m_memory == nullptr) {
        *this = HostBuffer();
        return outOfGraphicsMemory();
    }
    return Done{};
}

void HostBuffer::seal() {
    m_sealed.reset(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
    glFlush();
}

std::span<const std::byte> HostBuffer::wait() {
    constexpr GLuint64 kLook = 1'000'000'000;  // [ns]
    const GlFence sealed = std::move(m_sealed);
    GLenum state = GL_TIMEOUT_EXPIRED;
    while (sealed != nullptr && state == GL_TIMEOUT_EXPIRED) {
        state = glClientWaitSync(sealed.get(), GL_SYNC_FLUSH_COMMANDS_BIT, kLook);
    }
    const bool isWritten = state == GL_ALREADY_SIGNALED || state == GL_CONDITION_SATISFIED;
    return isWritten ? std::span(m_memory, m_bytes) : std::span<const std::byte>();
}

}  // namespace shoal
