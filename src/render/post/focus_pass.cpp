#include "render/post/focus_pass.hpp"

#include <algorithm>

#include <glm/vec3.hpp>

#include "render/post/bloom_pass.hpp"

namespace shoal {
namespace {

/// [body lengths] Diameter of the lens at full strength: small enough to see a school through.
constexpr float kLens = 0.2f;
constexpr float kLargestRadius = 0.012f;  // [heights of the frame]
constexpr float kLargestBeyond = 0.025f;  // likewise, infinitely far away at full strength

/// [m] of the most numerous bodies.
float commonLength(const CardScene& scene) {
    const std::span<const BodyStore::Group> groups = scene.bodies.groups();
    const auto most = std::ranges::max_element(groups, {}, &BodyStore::Group::count);
    return most == groups.end() ? 0.0f : most->bodyLength;
}

}  // namespace

bool FocusPass::isNeeded(const FrameContext& context) const {
    const Frame& frame = context.frame;
    // Rings are drawn without depth, and would blur with what lies behind them.
    return frame.hasFocus && !frame.isTransparent && !frame.view.isOrthographic() && frame.rings.empty() &&
           fractionOf(frame.look.depthOfField) > 0.0f && frame.view.focus > 0.0f &&
           commonLength(context.scene) > 0.0f;
}

std::vector<PlaceProgram*> FocusPass::programs() {
    return {&m_single.halve,  &m_single.gather,  &m_single.join,
            &m_samples.halve, &m_samples.gather, &m_samples.join};
}

std::vector<PlaceProgram*> FocusPass::needed(const FrameContext& context) {
    Programs& programs = programsFor(context);
    return {&programs.halve, &programs.gather, &programs.join};
}

Outcome FocusPass::draw(FrameContext& context) {
    const Frame& frame = context.frame;
    const Tile& size = context.light.area;
    const ImageSize half{(size.width + 1) / 2, (size.height + 1) / 2};
    for (TextureTarget* target : {&m_half, &m_gathered}) {
        if (Outcome made = target->require(GL_RGBA16F, half.width, half.height, "half focus"); !made) {
            return made;
        }
    }
    if (!frame.isLight) {
        if (Outcome made = m_focused.require(GL_RGBA16F, size.width, size.height, "focused light"); !made) {
            return made;
        }
    }
    const float height = static_cast<float>(frame.size.height);
    const float radius = std::min(0.5f * kLens * commonLength(context.scene) * context.block.surface.z,
                                  kLargestBeyond * height * frame.view.focus);
    const glm::vec3 lens{fractionOf(frame.look.depthOfField) * radius, 1.0f / frame.view.focus,
                         std::clamp(kLargestRadius * height, 1.0f,
                                    static_cast<float>(kApron * BloomPass::blockOf(frame.size)))};
    const SceneTarget& scene = *context.target;
    Programs& programs = programsFor(context);
    const auto use = [&](FullScreenProgram& pass, GLuint framebuffer, const ImageSize& used) {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        Program& program = pass.use();
        program.set("uLens", lens);
        program.set("uUsed", glm::vec3{used.width, used.height, 0.0f});
    };
    use(programs.halve, m_half.framebuffer(), {size.width, size.height});
    programs.halve.setTexture("uDepth", 0, scene.depth(), scene.textureKind());
    programs.halve.setTexture("uLight", 1, context.light.texture);
    programs.halve.draw(half.width, half.height);

    use(programs.gather, m_gathered.framebuffer(), half);
    programs.gather.setTexture("uHalf", 0, m_half.texture());
    programs.gather.draw(half.width, half.height);

    use(programs.join, frame.isLight ? frame.framebuffer : m_focused.framebuffer(), half);
    programs.join.setTexture("uDepth", 0, scene.depth(), scene.textureKind());
    programs.join.setTexture("uLight", 1, context.light.texture);
    programs.join.setTexture("uHalf", 2, m_half.texture());
    programs.join.setTexture("uGathered", 3, m_gathered.texture());
    programs.join.draw(size.width, size.height);
    context.light.texture = m_focused.texture();
    return Done{};
}

}  // namespace shoal
