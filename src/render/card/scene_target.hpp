#pragma once

#include <shoal/result.hpp>

#include "capture/format/image.hpp"
#include "render/gl/gl_object.hpp"

namespace shoal {

/// What the scene is drawn into: linear light (RGBA16F) and depth (32-bit float), as textures, with several
/// samples per pixel on request.
class SceneTarget {
public:
    /// Makes it hold at least this size [px] with this many samples; 0 and 1 mean no multisampling. Takes
    /// fewer samples if the driver refuses. Contents are lost.
    Outcome require(const ImageSize& size, int samples);

    /// Samples of a pixel, at least 1.
    int samples() const { return m_samples; }
    bool isMultisampled() const { return m_samples > 1; }
    GLuint framebuffer() const { return m_framebuffer.name(); }

    /// The target to bind both textures to.
    GLenum textureKind() const { return isMultisampled() ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D; }
    GLuint colour() const { return m_colour.name(); }
    GLuint depth() const { return m_depth.name(); }

private:
    Outcome make(const ImageSize& size, int samples);

    ImageSize m_size{0, 0};
    int m_requestedSamples = 0;
    int m_samples = 1;
    GlTexture m_colour;
    GlTexture m_depth;
    GlFramebuffer m_framebuffer;
};

}  // namespace shoal
