#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <shoal/scene.hpp>

#include "render/frame/frame.hpp"
#include "render/gl/gl_object.hpp"

namespace shoal {

/// Meshes of three sizes for each kind of body.
inline constexpr std::size_t kMeshLevels = 3;
static_assert(kMeshLevels + 1 == kDetailLevels);

/// Where a level's mesh lies among all meshes.
struct MeshRange {
    std::uint32_t indexCount = 0;
    std::uint32_t firstIndex = 0;
    std::uint32_t baseVertex = 0;
};
using MeshRanges = std::array<MeshRange, kMeshLevels>;  ///< finest first

/// The meshes of all kinds of body on the card, to be drawn once for each pose.
class BodyMeshes {
public:
    static constexpr std::size_t kPoseBytes = 80;  ///< Pose in shaders/pose.comp

    BodyMeshes();

    const MeshRanges& ranges(Species::Body body) const { return m_ranges[static_cast<std::size_t>(body)]; }

    /// Binds the meshes, of 16-bit indices; an instance takes the next pose of this buffer.
    void bind(GLuint poses) const { bind(m_array, poses); }
    /// Binds only the poses, one for each vertex.
    void bindPoints(GLuint poses) const { bind(m_pointArray, poses); }

private:
    static void bind(const GlVertexArray& array, GLuint poses);

    std::vector<MeshRanges> m_ranges;  ///< by Species::Body
    GlVertexArray m_array;
    GlVertexArray m_pointArray;
    GlBuffer m_vertices;
    GlBuffer m_indices;
};

}  // namespace shoal
