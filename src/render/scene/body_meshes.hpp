#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glm/vec3.hpp>

#include "render/bodies/body_mesh.hpp"
#include "render/bodies/body_store.hpp"
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

/// The meshes of all kinds of body, and of files of users, on the card, to be drawn once for each pose.
class BodyMeshes {
public:
    static constexpr std::size_t kPoseBytes = 80;  ///< Pose in shaders/pose.comp

    BodyMeshes();

    /// Replaces the bodies read from users' files by those of these files, if the list has changed. A file
    /// that cannot be read is left out.
    void hold(const std::vector<std::string>& files);
    /// Lets the next hold() read the files again if one could not be read.
    void retry();
    /// Why files held cannot be read, by file.
    const std::map<std::string, std::string>& problems() const { return m_problems; }

    const MeshRanges& ranges(const BodyStore::Group& group) const;

    /// A body read from a user's file.
    struct Own {
        MeshRanges ranges;
        glm::vec3 faces{0.0f};            ///< as in OwnBody
        std::optional<glm::vec3> colour;  ///< likewise
    };
    /// Returns null for a built-in kind, and for a file that could not be read.
    const Own* own(const BodyStore::Group& group) const;

    /// Binds the meshes, of 16-bit indices; an instance takes the next pose of this buffer.
    void bind(GLuint poses) const { bind(m_array, poses); }
    /// Binds only the poses, one for each vertex.
    void bindPoints(GLuint poses) const { bind(m_pointArray, poses); }

private:
    static void bind(const GlVertexArray& array, GLuint poses);
    MeshRanges add(std::span<const BodyMesh, kMeshLevels> levels);
    void send();

    std::vector<MeshRanges> m_ranges;  ///< by kind
    std::vector<BodyVertex> m_allVertices;
    std::vector<std::uint16_t> m_allIndices;
    std::size_t m_kindVertices = 0;  ///< of the kinds, before those of files
    std::size_t m_kindIndices = 0;
    std::optional<std::vector<std::string>> m_held{std::in_place};  ///< files; empty if they are to be read
    std::map<std::string, Own> m_own;                               ///< by file
    std::map<std::string, std::string> m_problems;                  ///< likewise
    GlVertexArray m_array;
    GlVertexArray m_pointArray;
    GlBuffer m_vertices = GlBuffer::make();
    GlBuffer m_indices = GlBuffer::make();
};

}  // namespace shoal
