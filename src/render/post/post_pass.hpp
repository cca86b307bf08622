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
    Outcome prepare(const ShaderLibrary& library);
    Outcome reload(const ShaderLibrary& library);

    /// Writes the frame's tile into its framebuffer, which is sRGB. `light` covers the tile. `bloom` is that
    /// of the light, or null.
    void draw(const Frame& frame, const LightArea& light, const BloomPass* bloom);

    std::vector<std::string> faults() const;

private:
    FullScreenProgram m_plain{"post.frag"};
    FullScreenProgram m_smoothing{"post.frag", "SMOOTHS_EDGES"};
};

}  // namespace shoal
