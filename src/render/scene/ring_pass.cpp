#include "render/scene/ring_pass.hpp"

#include <glm/vec3.hpp>

namespace shoal {
namespace {

// As in ring.vert: a grid of quads over the sphere.
constexpr int kRingMeridians = 48;
constexpr int kRingParallels = 24;

}  // namespace

Result<RingPass> RingPass::create(const ShaderLibrary& library) {
    RingPass pass;
    if (Outcome loaded = pass.reload(library); !loaded) {
        return loaded.problem();
    }
    pass.m_noAttributes = GlVertexArray::make();
    return pass;
}

Outcome RingPass::reload(const ShaderLibrary& library) {
    Result<Program> program = Program::create(library, {"ring.vert", "ring.frag"});
    if (!program) {
        return program.problem();
    }
    m_program = std::move(*program);
    return Done{};
}

void RingPass::draw(std::span<const Ring> rings, const SceneBlock& scene, DrawCost& cost) {
    if (rings.empty()) {
        return;
    }
    m_program.use();
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(m_noAttributes.name());
    for (const Ring& ring : rings) {
        m_program.set("uCentre",
                      glm::vec3{ring.centre.x, ring.centre.y, ring.centre.z} - glm::vec3(scene.eye));
        m_program.set("uRadius", ring.radius);
        m_program.set("uColour", glm::vec3{ring.colour.x, ring.colour.y, ring.colour.z});
        ++cost.calls;
        glDrawArrays(GL_TRIANGLES, 0, kRingMeridians * kRingParallels * 6);
    }
    glBindVertexArray(0);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
}

}  // namespace shoal
