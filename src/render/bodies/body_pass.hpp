#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "render/bodies/body_mesh.hpp"
#include "render/bodies/body_palette.hpp"
#include "render/bodies/body_records.hpp"
#include "render/bodies/visible_bodies.hpp"
#include "render/frame/frame.hpp"
#include "render/frame/scene_block.hpp"
#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"
#include "sim/support/workers.hpp"

namespace shoal {

/// Draws every body. Records go to the driver once a step, in buffers that the vertex shaders read by index.
/// Each frame then passes only the indices of the bodies to draw, sorted into three levels of detail. That
/// takes three draw calls per species if its records fit into one buffer.
class BodyPass {
public:
    /// `maxTexels` limits a buffer of records; 0 for the driver's limit.
    explicit BodyPass(int maxTexels = 0);

    /// Prepares the shaders that the uploaded bodies need in a place.
    Outcome prepare(const ShaderLibrary& library, LookSettings::Place place);
    Outcome prepareAll(const ShaderLibrary& library, LookSettings::Place place);
    /// Recompiles the shaders; on failure the old ones stay.
    Outcome reload(const ShaderLibrary& library);

    /// Chooses the scene that upload() and the drawing functions refer to.
    void select(std::size_t slot) { m_slot = slot; }

    /// Returns the number of bytes passed to the driver. `threads` prepare the bodies here and in draw(); the
    /// picture does not depend on them.
    std::size_t upload(std::span<const BodyBatch> bodyBatches, int threads);
    void draw(const Frame& frame, const SceneBlock& scene, DrawCost& cost);
    /// Draws the shadows of standing bodies onto the ground, which must be drawn already. Call after draw().
    void drawShadows(LookSettings::Place place, DrawCost& cost);

    std::vector<std::string> faults() const;

private:
    struct Level {
        GlVertexArray array;
        GlBuffer vertices;
        GlBuffer indices;
        GLsizei indexCount = 0;
    };

    /// A body shape.
    struct Kind {
        std::array<Level, 3> levels;
        PlaceProgram natural;
        PlaceProgram coloured;  ///< for bodies whose colour shows a value
    };

    /// Records of one species, up to the capacity of one buffer texture.
    struct Batch {
        std::size_t species = 0;
        std::size_t first = 0;
        std::size_t count = 0;
        VisibleBodies visible;  ///< in the last frame; indices relative to `first`
    };

    struct RecordBuffer {
        GlBuffer buffer;
        GlTexture texture;
    };

    struct Look {
        Species::Body body = Species::Body::fish;
        BodyPalette palette;
        bool isColoured = false;  ///< bodies' colours show a value
    };

    /// The bodies of one scene.
    struct Uploaded {
        std::vector<BodyRecord> records;
        std::vector<Look> looks;  ///< one per species
        std::vector<Batch> batches;
        std::vector<RecordBuffer> buffers;  ///< one per batch; may include spare ones
        std::unique_ptr<Workers> workers;   ///< null before the first upload
    };

    Uploaded& here() { return m_uploaded[m_slot]; }
    const Uploaded& here() const { return m_uploaded[m_slot]; }

    static void makeLevel(Level& level, const BodyMesh& mesh);
    static void setPalette(Program& program, const BodyPalette& palette);
    static void setMorph(Program& program, std::size_t level, Drawing drawing);
    void sendVisible(const Frame& frame, const SceneBlock& scene, DrawCost& cost);
    bool hasShadow(const Batch& batch) const { return standsOnGround(here().looks[batch.species].body); }
    Kind& kindOf(const Batch& batch) {
        return m_kinds[static_cast<std::size_t>(here().looks[batch.species].body)];
    }
    PlaceProgram& programsOf(const Batch& batch) {
        return here().looks[batch.species].isColoured ? kindOf(batch).coloured : kindOf(batch).natural;
    }

    PlaceProgram m_shadows{"shadow.vert", "shadow.frag"};
    std::vector<Kind> m_kinds;       ///< by Species::Body
    std::size_t m_batchRecords = 1;  ///< maximum per batch
    std::array<Uploaded, kSlots> m_uploaded;
    std::size_t m_slot = 0;
    BodyFinder m_finder;
    std::vector<std::uint32_t> m_visible;  ///< record indices of all batches and levels
    GlBuffer m_visibleBuffer;
};

}  // namespace shoal
