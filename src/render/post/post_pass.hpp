#pragma once

#include <string>
#include <vector>

#include "render/frame/frame.hpp"
#include "render/gl/full_screen_program.hpp"
#include "render/post/bloom_pass.hpp"
#include "render/post/light_area.hpp"

namespace shoal {

/// Turns linear light into the finished picture: bloom, vignette, tone curve, dither.
class PostPass {
public:
    Outcome prepare(const ShaderLibrary& library) { return m_program.prepare(library); }
    Outcome reload(const ShaderLibrary& library) { return m_program.reload(library); }

    /// Writes the frame's tile into its framebuffer, which is sRGB. `light` covers the tile. `bloom` is that
    /// of the light, or null.
    void draw(const Frame& frame, const LightArea& light, const BloomPass* bloom);

    std::vector<std::string> faults() const { return m_program.faults(); }

private:
    FullScreenProgram m_program{"post.frag"};
};

}  // namespace shoal
