#pragma once

#include <string>
#include <vector>

#include "capture/format/image.hpp"
#include "render/frame/tile.hpp"
#include "render/gl/full_screen_program.hpp"
#include "render/post/scene_target.hpp"
#include "render/post/texture_target.hpp"

namespace shoal {

/// Light that the water between the eye and the scene scatters: beams of the sun, interrupted by bodies.
/// Computed at a fraction of the picture's size and spread over it without crossing edges.
class AirPass {
public:
    Outcome prepare(const ShaderLibrary& library);
    /// Links what this target needs, unless already linked.
    Outcome prepareFor(const ShaderLibrary& library, const SceneTarget& scene);
    Outcome reload(const ShaderLibrary& library);

    /// Adds the light to `framebuffer`, which holds the exposed light of the scene. `size` [px] is that of
    /// the scene, `window` the scene's viewport in its target, `scale` the side of a texel in the picture
    /// [px]. The block of the scene and the optical depth must be bound. Fails if the driver has no memory.
    Outcome draw(const SceneTarget& scene, const ImageSize& size, const Tile& window, int scale,
                 GLuint framebuffer);

    std::vector<std::string> faults() const;

private:
    FullScreenProgram m_march{"air.frag"};
    FullScreenProgram m_marchSamples{"air.frag", "MULTISAMPLED"};
    FullScreenProgram m_blur{"air_blur.frag"};
    FullScreenProgram m_upsample{"air_upsample.frag"};
    FullScreenProgram m_upsampleSamples{"air_upsample.frag", "MULTISAMPLED"};
    std::vector<FullScreenProgram*> programs();

    TextureTarget m_air;
    TextureTarget m_blurred;
};

}  // namespace shoal
