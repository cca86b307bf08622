#include "render/post/post_pass.hpp"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace shoal {

Outcome PostPass::prepare(const ShaderLibrary& library) {
    if (Outcome ready = m_plain.prepare(library); !ready) {
        return ready;
    }
    return m_smoothing.prepare(library);
}

Outcome PostPass::reload(const ShaderLibrary& library) {
    if (Outcome loaded = m_plain.reload(library); !loaded) {
        return loaded;
    }
    return m_smoothing.reload(library);
}

void PostPass::draw(const Frame& frame, const LightArea& light, const BloomPass* bloom) {
    const Tile tile = frame.drawnTile();
    glBindFramebuffer(GL_FRAMEBUFFER, frame.framebuffer);
    glEnable(GL_FRAMEBUFFER_SRGB);
    FullScreenProgram& pass = frame.smoothsEdges ? m_smoothing : m_plain;
    Program& program = pass.use();
    program.set("uFrame", glm::vec4{frame.size.width, frame.size.height, tile.x, tile.y});
    program.set("uApron", glm::vec3{tile.x - light.area.x, tile.y - light.area.y, 0.0f});
    program.set("uBloomStrength", bloom != nullptr ? fractionOf(frame.look.bloom) : 0.0f);
    program.set("uBloomUsed", bloom != nullptr ? glm::vec3{bloom->used().width, bloom->used().height, 0.0f}
                                               : glm::vec3{1.0f, 1.0f, 0.0f});
    program.set("uVignette", fractionOf(frame.look.vignette));
    if (frame.smoothsEdges) {
        program.set("uUsed", glm::vec3{light.area.width, light.area.height, 0.0f});
    }
    pass.setTexture("uLight", 0, light.texture);
    pass.setTexture("uBloom", 1, bloom != nullptr ? bloom->result().texture() : 0);
    pass.draw(tile.width, tile.height);
    glDisable(GL_FRAMEBUFFER_SRGB);
}

std::vector<std::string> PostPass::faults() const {
    std::vector<std::string> faults = m_plain.faults();
    const std::vector<std::string> more = m_smoothing.faults();
    faults.insert(faults.end(), more.begin(), more.end());
    return faults;
}

}  // namespace shoal
