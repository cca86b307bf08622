#pragma once

#include <string>
#include <vector>

#include "render/frame/scene_block.hpp"
#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"
#include "render/scene/renderer.hpp"

namespace shoal {

/// Draws the place: its colours and light behind everything, and drifting particles in water.
class BackdropPass {
public:
    BackdropPass();

    Outcome prepare(const ShaderLibrary& library, LookSettings::Place place);
    Outcome reload(const ShaderLibrary& library);

    /// Draws where nothing has been drawn yet; does not write depth.
    void drawBehind(LookSettings::Place place, DrawCost& cost);

    /// Draws over the scene, hidden by nearer objects. Only in water.
    void drawParticles(LookSettings::Place place, const SceneBlock& scene, DrawCost& cost);

    std::vector<std::string> faults() const;

private:
    PlaceProgram m_behind{{"backdrop.vert", "place.frag"}};
    PlaceProgram m_particles{{"particles.vert", "particles.frag"}};
    GlVertexArray m_noAttributes;
};

}  // namespace shoal
