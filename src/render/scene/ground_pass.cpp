#include "render/scene/ground_pass.hpp"

#include <algorithm>
#include <cstddef>

#include <glm/mat4x4.hpp>

#include "render/scene/world_marks.hpp"

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

bool growsGrass(const FrameContext& context) {
    const CardGround& ground = context.scene.ground;
    return context.frame.growsGrass() && !ground.isEmpty() && !ground.ground().isSurface();
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
    } else if (!isSea(context)) {
        program.set("uGrass", growsGrass(context) ? fractionOf(context.frame.look.grass) : 0.0f);
        program.set("uSparsest", GrassDensity::kSparsest);
    }
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    ground.draw();
    ++context.cost.calls;
    return Done{};
}

bool GrassGrowthPass::isNeeded(const FrameContext& context) const {
    return growsGrass(context);
}

Outcome GrassGrowthPass::draw(FrameContext& context) {
    const CardGround& land = context.scene.ground;
    const Ground& ground = land.ground();
    const GrassDensity density{.most = fractionOf(context.frame.look.grass)};
    Program& program = programFor(context).in(context.place());
    program.use();
    program.set("uHills", wavesOf(ground));
    // Farther out the mesh leaves the hills by more than a tuft's height.
    const bool isHilly = ground.form == Ground::Form::hills;
    program.set("uEnd", isHilly ? land.heightsReach() + 0.3f * ground.size : 1e9f);
    program.set("uTop", isHilly ? ground.level + ground.relief : ground.level);
    program.set("uSide", GrassDensity::kSide);
    program.set("uTufts", static_cast<float>(GrassDensity::kTufts));
    program.set("uDensity",
                glm::vec4{density.most, GrassDensity::kDense, GrassDensity::kThins, GrassDensity::kSparsest});
    return m_grass.grow(grassInView(ground, density, context.block));
}

Outcome GrassPass::draw(FrameContext& context) {
    Program& program = m_program.in(context.place());
    program.use();
    program.set("uSimple", GrassDensity::kSimple);
    program.set("uSparsest", GrassDensity::kSparsest);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    m_growth.grass().draw();
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
