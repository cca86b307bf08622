#pragma once

#include <shoal/ground.hpp>
#include <shoal/world.hpp>

#include "render/gl/gl_object.hpp"

namespace shoal {

/// The land of a scene on the card: a mesh that is made anew when the ground or the world changes.
class CardGround {
public:
    CardGround();

    void upload(const Ground& ground, const World& world);
    bool isEmpty() const { return m_indexCount == 0; }

    const Ground& ground() const { return m_ground; }
    float reach() const { return m_reach; }  ///< as of GroundMesh

    /// Heights [m] of a square about the middle, with room around the world. Not those drawn around a search
    /// surface.
    GLuint heights() const { return m_heights.name(); }
    float heightsReach() const { return m_heightsReach; }  ///< [m] from the middle to the square's sides

    /// Draws the mesh with the program in use, which takes the attributes of GroundVertex.
    void draw() const;

private:
    void uploadHeights();

    GlVertexArray m_array;
    GlBuffer m_vertices;
    GlBuffer m_indices;
    GLsizei m_indexCount = 0;
    float m_reach = 0.0f;
    GlTexture m_heights;
    float m_heightsReach = 0.0f;
    Ground m_ground;  ///< of the mesh
    World m_world;
};

}  // namespace shoal
