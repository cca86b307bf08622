#pragma once

#include <string_view>

#include <shoal/result.hpp>

#include "render/gl/gl_object.hpp"

namespace shoal {

/// A colour texture of one sample per pixel, and a framebuffer to draw into it.
class TextureTarget {
public:
    TextureTarget() = default;

    /// `format` is sized, such as GL_RGBA16F; sizes are 1 .. the driver's limit. Fails if the size is out of
    /// range or the driver has no memory. `label` names the texture in the driver's messages.
    static Result<TextureTarget> create(GLenum format, int width, int height, std::string_view label);

    /// Makes it hold at least this size [px]. Its contents are lost if it has to change. What it holds beyond
    /// the size in use is kept until it is four times too large, so that alternating sizes cost nothing.
    Outcome require(GLenum format, int width, int height, std::string_view label);

    int width() const { return m_width; }
    int height() const { return m_height; }
    GLuint texture() const { return m_texture.name(); }
    GLuint framebuffer() const { return m_framebuffer.name(); }

private:
    int m_width = 0;
    int m_height = 0;
    GlTexture m_texture;
    GlFramebuffer m_framebuffer;
};

/// Whether storage of one size [px] serves another: large enough, and not four times too large.
bool fits(int haveWidth, int haveHeight, int width, int height);

/// The longest side of a texture to draw into [px].
int maxTargetSide();

}  // namespace shoal
