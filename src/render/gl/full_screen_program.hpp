#pragma once

#include <string>
#include <vector>

#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"

namespace shoal {

/// A fragment shader that runs once for every pixel of the viewport.
class FullScreenProgram : public PlaceProgram {
public:
    /// `define` as in ShaderVariant. Where a switch is costly, prefer it to a uniform: a software renderer
    /// computes both branches.
    explicit FullScreenProgram(const std::string& fragmentName, std::string define = {})
        : PlaceProgram({"full_screen.vert", fragmentName}, std::move(define)) {}

    /// Makes the program current, so that its uniforms can be set. Requires prepare().
    Program& use(LookSettings::Place place = {});
    /// Binds a texture to a sampler of the program in use. `unit` counts from 0.
    void setTexture(const std::string& name, int unit, GLuint texture, GLenum target = GL_TEXTURE_2D);
    /// Runs the program in use on a viewport of this size [px], without depth
    /// test or scissors; then unbinds it and its textures.
    void draw(int width, int height);

private:
    struct Bound {
        int unit = 0;
        GLenum target = GL_TEXTURE_2D;
    };

    Program* m_used = nullptr;
    GlVertexArray m_noAttributes;
    std::vector<Bound> m_bound;
};

}  // namespace shoal
