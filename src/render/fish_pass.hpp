#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "render/fish_mesh.hpp"
#include "render/gl_object.hpp"
#include "render/program.hpp"
#include "render/renderer.hpp"
#include "render/scene_block.hpp"

namespace shoal {

/// Draws every body: instances packed once a step, sorted by distance into three levels of detail for each
/// picture, three draws a species.
class FishPass {
public:
    static Result<FishPass> create(const ShaderLibrary& library);

    /// Compiles the shaders anew; the old ones stay on a problem.
    Outcome reload(const ShaderLibrary& library);

    void upload(std::span<const School> schools);
    void draw(const Frame& frame, const SceneBlock& scene);

    std::size_t drawnBodies() const { return m_drawnBodies; }
    std::vector<std::string> faults() const { return m_program.faults(); }

private:
    /// What the vertex shader reads of each body: 52 bytes.
    struct Instance {
        std::array<float, 3> before;             ///< [m]
        std::array<float, 3> now;                ///< [m]
        std::array<std::int16_t, 4> poseBefore;  ///< forward; roll, 1 being 45°
        std::array<std::int16_t, 4> poseNow;
        std::array<std::int16_t, 2> bend;  ///< before, now; 1 being 1 rad
        std::array<std::uint16_t, 2>
            stroke;  ///< the tail's phase now and its advance in the last step, in beats
        std::array<std::uint8_t, 4> variety;  ///< size, hue, beat, highlight
    };
    static_assert(sizeof(Instance) == 52);

    struct Level {
        GlVertexArray array;
        GlBuffer vertices;
        GlBuffer indices;
        GLsizei indexCount = 0;
        std::vector<Instance> visible;  ///< of the species being drawn; keeps its storage
    };

    struct PackedSchool {
        std::vector<Instance> instances;
        std::vector<std::uint32_t> ids;
        float bodyLength = 0.25f;
    };

    static Instance pack(const School& school, std::size_t slot);
    void sortIntoLevels(const PackedSchool& school, const SceneBlock& scene,
                        std::optional<std::uint32_t> highlighted);
    void drawLevel(Level& level);

    Program m_program;
    std::array<Level, 3> m_levels;
    GlBuffer m_instances;
    std::vector<PackedSchool> m_schools;
    std::size_t m_drawnBodies = 0;
};

}  // namespace shoal
