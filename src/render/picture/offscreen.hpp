#pragma once

#include <utility>

#include <shoal/result.hpp>

#include "capture/format/image.hpp"
#include "render/card/texture_target.hpp"

namespace shoal {

/// Converts pixels read from an OpenGL framebuffer to an image: top row first, straight alpha.
void turnRaw(Image& raw);

/// Converts an image's colours from premultiplied by alpha, in linear light, to straight alpha, as image
/// files store them.
void divideByAlpha(Image& image);

/// A finished picture to draw into: 8-bit sRGB colour with alpha.
class Offscreen {
public:
    /// Sizes are 1 .. the driver's limit. Fails if the size is out of range or the driver has no memory.
    static Result<Offscreen> create(int width, int height);

    int width() const { return m_target.width(); }
    int height() const { return m_target.height(); }

    /// The framebuffer to draw into, with GL_FRAMEBUFFER_SRGB on for colours in linear light.
    unsigned framebuffer() const { return m_target.framebuffer(); }

    /// The picture as a texture; shaders read linear light.
    unsigned texture() const { return m_target.texture(); }

    /// Returns the picture so far: sRGB, straight alpha, top row first. Binds framebuffer 0.
    Image read() const;

private:
    explicit Offscreen(TextureTarget target) : m_target(std::move(target)) {}

    TextureTarget m_target;
};

}  // namespace shoal
