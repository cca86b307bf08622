#include "render/picture/pixel_readback.hpp"

#include <cstring>

#include "render/gl/gl_errors.hpp"
#include "render/picture/offscreen.hpp"

namespace shoal {
namespace {

/// Copies the pixel buffer bound. Fails if the driver has lost it.
bool readBuffer(Image& image, std::size_t bytes) {
    const auto size = static_cast<GLsizeiptr>(bytes);
    if (const void* pixels = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, size, GL_MAP_READ_BIT)) {
        std::memcpy(image.rgba.data(), pixels, bytes);
        glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
        return true;
    }
    takeOutOfMemory();  // earlier errors
    glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, size, image.rgba.data());
    return glGetError() == GL_NO_ERROR;
}

constexpr GLuint64 kPatience = 100'000'000;  // [ns] per wait; repeated, because drivers limit the timeout

}  // namespace

PixelReadback::~PixelReadback() {
    for (const Slot& slot : m_slots) {
        if (slot.fence != nullptr) {
            glDeleteSync(slot.fence);
        }
    }
}

bool PixelReadback::start(unsigned framebuffer, int width, int height, Alpha alpha) {
    if (isFull() || width < 1 || height < 1) {
        return false;
    }
    Slot& slot = m_slots[(m_next + m_inFlight) % m_slots.size()];
    slot.width = width;
    slot.height = height;
    slot.alpha = alpha;
    if (!slot.buffer) {
        slot.buffer = GlBuffer::make();
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer.name());
    if (const std::size_t bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
        bytes != slot.bytes) {
        glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_READ);
        slot.bytes = bytes;
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    slot.fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    // Without it the copy might stay in the driver's queue indefinitely.
    glFlush();
    ++m_inFlight;
    return true;
}

std::optional<Image> PixelReadback::take(bool waits) {
    if (m_inFlight == 0) {
        return std::nullopt;
    }
    Slot& slot = m_slots[m_next];
    if (slot.fence != nullptr) {
        GLenum status = glClientWaitSync(slot.fence, 0, 0);
        while (waits && status == GL_TIMEOUT_EXPIRED) {
            status = glClientWaitSync(slot.fence, GL_SYNC_FLUSH_COMMANDS_BIT, kPatience);
        }
        if (status == GL_TIMEOUT_EXPIRED) {
            return std::nullopt;
        }
        glDeleteSync(slot.fence);
        slot.fence = nullptr;
    }
    Image image(slot.width, slot.height);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer.name());
    const bool isRead = readBuffer(image, slot.bytes);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    if (!isRead) {
        return std::nullopt;
    }
    m_next = (m_next + 1) % m_slots.size();
    --m_inFlight;
    if (slot.alpha == Alpha::opaque) {
        for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
            image.rgba[i] = 255;
        }
    }
    turnRaw(image);
    return image;
}

}  // namespace shoal
