#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "render/fish_mesh.hpp"
#include "render/fish_records.hpp"
#include "render/gl_object.hpp"
#include "render/program.hpp"
#include "render/renderer.hpp"
#include "render/scene_block.hpp"
#include "render/visible_fish.hpp"

namespace shoal {

/// Draws every body: their records go to the driver once a step, in buffers that the vertex shader reads by
/// index; each picture then hands over only the indices of those to draw, sorted into three levels of detail.
/// Three draws a species, as long as its records fit into one buffer.
class FishPass {
public:
    /// `mostTexels` bounds a buffer of records; 0 for what the driver can.
    static Result<FishPass> create(const ShaderLibrary& library, int mostTexels = 0);

    /// Compiles the shaders anew; the old ones stay on a problem.
    Outcome reload(const ShaderLibrary& library);

    /// Returns the bytes handed to the driver.
    std::size_t upload(std::span<const School> schools);
    void draw(const Frame& frame, const SceneBlock& scene, DrawCost& cost);

    std::vector<std::string> faults() const { return m_program.faults(); }

private:
    struct Level {
        GlVertexArray array;
        GlBuffer vertices;
        GlBuffer indices;
        GLsizei indexCount = 0;
    };

    /// Records of one species, as many as one buffer texture holds.
    struct Batch {
        std::size_t species = 0;
        std::size_t first = 0;
        std::size_t count = 0;
        VisibleFish visible;  ///< in the last picture, counted from `first`
    };

    struct RecordBuffer {
        GlBuffer buffer;
        GlTexture texture;
    };

    void makeLevel(Level& level, FishDetail detail);
    /// What a species' bodies look like, in linear light.
    struct Palette {
        glm::vec3 back, flank, belly, stripe;
    };
    static Palette paletteOf(std::size_t species, const School& school);
    void setPalette(std::size_t species);
    void setMorph(std::size_t level, Drawing drawing);
    void sendVisible(const Frame& frame, const SceneBlock& scene, DrawCost& cost);

    Program m_program;
    std::array<Level, 3> m_levels;
    std::size_t m_batchRecords = 1;  ///< at most, in each
    std::vector<FishRecord> m_records;
    std::vector<Palette> m_palettes;  ///< one a species
    std::vector<Batch> m_batches;
    std::vector<RecordBuffer> m_recordBuffers;  ///< one a batch; there may be more than are in use
    FishFinder m_finder;
    std::vector<std::uint32_t> m_visible;  ///< indices of all batches and levels
    GlBuffer m_visibleBuffer;
};

}  // namespace shoal
