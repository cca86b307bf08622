#include "render/water_pass.hpp"

#include <cmath>

#include <glm/common.hpp>

namespace shoal {
namespace {

constexpr int kParticles = 700;
constexpr float kParticleBox = 9.0f;  // [m of reef] they repeat from one such box to the next

}  // namespace

Result<WaterPass> WaterPass::create(const ShaderLibrary& library) {
    WaterPass pass;
    if (Outcome loaded = pass.reload(library); !loaded) {
        return loaded.problem();
    }
    pass.m_noAttributes = GlVertexArray::make();
    return pass;
}

Outcome WaterPass::reload(const ShaderLibrary& library) {
    Result<Program> behind = Program::create(library, "water.vert", "water.frag");
    if (!behind) {
        return behind.problem();
    }
    Result<Program> particles = Program::create(library, "particles.vert", "particles.frag");
    if (!particles) {
        return particles.problem();
    }
    m_behind = std::move(*behind);
    m_particles = std::move(*particles);
    return Done{};
}

void WaterPass::drawBehind(DrawCost& cost) {
    m_behind.use();
    // At the depth of what has been cleared: only where nothing is in front is it worth its shader.
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_FALSE);
    glBindVertexArray(m_noAttributes.name());
    ++cost.calls;
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
}

void WaterPass::drawParticles(const SceneBlock& scene, DrawCost& cost) {
    m_particles.use();
    const float box = kParticleBox * scene.extinction.w;
    // The eye's place within its box, worked out here in double: far out a float has no room for it.
    const auto within = [box](float coordinate) {
        const double boxes = static_cast<double>(coordinate) / static_cast<double>(box);
        return static_cast<float>(boxes - std::floor(boxes));
    };
    m_particles.set("uEyeInBox", glm::vec3{within(scene.eye.x), within(scene.eye.y), within(scene.eye.z)});
    m_particles.set("uBox", box);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glBindVertexArray(m_noAttributes.name());
    ++cost.calls;
    glDrawArrays(GL_POINTS, 0, kParticles);
    glBindVertexArray(0);
    glDisable(GL_PROGRAM_POINT_SIZE);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
}

std::vector<std::string> WaterPass::faults() const {
    std::vector<std::string> faults = m_behind.faults();
    const std::vector<std::string> more = m_particles.faults();
    faults.insert(faults.end(), more.begin(), more.end());
    return faults;
}

}  // namespace shoal
