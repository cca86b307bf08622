#include "render/post/air_pass.hpp"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace shoal {

std::vector<PlaceProgram*> AirPass::needed(const FrameContext& context) {
    return {&marchFor(context), &m_blur, &upsampleFor(context)};
}

Outcome AirPass::draw(FrameContext& context) {
    const SceneTarget& scene = *context.target;
    const int scale = context.frame.airScale;  // [px] side of a texel
    const Tile& size = context.light.area;
    const ImageSize used{(size.width + scale - 1) / scale, (size.height + scale - 1) / scale};
    for (TextureTarget* target : {&m_air, &m_blurred}) {
        if (Outcome made = target->require(GL_RGBA16F, used.width, used.height, "air"); !made) {
            return made;
        }
    }
    const auto use = [&](FullScreenProgram& pass) -> Program& {
        Program& program = pass.use(context.place());
        const Tile& viewport = context.viewport;
        program.set("uWindow", glm::vec4{viewport.x, viewport.y, viewport.width, viewport.height});
        program.set("uScale", static_cast<float>(scale));
        pass.setTexture("uDepth", 0, scene.depth(), scene.textureKind());
        return program;
    };
    FullScreenProgram& march = marchFor(context);
    glBindFramebuffer(GL_FRAMEBUFFER, m_air.framebuffer());
    Program& marching = use(march);
    marching.set("uSize", glm::vec3{size.width, size.height, 0.0f});
    if (context.place() == LookSettings::Place::plain) {
        marching.set("uTop", DustField::top(context.scene));
    }
    march.draw(used.width, used.height);

    const glm::vec3 usedTexels{used.width, used.height, 0.0f};
    glBindFramebuffer(GL_FRAMEBUFFER, m_blurred.framebuffer());
    m_blur.use().set("uUsed", usedTexels);
    m_blur.setTexture("uAir", 0, m_air.texture());
    m_blur.draw(used.width, used.height);

    FullScreenProgram& upsample = upsampleFor(context);
    glBindFramebuffer(GL_FRAMEBUFFER, context.lightFramebuffer);
    use(upsample).set("uUsed", usedTexels);
    upsample.setTexture("uAir", 1, m_blurred.texture());
    glEnable(GL_BLEND);
    // The picture is opaque: its alpha stays.
    glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
    upsample.draw(size.width, size.height);
    glDisable(GL_BLEND);
    return Done{};
}

}  // namespace shoal
