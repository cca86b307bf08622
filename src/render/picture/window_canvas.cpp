#include "render/picture/window_canvas.hpp"

#include <utility>

namespace shoal {

Result<WindowCanvas> WindowCanvas::create(Renderer& renderer) {
    const Result<FullScreenProgram*> program = renderer.presentProgram();
    if (!program) {
        return program.problem();
    }
    return WindowCanvas(**program);
}

Outcome WindowCanvas::resize(int width, int height) {
    if (m_offscreen && m_offscreen->width() == width && m_offscreen->height() == height) {
        return Done{};
    }
    m_offscreen.reset();  // before creating the new one, or the card would hold both
    Result<Offscreen> made = Offscreen::create(width, height);
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
    m_program->use().set("uLeft", left);
    m_program->setTexture("uPicture", 0, m_offscreen->texture());
    m_program->draw(m_offscreen->width(), m_offscreen->height(), left);
}

}  // namespace shoal
