#include "render/scene/ground_pass.hpp"

namespace shoal {

Outcome GroundPass::draw(FrameContext& context) {
    const CardGround& ground = context.scene.ground;
    Program& program = programFor(context).in(context.place());
    program.use();
    program.set("uReach", ground.reach());
    program.set("uSearched", ground.ground().isSurface() ? ground.ground().size / 2 : 0.0f);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    ground.draw();
    ++context.cost.calls;
    return Done{};
}

}  // namespace shoal
