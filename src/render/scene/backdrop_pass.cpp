#include "render/scene/backdrop_pass.hpp"

#include <cmath>

#include <glm/common.hpp>

namespace shoal {
namespace {

constexpr int kParticles = 700;
constexpr float kParticleBox = 9.0f;  // [m at the reef's scale] side of the box in which the particles repeat

}  // namespace

BackdropPass::BackdropPass() : m_noAttributes(GlVertexArray::make()) {}

Outcome BackdropPass::prepare(const ShaderLibrary& library, LookSettings::Place place) {
    if (Outcome ready = m_behind.prepare(library, place); !ready || place != LookSettings::Place::water) {
        return ready;
    }
    return m_particles.prepare(library, place);
}

Outcome BackdropPass::reload(const ShaderLibrary& library) {
    if (Outcome loaded = m_behind.reload(library); !loaded) {
        return loaded;
    }
    return m_particles.reload(library);
}

void BackdropPass::drawBehind(LookSettings::Place place, DrawCost& cost) {
    m_behind.in(place).use();
    // Drawn at the cleared depth, so the shader runs only on pixels that nothing covers.
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

void BackdropPass::drawParticles(LookSettings::Place place, const SceneBlock& scene, DrawCost& cost) {
    if (place != LookSettings::Place::water) {
        return;
    }
    Program& particles = m_particles.in(place);
    particles.use();
    const float box = kParticleBox * scene.extinction.w;
    // The eye's position in its box, computed in double: far from the origin a float lacks the precision.
    const auto within = [box](float coordinate) {
        const double boxes = static_cast<double>(coordinate) / static_cast<double>(box);
        return static_cast<float>(boxes - std::floor(boxes));
    };
    particles.set("uEyeInBox", glm::vec3{within(scene.eye.x), within(scene.eye.y), within(scene.eye.z)});
    particles.set("uBox", box);
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

std::vector<std::string> BackdropPass::faults() const {
    std::vector<std::string> faults = m_behind.faults();
    const std::vector<std::string> more = m_particles.faults();
    faults.insert(faults.end(), more.begin(), more.end());
    return faults;
}

}  // namespace shoal
