#include "render/picture/window_canvas.hpp"

#include <utility>

namespace shoal {

Result<WindowCanvas> WindowCanvas::create(int samples) {
    Result<Program> program = Program::create(ShaderLibrary(), {"print.vert", "present.frag"});
    if (!program) {
        return program.problem();
    }
    return WindowCanvas(std::move(*program), samples);
}

Outcome WindowCanvas::resize(int width, int height) {
    if (m_offscreen && m_offscreen->width() == width && m_offscreen->height() == height) {
        return Done{};
    }
    m_offscreen.reset();  // before creating the new one, or the card would hold both
    Result<Offscreen> made = Offscreen::create(width, height, m_samples);
    // Jagged edges are better than no frame.
    while (!made && m_samples > 1) {
        m_samples /= 2;
        made = Offscreen::create(width, height, m_samples);
    }
    if (!made) {
        return made.problem();
    }
    m_offscreen.emplace(std::move(*made));
    return Done{};
}

void WindowCanvas::show(unsigned target, int left) {
    m_offscreen->resolve();
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glViewport(left, 0, m_offscreen->width(), m_offscreen->height());
    m_program.use();
    m_program.set("uPicture", 0);
    m_program.set("uLeft", left);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, m_offscreen->texture());
    glBindVertexArray(m_noAttributes.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
}

}  // namespace shoal
