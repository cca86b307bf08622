#include "render/post/post_pass.hpp"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace shoal {

Outcome PostPass::draw(FrameContext& context) {
    const Frame& frame = context.frame;
    const LightArea& light = context.light;
    const bool hasBloom = m_bloom.isDrawn(context);
    const Tile tile = frame.drawnTile();
    glBindFramebuffer(GL_FRAMEBUFFER, frame.framebuffer);
    glEnable(GL_FRAMEBUFFER_SRGB);
    FullScreenProgram& pass = programFor(context);
    Program& program = pass.use();
    program.set("uFrame", glm::vec4{frame.size.width, frame.size.height, tile.x, tile.y});
    program.set("uApron", glm::vec3{tile.x - light.area.x, tile.y - light.area.y, 0.0f});
    program.set("uBloomStrength", hasBloom ? fractionOf(frame.look.bloom) : 0.0f);
    program.set("uBloomUsed", hasBloom ? glm::vec3{m_bloom.used().width, m_bloom.used().height, 0.0f}
                                       : glm::vec3{1.0f, 1.0f, 0.0f});
    program.set("uVignette", fractionOf(frame.look.vignette));
    // Light in a lab is ink.
    program.set("uGraded", context.place() == LookSettings::Place::lab ? 0.0f : 1.0f);
    if (frame.smoothsEdges) {
        program.set("uUsed", glm::vec3{light.area.width, light.area.height, 0.0f});
    }
    pass.setTexture("uLight", 0, light.texture);
    pass.setTexture("uBloom", 1, hasBloom ? m_bloom.result().texture() : 0);
    pass.draw(tile.width, tile.height);
    glDisable(GL_FRAMEBUFFER_SRGB);
    return Done{};
}

}  // namespace shoal
