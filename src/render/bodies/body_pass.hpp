#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "render/bodies/body_store.hpp"
#include "render/frame/frame.hpp"
#include "render/frame/scene_block.hpp"
#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"

namespace shoal {

/// Body lengths in pixels above which a finer mesh is drawn. At the limit it still has the coarser shape; it
/// reaches its own shape at `kMorphSpan` times the limit.
inline constexpr std::array kDetailLimits{54.0f, 24.0f};
inline constexpr float kMorphSpan = 1.5f;

/// A body this short in pixels, or with this little contrast against the background, has faded out. Fading
/// begins at twice the length and three times the contrast.
inline constexpr float kMinPixels = 0.4f;
inline constexpr float kMinContrast = 0.004f;

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
    void drawShadows(LookSettings::Place place, DrawCost& cost);

    /// The bodies drawn by level of detail, in the newest frame that the card has finished.
    std::array<std::size_t, 3> drawnBodies();

    /// For tests: a body of the frame posed last.
    struct PosedBody {
        std::uint32_t id = 0;
        float sun = 0.0f;  ///< fraction of the sunlight that the other bodies leave
        float sky = 0.0f;  ///< fraction of the ambient light

        bool operator==(const PosedBody&) const = default;
    };
    /// A species' bodies in the order in which they are drawn: one list a level of detail.
    std::array<std::vector<PosedBody>, 3> posed(std::size_t group) const;

    std::vector<std::string> faults() const;

    const BodyStore& bodies() const { return m_stores[m_slot]; }

private:
    /// The programs that draw a kind of body.
    struct Kind {
        PlaceProgram natural;
        PlaceProgram coloured;  ///< for bodies whose colour shows a value
    };

    /// Where a level's mesh lies among all meshes.
    struct Mesh {
        std::uint32_t indexCount = 0;
        std::uint32_t firstIndex = 0;
        std::uint32_t baseVertex = 0;
    };

    /// The numbers of bodies drawn in earlier frames, on their way back.
    struct Counts {
        static constexpr std::size_t kInFlight = 3;
        struct Frame {
            GlBuffer buffer;
            GLsync isDone = nullptr;
            std::size_t groups = 0;
        };
        std::array<Frame, kInFlight> frames;
        std::size_t next = 0;
        std::array<std::size_t, 3> newest{};
    };

    void makeMeshes();
    Outcome reserve(std::size_t slots);
    void sendCommands(DrawCost& cost);
    void readCounts();
    template <class Group>
    PlaceProgram& programsOf(const Group& group) {
        Kind& kind = m_kinds[static_cast<std::size_t>(group.body)];
        return group.isColoured ? kind.coloured : kind.natural;
    }
    std::vector<PlaceProgram*> allPrograms();

    std::vector<Kind> m_kinds;  ///< by Species::Body
    PlaceProgram m_shadows{{"shadow.vert", "shadow.frag"}};
    PlaceProgram m_animate{{"animate.comp"}};
    PlaceProgram m_cull{{"cull.comp"}};
    PlaceProgram m_scan{{"scan.comp"}};
    PlaceProgram m_scatter{{"scatter.comp"}};
    PlaceProgram m_pose{{"pose.comp"}};

    std::vector<std::array<Mesh, 3>> m_meshes;  ///< by Species::Body, then level
    GlVertexArray m_array;
    GlBuffer m_vertices;
    GlBuffer m_indices;

    std::array<BodyStore, kSlots> m_stores;
    std::size_t m_slot = 0;

    CardBuffer m_levels;    ///< by slot
    CardBuffer m_runs;      ///< bodies of each level in a run; then the places of the first ones
    CardBuffer m_visible;   ///< indices within a group, level by level
    CardBuffer m_poses;     ///< of the visible bodies, in the same order
    CardBuffer m_commands;  ///< BodyCommands of each group
    Counts m_counts;
};

}  // namespace shoal
