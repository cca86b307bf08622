#include "render/scene/ground_pass.hpp"

#include <cstddef>

#include <glm/mat4x4.hpp>

#include "render/scene/lab_grid.hpp"

namespace shoal {
namespace {

/// See uHills in ground.frag; zeros without hills.
glm::mat4 wavesOf(const Ground& ground) {
    glm::mat4 waves{0.0f};
    if (ground.form == Ground::Form::hills) {
        for (int i = 0; i < 4; ++i) {
            const detail::HillWave& wave = detail::kHillWaves[static_cast<std::size_t>(i)];
            waves[i] = {wave.alongX / ground.size, wave.alongZ / ground.size, wave.phase,
                        wave.depth * ground.relief};
        }
    }
    return waves;
}

}  // namespace

Outcome GroundPass::draw(FrameContext& context) {
    const CardGround& ground = context.scene.ground;
    Program& program = programFor(context).in(context.place());
    program.use();
    program.set("uReach", ground.reach());
    program.set("uHills", wavesOf(ground.ground()));
    program.set("uSearched", ground.ground().isSurface() ? ground.ground().size / 2 : 0.0f);
    if (context.place() == LookSettings::Place::lab) {
        setLabGrid(program, context);
    }
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    ground.draw();
    ++context.cost.calls;
    return Done{};
}

}  // namespace shoal
