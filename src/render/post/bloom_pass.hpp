#pragma once

#include <string>
#include <vector>

#include "capture/format/image.hpp"
#include "render/gl/full_screen_program.hpp"
#include "render/post/light_area.hpp"
#include "render/post/texture_target.hpp"

namespace shoal {

/// Spreads the brightest light of a picture round its sources: shrinks it to a quarter of the size and on by
/// halves, and adds the levels up again. A larger frame has more levels, so that bloom looks the same.
class BloomPass {
public:
    /// Side of the coarsest level's texels [px], a power of two. Parts of a frame that begin at its multiples
    /// and reach kApron of them beyond what they show fit together without a seam.
    static int blockOf(const ImageSize& frame);
    static constexpr int kApron = 3;

    Outcome prepare(const ShaderLibrary& library);
    Outcome reload(const ShaderLibrary& library);

    /// Computes the bloom of a part of a frame of this size. Fails if the driver has no memory.
    Outcome draw(const LightArea& light, const ImageSize& frame);

    /// The last bloom: of a quarter of the light's size, in the lower left corner of a texture.
    const TextureTarget& result() const { return m_levels.front().target; }

    /// The part of result() in use [px].
    const ImageSize& used() const { return m_levels.front().used; }

    std::vector<std::string> faults() const;

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
