#pragma once

#include <string>
#include <vector>

#include "render/gl_object.hpp"
#include "render/program.hpp"
#include "render/scene_block.hpp"

namespace shoal {

/// The water: its colours and light behind everything, and the particles that drift in it.
class WaterPass {
public:
    static Result<WaterPass> create(const ShaderLibrary& library);
    Outcome reload(const ShaderLibrary& library);

    /// Fills the picture; depth is neither tested nor written.
    /// Wherever nothing has been drawn yet.
    void drawBehind(DrawCost& cost);

    /// Over what is drawn already, hidden by what is nearer.
    void drawParticles(const SceneBlock& scene, DrawCost& cost);

    std::vector<std::string> faults() const;

private:
    Program m_behind;
    Program m_particles;
    GlVertexArray m_noAttributes;
};

}  // namespace shoal
