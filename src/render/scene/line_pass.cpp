#include "render/scene/line_pass.hpp"

#include <cstddef>

namespace shoal {
namespace {

/// An attribute of the point that lies `ahead` points after that before the segment.
void setAttribute(GLuint location, GLint size, GLenum type, GLboolean isFraction, std::size_t ahead,
                  std::size_t offset) {
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, size, type, isFraction, sizeof(LinePoint),
                          atOffset(ahead * sizeof(LinePoint) + offset));
    glVertexAttribDivisor(location, 1);
}

}  // namespace

LinePass::LinePass() : Pass("lines"), m_array(GlVertexArray::make()), m_points(GlBuffer::make()) {
    glBindVertexArray(m_array.name());
    glBindBuffer(GL_ARRAY_BUFFER, m_points.name());
    // A segment is an instance. It reads four points, those beside its own, so that joined segments share an
    // edge.
    static_assert(offsetof(LinePoint, width) == offsetof(LinePoint, place) + 3 * sizeof(float));
    for (GLuint point = 0; point < 4; ++point) {
        setAttribute(point, 4, GL_FLOAT, GL_FALSE, point, offsetof(LinePoint, place));
        setAttribute(4 + point, 4, GL_UNSIGNED_BYTE, GL_TRUE, point, offsetof(LinePoint, colour));
    }
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

Outcome LinePass::draw(FrameContext& context) {
    const std::span<const LinePoint> points = context.frame.lines;
    glBindBuffer(GL_ARRAY_BUFFER, m_points.name());
    // One point more before the first and after the last, both of opacity 0.
    constexpr LinePoint kEnd;
    const auto bytes = static_cast<GLsizeiptr>(points.size_bytes());
    constexpr auto kPointBytes = static_cast<GLsizeiptr>(sizeof(LinePoint));
    glBufferData(GL_ARRAY_BUFFER, bytes + 2 * kPointBytes, nullptr, GL_STREAM_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, kPointBytes, &kEnd);
    glBufferSubData(GL_ARRAY_BUFFER, kPointBytes, bytes, points.data());
    glBufferSubData(GL_ARRAY_BUFFER, kPointBytes + bytes, kPointBytes, &kEnd);
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
