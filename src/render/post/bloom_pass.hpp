#pragma once

#include <vector>

#include "capture/format/image.hpp"
#include "render/card/pass.hpp"
#include "render/card/texture_target.hpp"
#include "render/gl/full_screen_program.hpp"

namespace shoal {

/// Spreads the brightest light of a picture round its sources: shrinks it to a quarter of the size and on by
/// halves, and adds the levels up again. A larger frame has more levels, so that bloom looks the same.
class BloomPass : public Pass {
public:
    BloomPass() : Pass("bloom") {}

    /// Side of the coarsest level's texels [px], a power of two. Parts of a frame that begin at its multiples
    /// and extend kApron of them beyond their visible area fit together without a seam.
    static int blockOf(const ImageSize& frame);
    static constexpr int kApron = 3;

    bool isNeeded(const FrameContext& context) const override {
        // Light in a lab is ink, and the white of paper does not glow.
        return fractionOf(context.frame.look.bloom) > 0.0f && !context.frame.isTransparent &&
               context.place() != LookSettings::Place::lab;
    }
    std::vector<PlaceProgram*> programs() override { return {&m_bright, &m_down, &m_up}; }
    Outcome draw(FrameContext& context) override;

    /// The last bloom: of a quarter of the light's size, in the lower left corner of a texture.
    const TextureTarget& result() const { return m_levels.front().target; }

    /// The part of result() in use [px].
    const ImageSize& used() const { return m_levels.front().used; }

private:
    struct Level {
        TextureTarget target;
        ImageSize used;
    };

    FullScreenProgram m_bright{"bloom_bright.frag"};
    FullScreenProgram m_down{"bloom_down.frag"};
    FullScreenProgram m_up{"bloom_up.frag"};
    std::vector<Level> m_levels;  ///< finest first
};

}  // namespace shoal
