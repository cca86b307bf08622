#pragma once

#include <cstddef>
#include <span>

#include <shoal/result.hpp>

#include "render/gl/gl_object.hpp"

namespace shoal {

/// Memory of the processor that the card writes to, while the processor does other work.
class HostBuffer {
public:
    /// Discards the contents if the size changes. On failure it holds nothing.
    Outcome reserve(std::size_t bytes);

    /// What the card is told from now on to write, until seal(), is what wait() returns.
    GLuint name() const { return m_buffer.name(); }
    void seal();

    /// Waits until the card has written it. Empty if the driver has lost it.
    std::span<const std::byte> wait();

private:
    GlBuffer m_buffer;
    const std::byte* m_memory = nullptr;
    std::size_t m_bytes = 0;
    GlFence m_sealed;
};

}  // namespace shoal
