#include "render/gl/full_screen_program.hpp"

#include <utility>

namespace shoal {
namespace {

GLenum textureUnit(int unit) {
    return GL_TEXTURE0 + static_cast<GLenum>(unit);
}

}  // namespace

Result<Program> FullScreenProgram::link(const ShaderLibrary& library) const {
    return Program::create(library, {"full_screen.vert", m_fragmentName}, {.define = m_define});
}

Outcome FullScreenProgram::prepare(const ShaderLibrary& library) {
    if (m_program) {
        return Done{};
    }
    Result<Program> made = link(library);
    if (!made) {
        return made.problem();
    }
    m_program.emplace(std::move(*made));
    if (!m_noAttributes) {
        m_noAttributes = GlVertexArray::make();
    }
    return Done{};
}

Outcome FullScreenProgram::reload(const ShaderLibrary& library) {
    if (!m_program) {
        return Done{};
    }
    Result<Program> made = link(library);
    if (!made) {
        return made.problem();
    }
    m_program.emplace(std::move(*made));
    return Done{};
}

Program& FullScreenProgram::use() {
    m_program->use();
    return *m_program;
}

void FullScreenProgram::setTexture(const std::string& name, int unit, GLuint texture, GLenum target) {
    m_program->set(name, unit);
    glActiveTexture(textureUnit(unit));
    glBindTexture(target, texture);
    glActiveTexture(GL_TEXTURE0);
    m_bound.push_back({unit, target});
}

void FullScreenProgram::draw(int width, int height, int left) {
    glViewport(left, 0, width, height);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glBindVertexArray(m_noAttributes.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    for (const Bound& bound : m_bound) {
        glActiveTexture(textureUnit(bound.unit));
        glBindTexture(bound.target, 0);
    }
    m_bound.clear();
    glActiveTexture(GL_TEXTURE0);
    glUseProgram(0);
}

std::vector<std::string> FullScreenProgram::faults() const {
    return m_program ? m_program->faults() : std::vector<std::string>{};
}

}  // namespace shoal
