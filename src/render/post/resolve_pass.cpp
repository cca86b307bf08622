#include "render/post/resolve_pass.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace shoal {

FullScreenProgram& ResolvePass::programFor(const SceneTarget& scene) {
    // Drivers have powers of two; of another number, the samples beyond one are left out.
    const auto samples = static_cast<unsigned>(scene.samples());
    const auto logarithm = static_cast<std::size_t>(std::bit_width(samples)) - 1;
    return scene.isMultisampled() ? m_multisampled[std::min(logarithm, m_multisampled.size()) - 1] : m_single;
}

Outcome ResolvePass::draw(FrameContext& context) {
    const SceneTarget& scene = *context.target;
    glBindFramebuffer(GL_FRAMEBUFFER, context.lightFramebuffer);
    FullScreenProgram& pass = programFor(scene);
    Program& program = pass.use();
    program.set("uExposure", context.block.sun.w);
    if (scene.isMultisampled()) {
        program.set("uEdgeWeight", context.frame.isTransparent ? 0.0f : 1.0f);
    }
    pass.setTexture("uScene", 0, scene.colour(), scene.textureKind());
    pass.draw(context.light.area.width, context.light.area.height);
    return Done{};
}

}  // namespace shoal
