#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/card/pass.hpp"
#include "render/scene/body_meshes.hpp"

namespace shoal {

/// Body lengths in pixels above which a finer mesh is drawn. At the limit it still has the coarser shape; it
/// reaches its own shape at `kMorphSpan` times the limit. Both are multiplied by Frame::coarseness.
inline constexpr std::array kDetailLimits{54.0f, 24.0f};
static_assert(kDetailLimits.size() + 1 == kMeshLevels);
inline constexpr float kMorphSpan = 1.5f;

/// A body shorter than this [px] is drawn as a point.
inline constexpr float kPointPixels = 3.5f;

/// A body this short in pixels, or with this little contrast against the background, has faded out. Fading
/// begins at twice the length and three times the contrast.
inline constexpr float kMinPixels = 0.4f;
inline constexpr float kMinContrast = 0.004f;

/// What to draw of one species: scan.comp fills in the numbers of bodies and where they begin.
struct BodyCommands {
    struct Level {
        std::uint32_t indexCount = 0;
        std::uint32_t bodies = 0;
        std::uint32_t firstIndex = 0;
        std::uint32_t baseVertex = 0;
        std::uint32_t firstBody = 0;
        std::array<std::uint32_t, 3> padding{};
    };
    std::array<Level, kMeshLevels> meshes{};
    struct Points {
        std::uint32_t bodies = 0;
        std::uint32_t instances = 1;
        std::uint32_t firstBody = 0;
        std::uint32_t firstInstance = 0;
        std::array<std::uint32_t, 4> padding{};
    } points;
    struct Shadows {
        std::uint32_t vertices = 4;
        std::uint32_t bodies = 0;
        std::uint32_t firstVertex = 0;
        std::uint32_t firstBody = 0;
    } shadows;
    std::array<std::uint32_t, 3> poseGroups{0, 1, 1};
    std::uint32_t bodies = 0;
    Level nearCasters;  ///< the finest level's bodies, with the next mesh: a shadow map shows no more of them
};
static_assert(sizeof(BodyCommands) == 192);

/// Chooses and poses the bodies in view, on the card; the processor never learns which.
class VisibleBodies : public Pass {
public:
    explicit VisibleBodies(const BodyMeshes& meshes);

    std::vector<PlaceProgram*> programs() override {
        return {&m_cull, &m_scan, &m_scatter, &m_pose, &m_shadowedPose};
    }
    std::vector<PlaceProgram*> needed(const FrameContext& context) override {
        return {&m_cull, &m_scan, &m_scatter, &poseFor(context)};
    }
    Outcome draw(FrameContext& context) override;

    GLuint poses() const { return m_poses.name(); }
    GLuint commands() const { return m_commands.name(); }  ///< BodyCommands of each species

    /// Numbers of bodies in the newest frame that the card has finished.
    DrawnBodies counts();

    /// For tests: a body of the frame posed last.
    struct PosedBody {
        std::uint32_t id = 0;
        float sun = 0.0f;  ///< fraction of the sunlight that other bodies and stones leave
        float sky = 0.0f;  ///< fraction of the ambient light

        bool operator==(const PosedBody&) const = default;
    };
    /// A species' bodies in the order in which they are drawn: one list a level of detail.
    std::array<std::vector<PosedBody>, kDetailLevels> posed(std::size_t group) const;

private:
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
        DrawnBodies newest{};
    };

    Outcome reserve(std::size_t slots, std::size_t groups);
    PlaceProgram& poseFor(const FrameContext& context) {
        return context.isShadowed() ? m_shadowedPose : m_pose;
    }
    void sendCommands(const FrameContext& context);
    void choose(const FrameContext& context);
    void pose(const FrameContext& context);
    void readCounts(std::size_t groups);

    const BodyMeshes& m_meshes;
    PlaceProgram m_cull{{"cull.comp"}};
    PlaceProgram m_scan{{"scan.comp"}};
    PlaceProgram m_scatter{{"scatter.comp"}};
    PlaceProgram m_pose{{"pose.comp"}};
    PlaceProgram m_shadowedPose{{"pose.comp"}, "SHADOWED"};

    CardBuffer m_levels;    ///< by slot
    CardBuffer m_runs;      ///< bodies of each level in a run; then the places of the first ones
    CardBuffer m_visible;   ///< indices within a group, level by level
    CardBuffer m_poses;     ///< of the visible bodies, in the same order
    CardBuffer m_commands;  ///< BodyCommands of each group
    Counts m_counts;
    std::size_t m_slots = 0;  ///< of the last frame's bodies
};

}  // namespace shoal
