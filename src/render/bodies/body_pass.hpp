#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "render/bodies/body_store.hpp"
#include "render/bodies/visible_bodies.hpp"
#include "render/frame/frame.hpp"
#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"

namespace shoal {

/// Draws every body. Compute shaders animate the bodies once for each state of the flock, and choose and pose
/// those in view once a frame; the processor never learns which.
class BodyPass {
public:
    BodyPass();

    /// Prepares the shaders that the uploaded bodies need in a place.
    Outcome prepare(const ShaderLibrary& library, LookSettings::Place place);
    Outcome prepareAll(const ShaderLibrary& library, LookSettings::Place place);
    /// Recompiles the shaders; on failure the old ones stay.
    Outcome reload(const ShaderLibrary& library);

    /// Chooses the scene that upload() and the drawing functions refer to.
    void select(std::size_t slot) { m_slot = slot; }

    /// Returns the number of bytes passed to the driver. `threads` write the bodies; the picture does not
    /// depend on them. Requires prepare() for any place.
    Result<std::size_t> upload(std::span<const BodyBatch> batches, const StateTime& time, int threads);

    /// Brings the bodies' animation to the uploaded state: after each upload().
    void animate();

    /// Chooses and poses the bodies in view: before anything is drawn into the frame.
    /// Fails if the card has no memory.
    Outcome pose(const Frame& frame, const SceneBlock& scene, DrawCost& cost);
    void draw(const Frame& frame, DrawCost& cost);
    /// Draws the shadows of standing bodies onto the ground, which must be drawn already.
    void drawShadows(const LookSettings& look, DrawCost& cost);

    /// What the card chose to draw.
    VisibleBodies& visible() { return m_visible; }
    const VisibleBodies& visible() const { return m_visible; }

    std::vector<std::string> faults() const;

    const BodyStore& bodies() const { return m_stores[m_slot]; }

private:
    /// The programs that draw a kind of body.
    struct Kind {
        PlaceProgram natural;
        PlaceProgram coloured;  ///< for bodies whose colour shows a value
    };

    void makeMeshes();
    Program& use(PlaceProgram& programs, const Frame& frame, std::size_t group);
    void drawMeshes(const Frame& frame, DrawCost& cost);
    void drawPoints(const Frame& frame, DrawCost& cost);
    template <class Group>
    PlaceProgram& programsOf(const Group& group) {
        Kind& kind = m_kinds[static_cast<std::size_t>(group.body)];
        return group.isColoured ? kind.coloured : kind.natural;
    }
    template <class Group>
    PlaceProgram& pointsOf(const Group& group) {
        return group.isColoured ? m_points.coloured : m_points.natural;
    }
    std::vector<PlaceProgram*> allPrograms();

    std::vector<Kind> m_kinds;  ///< by Species::Body
    Kind m_points{PlaceProgram({"point.vert", "point.frag"}),
                  PlaceProgram({"point.vert", "point.frag"}, true)};
    PlaceProgram m_shadows{{"shadow.vert", "shadow.frag"}};
    PlaceProgram m_animate{{"animate.comp"}};
    std::vector<std::array<MeshRange, kMeshLevels>> m_meshes;  ///< by Species::Body, then level
    GlVertexArray m_array;
    GlVertexArray m_pointArray;
    GlBuffer m_vertices;
    GlBuffer m_indices;

    std::array<BodyStore, kSlots> m_stores;
    std::size_t m_slot = 0;

    VisibleBodies m_visible;
};

}  // namespace shoal
