#pragma once

#include <vector>

#include "render/card/pass.hpp"
#include "render/card/texture_target.hpp"
#include "render/gl/full_screen_program.hpp"

namespace shoal {

/// Depth of field: blurs what lies before or beyond the distance in focus, as a lens would.
class FocusPass : public Pass {
public:
    /// Nothing spreads further than this many of BloomPass::blockOf(): parts of a frame fit together without
    /// a seam if their aprons are that much wider.
    static constexpr int kApron = 2;

    FocusPass() : Pass("focus") {}

    bool isNeeded(const FrameContext& context) const override;
    std::vector<PlaceProgram*> programs() override;
    std::vector<PlaceProgram*> needed(const FrameContext& context) override;

    /// Reads the exposed light of the scene, and writes it to the frame's framebuffer if that takes light,
    /// otherwise to a texture of its own, which becomes the context's light.
    Outcome draw(FrameContext& context) override;

private:
    /// The programs for one or several samples per pixel.
    struct Programs {
        FullScreenProgram halve;
        FullScreenProgram gather;
        FullScreenProgram join;

        explicit Programs(const char* define)
            : halve("focus_halve.frag", define),
              gather("focus_gather.frag", define),
              join("focus.frag", define) {}
    };
    Programs& programsFor(const FrameContext& context) {
        return context.target->isMultisampled() ? m_samples : m_single;
    }

    Programs m_single{""};
    Programs m_samples{"MULTISAMPLED"};
    TextureTarget m_half;
    TextureTarget m_gathered;
    TextureTarget m_focused;
};

}  // namespace shoal
