#pragma once

#include <span>
#include <string>
#include <vector>

#include "render/frame/scene_block.hpp"
#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"
#include "render/scene/renderer.hpp"

namespace shoal {

/// Draws translucent spheres that show a radius while it is being set.
class RingPass {
public:
    static Result<RingPass> create(const ShaderLibrary& library);
    Outcome reload(const ShaderLibrary& library);

    /// Draws over the scene; the bodies inside stay visible.
    void draw(std::span<const Ring> rings, const SceneBlock& scene, DrawCost& cost);

    std::vector<std::string> faults() const { return m_program.faults(); }

private:
    Program m_program;
    GlVertexArray m_noAttributes;
};

}  // namespace shoal
