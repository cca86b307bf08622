#pragma once

#include <cstddef>
#include <span>

#include <shoal/result.hpp>

#include "render/gl/gl_object.hpp"

namespace shoal {

/// A buffer of the card for its shaders, as large as it was asked to be.
class CardBuffer {
public:
    /// Discards the contents if the size changes. On failure it holds nothing.
    Outcome reserve(std::size_t bytes);
    /// Makes it large enough, and writes its beginning.
    Outcome write(std::span<const std::byte> bytes);
    /// Reads its beginning, once all shaders before have run.
    void read(std::span<std::byte> bytes) const;

    void bind(GLuint binding, GLenum target = GL_SHADER_STORAGE_BUFFER) const {
        glBindBufferBase(target, binding, m_buffer.name());
    }
    GLuint name() const { return m_buffer.name(); }
    std::size_t bytes() const { return m_bytes; }

private:
    GlBuffer m_buffer;
    std::size_t m_bytes = 0;
};

/// Memory of the processor that the card writes to, while the processor does other work.
class HostBuffer {
public:
    /// Discards the contents if the size changes. On failure it holds nothing.
    Outcome reserve(std::size_t bytes);

    /// The buffer to write to. seal() ends what wait() waits for.
    GLuint name() const { return m_buffer.name(); }
    void seal();

    /// Waits, once for each seal(), until the card has written it. Empty if the driver has lost it.
    std::span<const std::byte> wait();

private:
    GlBuffer m_buffer;
    const std::byte* m_memory = nullptr;
    std::size_t m_bytes = 0;
    GlFence m_sealed;
};

}  // namespace shoal
