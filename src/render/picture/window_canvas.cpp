#include "render/picture/window_canvas.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shoal {

Outcome WindowCanvas::resize(int width, int height, float scale) {
    const auto scaled = [scale](int side) {
        return std::max(1, static_cast<int>(std::lround(static_cast<float>(side) * scale)));
    };
    m_size = {width, height};
    if (m_offscreen && m_offscreen->width() == scaled(width) && m_offscreen->height() == scaled(height)) {
        return Done{};
    }
    m_offscreen.reset();  // before creating the new one, or the card would hold both
    Result<Offscreen> made = Offscreen::create(scaled(width), scaled(height));
    if (!made) {
        return made.problem();
    }
    m_offscreen.emplace(std::move(*made));
    return Done{};
}

void WindowCanvas::show(unsigned target, int left) {
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    if (!m_offscreen) {
        return;
    }
    const ImageSize drawn = frameSize();
    const bool isEnlarged = drawn.width != m_size.width || drawn.height != m_size.height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, m_offscreen->framebuffer());
    glDisable(GL_SCISSOR_TEST);
    // Without conversion the bytes are copied as they are, whatever encoding the window is said to have.
    glDisable(GL_FRAMEBUFFER_SRGB);
    glBlitFramebuffer(0, 0, drawn.width, drawn.height, left, 0, left + m_size.width, m_size.height,
                      GL_COLOR_BUFFER_BIT, isEnlarged ? GL_LINEAR : GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, target);
}

}  // namespace shoal
