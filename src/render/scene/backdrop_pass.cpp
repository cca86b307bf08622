#include "render/scene/backdrop_pass.hpp"

#include <cmath>

#include <glm/common.hpp>
#include <glm/vec4.hpp>

#include "render/scene/lab_grid.hpp"

namespace shoal {
namespace {

constexpr int kParticles = 700;
constexpr float kParticleBox = 9.0f;  // [m at the reef's scale] side of the box in which the particles repeat

}  // namespace

Outcome BackdropPass::draw(FrameContext& context) {
    Program& program = m_program.in(context.place());
    program.use();
    if (context.place() == LookSettings::Place::lab) {
        setLabGrid(program, context);
    }
    if (context.frame.coarseBackdrop && !context.frame.tile && context.place() != LookSettings::Place::lab) {
        return drawCoarse(context, m_upsample.in());
    }
    drawTriangle(context);
    return Done{};
}

/// Draws half as many texels along each side, then interpolates between them. Requires that the frame is
/// whole and the place's program is in use.
Outcome BackdropPass::drawCoarse(FrameContext& context, Program& upsample) {
    const Tile& full = context.viewport;
    const ImageSize used{(full.width + 1) / 2, (full.height + 1) / 2};
    if (Outcome made = m_coarse.require(GL_RGBA16F, used.width, used.height, "backdrop"); !made) {
        return made;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, m_coarse.framebuffer());
    glViewport(0, 0, used.width, used.height);
    drawTriangle(context);
    glBindFramebuffer(GL_FRAMEBUFFER, context.target->framebuffer());
    glViewport(full.x, full.y, full.width, full.height);
    upsample.use();
    upsample.set("uUsed", glm::vec4{used.width, used.height, full.width, full.height});
    upsample.set("uBackdrop", 0);
    glBindTexture(GL_TEXTURE_2D, m_coarse.texture());
    drawTriangle(context);
    glBindTexture(GL_TEXTURE_2D, 0);
    return Done{};
}

/// Drawn at the cleared depth, so the shader runs only on pixels that nothing covers.
void BackdropPass::drawTriangle(FrameContext& context) {
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_FALSE);
    glBindVertexArray(m_noAttributes.name());
    ++context.cost.calls;
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
}

Outcome ParticlePass::draw(FrameContext& context) {
    Program& program = m_program.in(context.place());
    program.use();
    const glm::vec4& eye = context.block.eye;
    const float box = kParticleBox * context.block.extinction.w;
    // The eye's position in its box, computed in double: far from the origin a float lacks the precision.
    const auto within = [box](float coordinate) {
        const double boxes = static_cast<double>(coordinate) / static_cast<double>(box);
        return static_cast<float>(boxes - std::floor(boxes));
    };
    program.set("uEyeInBox", glm::vec3{within(eye.x), within(eye.y), within(eye.z)});
    program.set("uBox", box);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glBindVertexArray(m_noAttributes.name());
    ++context.cost.calls;
    glDrawArrays(GL_POINTS, 0, kParticles);
    glBindVertexArray(0);
    glDisable(GL_PROGRAM_POINT_SIZE);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
    return Done{};
}

}  // namespace shoal
