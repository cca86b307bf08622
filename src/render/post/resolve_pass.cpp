#include "render/post/resolve_pass.hpp"

#include <algorithm>
#include <bit>

namespace shoal {

Outcome ResolvePass::prepare(const ShaderLibrary& library) {
    if (Outcome ready = m_single.prepare(library); !ready) {
        return ready;
    }
    return m_multisampled[kUsual].prepare(library);
}

Outcome ResolvePass::reload(const ShaderLibrary& library) {
    if (Outcome loaded = m_single.reload(library); !loaded) {
        return loaded;
    }
    for (FullScreenProgram& program : m_multisampled) {
        if (Outcome loaded = program.reload(library); !loaded) {
            return loaded;
        }
    }
    return Done{};
}

Outcome ResolvePass::prepareFor(const ShaderLibrary& library, const SceneTarget& scene) {
    return programFor(scene).prepare(library);
}

FullScreenProgram& ResolvePass::programFor(const SceneTarget& scene) {
    // Drivers have powers of two; of another number, the samples beyond one are left out.
    const auto samples = static_cast<unsigned>(scene.samples());
    const auto logarithm = static_cast<std::size_t>(std::bit_width(samples)) - 1;
    return scene.isMultisampled() ? m_multisampled[std::min(logarithm, m_multisampled.size()) - 1] : m_single;
}

void ResolvePass::draw(const SceneTarget& scene, GLuint framebuffer, const ImageSize& size,
                       const Settings& settings) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    FullScreenProgram& pass = programFor(scene);
    Program& program = pass.use();
    program.set("uExposure", settings.exposure);
    if (scene.isMultisampled()) {
        program.set("uEdgeWeight", settings.isTransparent ? 0.0f : 1.0f);
    }
    pass.setTexture("uScene", 0, scene.colour(),
                    scene.isMultisampled() ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D);
    pass.draw(size.width, size.height);
}

std::vector<std::string> ResolvePass::faults() const {
    std::vector<std::string> faults = m_single.faults();
    for (const FullScreenProgram& program : m_multisampled) {
        const std::vector<std::string> more = program.faults();
        faults.insert(faults.end(), more.begin(), more.end());
    }
    return faults;
}

}  // namespace shoal
