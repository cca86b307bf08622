#include "render/post/air_pass.hpp"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace shoal {

std::vector<FullScreenProgram*> AirPass::programs() {
    return {&m_march, &m_marchSamples, &m_blur, &m_upsample, &m_upsampleSamples};
}

Outcome AirPass::prepare(const ShaderLibrary& library) {
    for (FullScreenProgram* program : programs()) {
        if (Outcome ready = program->prepare(library); !ready) {
            return ready;
        }
    }
    return Done{};
}

Outcome AirPass::prepareFor(const ShaderLibrary& library, const SceneTarget& scene) {
    for (Outcome ready :
         {(scene.isMultisampled() ? m_marchSamples : m_march).prepare(library), m_blur.prepare(library),
          (scene.isMultisampled() ? m_upsampleSamples : m_upsample).prepare(library)}) {
        if (!ready) {
            return ready;
        }
    }
    return Done{};
}

Outcome AirPass::reload(const ShaderLibrary& library) {
    for (FullScreenProgram* program : programs()) {
        if (Outcome loaded = program->reload(library); !loaded) {
            return loaded;
        }
    }
    return Done{};
}

Outcome AirPass::draw(const SceneTarget& scene, const ImageSize& size, const Tile& window, int scale,
                      GLuint framebuffer) {
    const ImageSize used{(size.width + scale - 1) / scale, (size.height + scale - 1) / scale};
    for (TextureTarget* target : {&m_air, &m_blurred}) {
        if (Outcome made = target->require(GL_RGBA16F, used.width, used.height, "air"); !made) {
            return made;
        }
    }
    const auto use = [&](FullScreenProgram& pass) -> Program& {
        Program& program = pass.use();
        program.set("uWindow", glm::vec4{window.x, window.y, window.width, window.height});
        program.set("uScale", static_cast<float>(scale));
        pass.setTexture("uDepth", 0, scene.depth(),
                        scene.isMultisampled() ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D);
        return program;
    };
    FullScreenProgram& march = scene.isMultisampled() ? m_marchSamples : m_march;
    glBindFramebuffer(GL_FRAMEBUFFER, m_air.framebuffer());
    use(march).set("uSize", glm::vec3{size.width, size.height, 0.0f});
    march.draw(used.width, used.height);

    const glm::vec3 usedTexels{used.width, used.height, 0.0f};
    glBindFramebuffer(GL_FRAMEBUFFER, m_blurred.framebuffer());
    m_blur.use().set("uUsed", usedTexels);
    m_blur.setTexture("uAir", 0, m_air.texture());
    m_blur.draw(used.width, used.height);

    FullScreenProgram& upsample = scene.isMultisampled() ? m_upsampleSamples : m_upsample;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    use(upsample).set("uUsed", usedTexels);
    upsample.setTexture("uAir", 1, m_blurred.texture());
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    upsample.draw(size.width, size.height);
    glDisable(GL_BLEND);
    return Done{};
}

std::vector<std::string> AirPass::faults() const {
    std::vector<std::string> faults;
    for (const FullScreenProgram* program : const_cast<AirPass*>(this)->programs()) {
        const std::vector<std::string> more = program->faults();
        faults.insert(faults.end(), more.begin(), more.end());
    }
    return faults;
}

}  // namespace shoal
