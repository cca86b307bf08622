#include "render/gl/card_buffer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "render/gl/gl_debug.hpp"
#include "render/gl/gl_errors.hpp"

namespace shoal {
namespace {

constexpr std::size_t kLeast = 64;  // bytes: a shader's buffers are never empty

}  // namespace

Outcome CardBuffer::reserve(std::size_t bytes) {
    if (bytes <= m_bytes && std::max<std::size_t>(bytes, kLeast) >= m_bytes / 4 && m_buffer) {
        return Done{};
    }
    GLint64 limit = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
    if (bytes > static_cast<std::size_t>(limit)) {
        *this = CardBuffer();
        return Problem{
            fmt::format("the graphics driver reads at most {} MB at once, but these bodies need "
                        "{} MB; try fewer boids",
                        limit >> 20, bytes >> 20)};
    }
    takeOutOfMemory();  // earlier errors
    m_buffer = GlBuffer::make();
    m_bytes = std::max<std::size_t>(bytes, kLeast);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, m_buffer.name());
    glBufferData(GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(m_bytes), nullptr, GL_DYNAMIC_COPY);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    if (takeOutOfMemory()) {
        *this = CardBuffer();
        return outOfGraphicsMemory();
    }
    return Done{};
}

Outcome CardBuffer::write(std::span<const std::byte> bytes) {
    if (Outcome reserved = reserve(bytes.size()); !reserved) {
        return reserved;
    }
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, m_buffer.name());
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    return Done{};
}

void CardBuffer::read(std::span<std::byte> bytes) const {
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, m_buffer.name());
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
}

Outcome HostBuffer::reserve(std::size_t bytes) {
    if (bytes == m_bytes && m_buffer) {
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
