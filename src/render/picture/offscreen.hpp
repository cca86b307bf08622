#pragma once

#include <shoal/result.hpp>

#include "capture/format/image.hpp"
#include "render/gl/gl_object.hpp"

namespace shoal {

/// Converts pixels read from an OpenGL framebuffer to an image: top row first, straight alpha.
void turnRaw(Image& raw);

/// A framebuffer to draw into: sRGB colour with alpha and a depth buffer, multisampled on request.
class Offscreen {
public:
    /// Sizes are 1 .. the driver's limit. `samples` 0 or 1 means none; more are limited to what the driver
    /// supports. Fails if the size is out of range or the driver rejects the framebuffer.
    static Result<Offscreen> create(int width, int height, int samples);

    int width() const { return m_width; }
    int height() const { return m_height; }
    int samples() const { return m_samples; }

    /// The framebuffer to draw into, with GL_FRAMEBUFFER_SRGB on for colours in linear light.
    unsigned framebuffer() const { return m_drawn.name(); }

    /// Resolves the image so far to one sample per pixel and returns a framebuffer to read it from.
    unsigned resolve() const;

    /// The result of resolve() as a texture; shaders read linear light.
    unsigned texture() const { return m_picture.name(); }

    /// Returns the image so far: samples resolved, sRGB, straight alpha, top row first. Binds framebuffer 0.
    Image read() const;

private:
    Offscreen() = default;

    int m_width = 0;
    int m_height = 0;
    int m_samples = 0;
    GlTexture m_picture;      ///< one sample per pixel
    GlRenderbuffer m_colour;  ///< empty without multisampling
    GlRenderbuffer m_depth;
    GlFramebuffer m_drawn;
    GlFramebuffer m_resolved;  ///< empty without multisampling
};

}  // namespace shoal
