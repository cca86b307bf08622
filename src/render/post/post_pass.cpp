#include "render/post/post_pass.hpp"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace shoal {

void PostPass::draw(const Frame& frame, const LightArea& light, const BloomPass* bloom) {
    const Tile tile = frame.drawnTile();
    glBindFramebuffer(GL_FRAMEBUFFER, frame.framebuffer);
    glEnable(GL_FRAMEBUFFER_SRGB);
    Program& program = m_program.use();
    program.set("uFrame", glm::vec4{frame.size.width, frame.size.height, tile.x, tile.y});
    program.set("uApron", glm::vec3{tile.x - light.area.x, tile.y - light.area.y, 0.0f});
    program.set("uBloomStrength", bloom != nullptr ? frame.post.bloom : 0.0f);
    program.set("uBloomUsed", bloom != nullptr ? glm::vec3{bloom->used().width, bloom->used().height, 0.0f}
                                               : glm::vec3{1.0f, 1.0f, 0.0f});
    program.set("uVignette", frame.post.vignette);
    program.set("uEdges", frame.post.smoothsEdges ? 1.0f : 0.0f);
    program.set("uUsed", glm::vec3{light.area.width, light.area.height, 0.0f});
    m_program.setTexture("uLight", 0, light.texture);
    m_program.setTexture("uBloom", 1, bloom != nullptr ? bloom->result().texture() : 0);
    m_program.draw(tile.width, tile.height);
    glDisable(GL_FRAMEBUFFER_SRGB);
}

}  // namespace shoal
