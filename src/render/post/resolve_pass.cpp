#include "render/post/resolve_pass.hpp"

namespace shoal {

Outcome ResolvePass::prepare(const ShaderLibrary& library) {
    if (Outcome ready = m_single.prepare(library); !ready) {
        return ready;
    }
    return m_multisampled.prepare(library);
}

Outcome ResolvePass::reload(const ShaderLibrary& library) {
    if (Outcome loaded = m_single.reload(library); !loaded) {
        return loaded;
    }
    return m_multisampled.reload(library);
}

void ResolvePass::draw(const SceneTarget& scene, GLuint framebuffer, const ImageSize& size,
                       const Settings& settings) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    FullScreenProgram& pass = scene.isMultisampled() ? m_multisampled : m_single;
    Program& program = pass.use();
    program.set("uExposure", settings.exposure);
    if (scene.isMultisampled()) {
        program.set("uSamples", scene.samples());
        program.set("uEdgeWeight", settings.isTransparent ? 0.0f : 1.0f);
    }
    pass.setTexture("uScene", 0, scene.colour(),
                    scene.isMultisampled() ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D);
    pass.draw(size.width, size.height);
}

std::vector<std::string> ResolvePass::faults() const {
    std::vector<std::string> faults = m_single.faults();
    const std::vector<std::string> more = m_multisampled.faults();
    faults.insert(faults.end(), more.begin(), more.end());
    return faults;
}

}  // namespace shoal
