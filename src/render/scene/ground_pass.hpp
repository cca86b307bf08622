#pragma once

#include <string>
#include <vector>

#include <shoal/ground.hpp>
#include <shoal/world.hpp>

#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"
#include "render/scene/renderer.hpp"

namespace shoal {

/// Draws the land: a mesh that is rebuilt when the ground or the world changes.
class GroundPass {
public:
    GroundPass();

    Outcome prepare(const ShaderLibrary& library, LookSettings::Place place) {
        return m_programs.prepare(library, place);
    }
    Outcome reload(const ShaderLibrary& library) { return m_programs.reload(library); }

    bool isEmpty() const { return m_indexCount == 0; }
    void upload(const Ground& ground, const World& world);
    void draw(LookSettings::Place place, DrawCost& cost);

    std::vector<std::string> faults() const { return m_programs.faults(); }

private:
    PlaceProgram m_programs{{"ground.vert", "ground.frag"}};
    GlVertexArray m_array;
    GlBuffer m_vertices;
    GlBuffer m_indices;
    GLsizei m_indexCount = 0;
    float m_reach = 0.0f;  ///< [m]
    Ground m_ground;       ///< of the mesh
    World m_world;
};

}  // namespace shoal
