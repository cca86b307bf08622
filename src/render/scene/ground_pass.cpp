#include "render/scene/ground_pass.hpp"

#include <algorithm>
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

bool isSea(const FrameContext& context) {
    return context.place() == LookSettings::Place::water;
}

}  // namespace

bool GroundPass::isNeeded(const FrameContext& context) const {
    const bool isObstacle = std::ranges::any_of(context.scene.obstacles, [](const Obstacle& obstacle) {
        return obstacle.shape == Obstacle::Shape::floor;
    });
    const bool isScenery = isSea(context) && !isObstacle;
    return !context.scene.ground.isEmpty() && !(isScenery && context.frame.isTransparent);
}

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

bool SeabedPass::isNeeded(const FrameContext& context) const {
    return isSea(context) && !context.scene.seabed.isEmpty() && !context.frame.isTransparent;
}

Outcome SeabedPass::draw(FrameContext& context) {
    constexpr float kSway = 0.16f;
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    Program& rock = m_rock.in(context.place());
    rock.use();
    rock.set("uGlow", glm::vec4{0.0f});
    rock.set("uRim", glm::vec3{0.0f});
    rock.set("uSway", 0.0f);
    context.scene.seabed.drawRocks();
    Program& kelp = m_kelp.in(context.place());
    kelp.use();
    kelp.set("uSway", kSway);
    context.scene.seabed.drawKelp();
    context.cost.calls += 2;
    return Done{};
}

}  // namespace shoal
