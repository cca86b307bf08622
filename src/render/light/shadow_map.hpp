#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include <shoal/result.hpp>

#include "render/card/pass.hpp"
#include "render/gl/gl_object.hpp"

namespace shoal {

/// The part of a scene that the shadow map shows, from the sun.
struct SunView {
    glm::mat4 projection{1.0f};  ///< from offsets from the eye to clip space
    float texel = 0.0f;          ///< [m] side of a texel; 0 if nothing throws a shadow
    float penumbra = 0.0f;       ///< [m] half the width of a shadow's edge
};

/// Frames everything that throws a shadow in a map of this side [px]; of a large herd, only the part in
/// view. `block` is that of the frame. The view moves by whole texels, so that edges of shadows stay
/// still.
SunView sunViewOf(const CardScene& scene, const Frame& frame, const SceneBlock& block, int side);

/// The depths of a scene as its sun sees it: from them come the shadows of obstacles and of standing bodies.
class ShadowMap {
public:
    /// Makes it this large [px] unless it is. Fails if the card has no memory.
    Outcome require(int side);

    /// Between these, passes draw with depth.frag into the map, with the sun's projection in the block Scene.
    void begin(const FrameContext& context);
    void end(const FrameContext& context);
    static void clear();  ///< while drawing

private:
    int m_side = 0;
    GlTexture m_texture;
    GlFramebuffer m_framebuffer;
    GlBuffer m_sceneBlock;
};

}  // namespace shoal
