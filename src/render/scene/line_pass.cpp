#include "render/scene/line_pass.hpp"

#include <cstddef>

namespace shoal {
namespace {

/// Attributes of one of the two points of a segment: its place with its width, and its colour.
void setPoint(GLuint place, GLuint colour, std::size_t first) {
    const auto attribute = [first](GLuint location, GLint size, GLenum type, GLboolean isFraction,
                                   std::size_t offset) {
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, size, type, isFraction, sizeof(LinePoint), atOffset(first + offset));
        glVertexAttribDivisor(location, 1);
    };
    static_assert(offsetof(LinePoint, width) == offsetof(LinePoint, place) + 3 * sizeof(float));
    attribute(place, 4, GL_FLOAT, GL_FALSE, offsetof(LinePoint, place));
    attribute(colour, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(LinePoint, colour));
}

}  // namespace

LinePass::LinePass() : Pass("lines"), m_array(GlVertexArray::make()), m_points(GlBuffer::make()) {
    glBindVertexArray(m_array.name());
    glBindBuffer(GL_ARRAY_BUFFER, m_points.name());
    // A segment is an instance; its second point is the next one's first.
    setPoint(0, 1, 0);
    setPoint(2, 3, sizeof(LinePoint));
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

Outcome LinePass::draw(FrameContext& context) {
    const std::span<const LinePoint> points = context.frame.lines;
    glBindBuffer(GL_ARRAY_BUFFER, m_points.name());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(points.size_bytes()), points.data(),
                 GL_STREAM_DRAW);
    context.cost.frameBytes += points.size_bytes();
    m_program.in(context.place()).use();
    glEnable(GL_DEPTH_TEST);
    glDepthMask(context.frame.hasFocus ? GL_TRUE : GL_FALSE);  // or lines blur with what lies behind them
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(m_array.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(points.size() - 1));
    ++context.cost.calls;
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
    return Done{};
}

}  // namespace shoal
