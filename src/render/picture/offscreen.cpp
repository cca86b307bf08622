#include "render/picture/offscreen.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "render/gl/gl_debug.hpp"
#include "render/gl/gl_errors.hpp"

namespace shoal {
namespace {

float linearFromSrgb(float encoded) {
    return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

float srgbFromLinear(float linear) {
    return linear <= 0.0031308f ? linear * 12.92f : 1.055f * std::pow(linear, 1.0f / 2.4f) - 0.055f;
}

/// Converts to straight alpha, as image files store it. Colours at the edge of a body are premultiplied by
/// coverage, in linear light.
void divideByAlpha(Image& image) {
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        const int alpha = image.rgba[i + 3];
        if (alpha == 0 || alpha == 255) {
            continue;
        }
        const float coverage = static_cast<float>(alpha) / 255.0f;
        for (std::size_t channel = i; channel < i + 3; ++channel) {
            const float linear = linearFromSrgb(static_cast<float>(image.rgba[channel]) / 255.0f) / coverage;
            image.rgba[channel] =
                static_cast<std::uint8_t>(std::lround(srgbFromLinear(std::min(linear, 1.0f)) * 255.0f));
        }
    }
}

int limitOf(GLenum name) {
    GLint limit = 0;
    glGetIntegerv(name, &limit);
    return limit;
}

GlTexture makePicture(int width, int height) {
    GlTexture picture = GlTexture::make();
    glBindTexture(GL_TEXTURE_2D, picture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    labelGl(GL_TEXTURE, picture.name(), "offscreen picture");
    glBindTexture(GL_TEXTURE_2D, 0);
    return picture;
}

void attachPicture(const GlTexture& picture) {
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture.name(), 0);
}

void flipRows(Image& image) {
    const std::size_t rowBytes = static_cast<std::size_t>(image.width) * 4;
    for (int top = 0, bottom = image.height - 1; top < bottom; ++top, --bottom) {
        std::swap_ranges(image.at(0, top), image.at(0, top) + rowBytes, image.at(0, bottom));
    }
}

}  // namespace

void turnRaw(Image& raw) {
    flipRows(raw);
    divideByAlpha(raw);
}

Result<Offscreen> Offscreen::create(int width, int height, int samples) {
    const int sizeLimit = std::min(limitOf(GL_MAX_RENDERBUFFER_SIZE), limitOf(GL_MAX_TEXTURE_SIZE));
    if (width < 1 || height < 1 || width > sizeLimit || height > sizeLimit) {
        return Problem{fmt::format("a picture of {}x{} is not possible; each side may be 1 to {}", width,
                                   height, sizeLimit)};
    }

    takeOutOfMemory();  // clears errors of earlier calls
    Offscreen made;
    made.m_width = width;
    made.m_height = height;
    made.m_samples = samples > 1 ? std::min(samples, limitOf(GL_MAX_SAMPLES)) : 0;
    const auto attach = [&](GlRenderbuffer& storage, GLenum format, GLenum attachment) {
        storage = GlRenderbuffer::make();
        glBindRenderbuffer(GL_RENDERBUFFER, storage.name());
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, made.m_samples, format, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, storage.name());
    };

    made.m_picture = makePicture(width, height);
    made.m_drawn = GlFramebuffer::make();
    GLenum status = GL_FRAMEBUFFER_COMPLETE;
    if (made.m_samples > 0) {
        made.m_resolved = GlFramebuffer::make();
        glBindFramebuffer(GL_FRAMEBUFFER, made.m_resolved.name());
        attachPicture(made.m_picture);
        status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
        glBindFramebuffer(GL_FRAMEBUFFER, made.m_drawn.name());
        attach(made.m_colour, GL_SRGB8_ALPHA8, GL_COLOR_ATTACHMENT0);
    } else {
        glBindFramebuffer(GL_FRAMEBUFFER, made.m_drawn.name());
        attachPicture(made.m_picture);
    }
    attach(made.m_depth, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
    status = status == GL_FRAMEBUFFER_COMPLETE ? glCheckFramebufferStatus(GL_FRAMEBUFFER) : status;
    labelGl(GL_FRAMEBUFFER, made.m_drawn.name(), "offscreen");
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (takeOutOfMemory()) {
        return Problem{
            fmt::format("the graphics card has no memory for {}x{} pixels with {} samples; try a "
                        "smaller size",
                        width, height, made.m_samples)};
    }
    if (status != GL_FRAMEBUFFER_COMPLETE) {
        return Problem{
            fmt::format("the graphics driver refuses a picture of {}x{} with {} samples (0x{:04x}); try a "
                        "smaller size",
                        width, height, made.m_samples, status)};
    }
    return made;
}

unsigned Offscreen::resolve() const {
    if (!m_resolved) {
        return m_drawn.name();
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, m_drawn.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, m_resolved.name());
    // With conversion on, samples are averaged in linear light, not in encoded values.
    glEnable(GL_FRAMEBUFFER_SRGB);
    glBlitFramebuffer(0, 0, m_width, m_height, 0, 0, m_width, m_height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return m_resolved.name();
}

Image Offscreen::read() const {
    Image image(m_width, m_height);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resolve());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, m_width, m_height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    turnRaw(image);
    return image;
}

}  // namespace shoal
