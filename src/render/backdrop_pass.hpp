#pragma once

#include <string>
#include <vector>

#include "render/gl_object.hpp"
#include "render/program.hpp"
#include "render/renderer.hpp"
#include "render/scene_block.hpp"

namespace shoal {

/// The place: its colours and light behind everything, and in water the particles that drift in it.
class BackdropPass {
public:
    BackdropPass();

    Outcome prepare(const ShaderLibrary& library, LookSettings::Place place);
    Outcome reload(const ShaderLibrary& library);

    /// Wherever nothing has been drawn yet; depth is not written.
    void drawBehind(LookSettings::Place place, DrawCost& cost);

    /// Over what is drawn already, hidden by what is nearer. Nothing in air.
    void drawParticles(LookSettings::Place place, const SceneBlock& scene, DrawCost& cost);

    std::vector<std::string> faults() const;

private:
    PlaceProgram m_behind{"backdrop.vert", "place.frag"};
    PlaceProgram m_particles{"particles.vert", "particles.frag"};
    GlVertexArray m_noAttributes;
};

}  // namespace shoal
