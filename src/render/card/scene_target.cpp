#include "render/card/scene_target.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "render/card/texture_target.hpp"
#include "render/gl/gl_debug.hpp"
#include "render/gl/gl_errors.hpp"

namespace shoal {
namespace {

int limitOf(GLenum name) {
    GLint limit = 0;
    glGetIntegerv(name, &limit);
    return limit;
}

/// Attaches a texture of this format to the framebuffer bound.
GlTexture attach(GLenum attachment, GLenum format, const ImageSize& size, int samples,
                 std::string_view label) {
    GlTexture texture = GlTexture::make();
    const GLenum target = samples > 1 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D;
    glBindTexture(target, texture.name());
    if (samples > 1) {
        glTexImage2DMultisample(target, samples, format, size.width, size.height, GL_TRUE);
    } else {
        glTexStorage2D(target, 1, format, size.width, size.height);
        glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    labelGl(GL_TEXTURE, texture.name(), label);
    glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, target, texture.name(), 0);
    glBindTexture(target, 0);
    return texture;
}

}  // namespace

Outcome SceneTarget::require(const ImageSize& size, int samples) {
    const int wanted = std::max(samples, 1);
    if (m_framebuffer && m_requestedSamples == wanted &&
        fits(m_size.width, m_size.height, size.width, size.height)) {
        return Done{};
    }
    m_requestedSamples = wanted;
    int count =
        std::min({wanted, limitOf(GL_MAX_COLOR_TEXTURE_SAMPLES), limitOf(GL_MAX_DEPTH_TEXTURE_SAMPLES)});
    Outcome made = make(size, count);
    // Jagged edges are better than no frame.
    while (!made && count > 1) {
        count /= 2;
        made = make(size, count);
    }
    return made;
}

Outcome SceneTarget::make(const ImageSize& size, int samples) {
    *this = [this] {  // before creating the new one, or the card would hold both
        SceneTarget empty;
        empty.m_requestedSamples = m_requestedSamples;
        return empty;
    }();
    const int limit = maxTargetSide();
    if (size.width > limit || size.height > limit) {
        return Problem{fmt::format("a picture of {}x{} is not possible; each side may be 1 to {}", size.width,
                                   size.height, limit)};
    }
    GlFramebuffer framebuffer = GlFramebuffer::make();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    GlTexture colour = attach(GL_COLOR_ATTACHMENT0, GL_RGBA16F, size, samples, "scene light");
    GlTexture depth = attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT32F, size, samples, "scene depth");
    const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    labelGl(GL_FRAMEBUFFER, framebuffer.name(), "scene");
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (takeOutOfMemory()) {
        return outOfGraphicsMemory();
    }
    if (status != GL_FRAMEBUFFER_COMPLETE) {
        return Problem{fmt::format(
            "the graphics driver refuses a picture of {}x{} with {} samples (0x{:04x}); try a smaller size",
            size.width, size.height, samples, status)};
    }
    m_size = size;
    m_samples = std::max(samples, 1);
    m_colour = std::move(colour);
    m_depth = std::move(depth);
    m_framebuffer = std::move(framebuffer);
    return Done{};
}

}  // namespace shoal
