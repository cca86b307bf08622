#include "render/card/texture_target.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "render/gl/gl_debug.hpp"
#include "render/gl/gl_errors.hpp"

namespace shoal {

int maxTargetSide() {
    GLint texture = 0;
    std::array<GLint, 2> viewport{};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport.data());
    return std::min({texture, viewport[0], viewport[1]});
}

bool fits(int haveWidth, int haveHeight, int width, int height) {
    const auto have = static_cast<double>(haveWidth) * haveHeight;
    return haveWidth >= width && haveHeight >= height && have < 4.0 * width * height;
}

Result<TextureTarget> TextureTarget::create(GLenum format, int width, int height, std::string_view label) {
    const int limit = maxTargetSide();
    if (width < 1 || height < 1 || width > limit || height > limit) {
        return Problem{fmt::format("a picture of {}x{} is not possible; each side may be 1 to {}", width,
                                   height, limit)};
    }
    TextureTarget made;
    made.m_width = width;
    made.m_height = height;
    made.m_texture = GlTexture::make();
    glBindTexture(GL_TEXTURE_2D, made.texture());
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, height, 0, GL_RGBA, GL_FLOAT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    labelGl(GL_TEXTURE, made.texture(), label);
    glBindTexture(GL_TEXTURE_2D, 0);
    made.m_framebuffer = GlFramebuffer::make();
    glBindFramebuffer(GL_FRAMEBUFFER, made.framebuffer());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, made.texture(), 0);
    const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    labelGl(GL_FRAMEBUFFER, made.framebuffer(), label);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (takeOutOfMemory()) {
        return Problem{fmt::format("the graphics card is out of memory for {}x{} pixels; try a smaller size",
                                   width, height)};
    }
    if (status != GL_FRAMEBUFFER_COMPLETE) {
        return Problem{
            fmt::format("the graphics driver refuses a picture of {}x{} (0x{:04x}); try a smaller size",
                        width, height, status)};
    }
    return made;
}

Outcome TextureTarget::require(GLenum format, int width, int height, std::string_view label) {
    if (m_texture && fits(m_width, m_height, width, height)) {
        return Done{};
    }
    *this = TextureTarget();  // before creating the new one, or the card would hold both
    Result<TextureTarget> made = create(format, width, height, label);
    if (!made) {
        return made.problem();
    }
    *this = std::move(*made);
    return Done{};
}

}  // namespace shoal
