#pragma once

#include <vector>

#include "render/card/pass.hpp"
#include "render/gl/full_screen_program.hpp"
#include "render/post/bloom_pass.hpp"

namespace shoal {

/// Turns linear light into the finished picture: bloom, vignette, tone curve, dither.
class PostPass : public Pass {
public:
    /// Shows the bloom of frames that need it.
    explicit PostPass(const BloomPass& bloom) : Pass("post"), m_bloom(bloom) {}

    std::vector<PlaceProgram*> programs() override { return {&m_plain, &m_smoothing}; }
    std::vector<PlaceProgram*> needed(const FrameContext& context) override { return {&programFor(context)}; }

    /// Writes the frame's tile into its framebuffer, which is sRGB. The light covers the tile.
    Outcome draw(FrameContext& context) override;

private:
    FullScreenProgram& programFor(const FrameContext& context) {
        return context.frame.smoothsEdges ? m_smoothing : m_plain;
    }

    const BloomPass& m_bloom;
    FullScreenProgram m_plain{"post.frag"};
    FullScreenProgram m_smoothing{"post.frag", "SMOOTHS_EDGES"};
};

}  // namespace shoal
