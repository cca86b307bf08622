#include "render/scene/ring_pass.hpp"

#include <glm/vec3.hpp>

namespace shoal {
namespace {

// As in ring.vert: a grid of quads over the sphere.
constexpr int kRingMeridians = 48;
constexpr int kRingParallels = 24;

}  // namespace

Outcome RingPass::draw(FrameContext& context) {
    Program& program = m_program.in(context.place());
    program.use();
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(m_noAttributes.name());
    for (const Ring& ring : context.frame.rings) {
        program.set("uCentre",
                    glm::vec3{ring.centre.x, ring.centre.y, ring.centre.z} - glm::vec3(context.block.eye));
        program.set("uRadius", ring.radius);
        program.set("uColour", glm::vec3{ring.colour.x, ring.colour.y, ring.colour.z});
        ++context.cost.calls;
        glDrawArrays(GL_TRIANGLES, 0, kRingMeridians * kRingParallels * 6);
    }
    glBindVertexArray(0);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
    return Done{};
}

}  // namespace shoal
