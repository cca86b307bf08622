#include "render/gl/card_buffer.hpp"

#include <algorithm>

#include <fmt/format.h>

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

}  // namespace shoal
