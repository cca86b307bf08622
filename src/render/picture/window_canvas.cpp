#include "render/picture/window_canvas.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/vec3.hpp>

namespace shoal {

Result<WindowCanvas> WindowCanvas::create(Renderer& renderer) {
    const Result<FullScreenProgram*> program = renderer.presentProgram();
    const Result<FullScreenProgram*> enlarging = renderer.enlargeProgram();
    for (const Result<FullScreenProgram*>& each : {program, enlarging}) {
        if (!each) {
            return each.problem();
        }
    }
    return WindowCanvas(**program, **enlarging);
}

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
    const bool isEnlarged = m_offscreen->width() != m_size.width || m_offscreen->height() != m_size.height;
    FullScreenProgram* pass = isEnlarged ? m_enlarging : m_program;
    Program& program = pass->use();
    program.set("uLeft", left);
    if (isEnlarged) {
        program.set("uSize", glm::vec3{m_size.width, m_size.height, 0.0f});
    }
    pass->setTexture("uPicture", 0, m_offscreen->texture());
    pass->draw(m_size.width, m_size.height, left);
}

}  // namespace shoal
