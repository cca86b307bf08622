#include "render/scene/backdrop_pass.hpp"

#include <cmath>

#include <glm/common.hpp>

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
    // Drawn at the cleared depth, so the shader runs only on pixels that nothing covers.
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_FALSE);
    glBindVertexArray(m_noAttributes.name());
    ++context.cost.calls;
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    return Done{};
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
