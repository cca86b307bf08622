#include "render/gl/full_screen_program.hpp"

namespace shoal {
namespace {

GLenum textureUnit(int unit) {
    return GL_TEXTURE0 + static_cast<GLenum>(unit);
}

}  // namespace

Program& FullScreenProgram::use(LookSettings::Place place) {
    m_used = &in(place);
    m_used->use();
    return *m_used;
}

void FullScreenProgram::setTexture(const std::string& name, int unit, GLuint texture, GLenum target) {
    m_used->set(name, unit);
    glActiveTexture(textureUnit(unit));
    glBindTexture(target, texture);
    glActiveTexture(GL_TEXTURE0);
    m_bound.push_back({unit, target});
}

void FullScreenProgram::draw(int width, int height) {
    glViewport(0, 0, width, height);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    if (!m_noAttributes) {
        m_noAttributes = GlVertexArray::make();
    }
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

}  // namespace shoal
