#pragma once

#include <shoal/result.hpp>

#include "capture/image.hpp"
#include "render/gl_object.hpp"

namespace shoal {

/// Makes a picture of what OpenGL reads from a framebuffer: the top row first, straight alpha.
void turnRaw(Image& raw);

/// A framebuffer to draw pictures into: sRGB colour with alpha and a depth buffer, multisampled when asked.
class Offscreen {
public:
    /// Sizes 1 .. the driver's limit; `samples` 0 or 1 for none, more are cut to what the driver has. A
    /// problem when the size is out of range or the driver refuses the framebuffer.
    static Result<Offscreen> create(int width, int height, int samples);

    int width() const { return m_width; }
    int height() const { return m_height; }
    int samples() const { return m_samples; }

    /// To draw into, with GL_FRAMEBUFFER_SRGB on for colours in linear light.
    unsigned framebuffer() const { return m_drawn.name(); }

    /// A framebuffer that holds the picture so far with one sample a pixel, to read from.
    unsigned resolve() const;

    /// What resolve() has left, for shaders to read: linear light.
    unsigned texture() const { return m_picture.name(); }

    /// The picture so far: samples resolved, sRGB, straight alpha, the top row first. Binds framebuffer 0.
    Image read() const;

private:
    Offscreen() = default;

    int m_width = 0;
    int m_height = 0;
    int m_samples = 0;
    GlTexture m_picture;      ///< with one sample a pixel
    GlRenderbuffer m_colour;  ///< empty without multisampling
    GlRenderbuffer m_depth;
    GlFramebuffer m_drawn;
    GlFramebuffer m_resolved;  ///< empty without multisampling
};

}  // namespace shoal
