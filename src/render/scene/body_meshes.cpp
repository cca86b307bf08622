#include "render/scene/body_meshes.hpp"

#include <cstddef>

#include "render/bodies/body_mesh.hpp"
#include "render/gl/gl_debug.hpp"

namespace shoal {
namespace {

constexpr GLuint kMeshBinding = 0;
constexpr GLuint kPoseBinding = 1;
constexpr GLuint kFirstPoseAttribute = 6;

/// Describes the poses to the vertex array bound. `divisor`: 1 for a pose an instance, 0 for one a vertex.
void describePoses(GLuint divisor) {
    glVertexBindingDivisor(kPoseBinding, divisor);
    for (GLuint i = 0; i < BodyMeshes::kPoseBytes / 16; ++i) {
        const GLuint location = kFirstPoseAttribute + i;
        glEnableVertexAttribArray(location);
        if (i == 3) {
            glVertexAttribIFormat(location, 4, GL_UNSIGNED_INT, i * 16);
        } else {
            glVertexAttribFormat(location, 4, GL_FLOAT, GL_FALSE, i * 16);
        }
        glVertexAttribBinding(location, kPoseBinding);
    }
}

template <class Element>
GlBuffer makeBuffer(GLenum target, const std::vector<Element>& elements) {
    GlBuffer buffer = GlBuffer::make();
    glBindBuffer(target, buffer.name());
    glBufferData(target, static_cast<GLsizeiptr>(elements.size() * sizeof(Element)), elements.data(),
                 GL_STATIC_DRAW);
    labelGl(GL_BUFFER, buffer.name(), "body meshes");
    return buffer;
}

}  // namespace

/// Puts all meshes into one vertex array, whose instances are the poses of the visible bodies.
BodyMeshes::BodyMeshes() {
    std::vector<BodyVertex> vertices;
    std::vector<std::uint16_t> indices;
    for (std::size_t body = 0; body < Species::bodies.size(); ++body) {
        MeshRanges& levels = m_ranges.emplace_back();
        constexpr std::array details{BodyDetail::near, BodyDetail::mid, BodyDetail::far};
        for (std::size_t i = 0; i < details.size(); ++i) {
            const BodyMesh mesh = makeBodyMesh(static_cast<Species::Body>(body), details[i]);
            levels[i] = {static_cast<std::uint32_t>(mesh.indices.size()),
                         static_cast<std::uint32_t>(indices.size()),
                         static_cast<std::uint32_t>(vertices.size())};
            vertices.insert(vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
            indices.insert(indices.end(), mesh.indices.begin(), mesh.indices.end());
        }
    }
    m_array = GlVertexArray::make();
    glBindVertexArray(m_array.name());
    m_vertices = makeBuffer(GL_ARRAY_BUFFER, vertices);
    m_indices = makeBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    glBindVertexBuffer(kMeshBinding, m_vertices.name(), 0, sizeof(BodyVertex));
    const auto attribute = [](GLuint location, GLint size, std::size_t offset) {
        glEnableVertexAttribArray(location);
        glVertexAttribFormat(location, size, GL_FLOAT, GL_FALSE, static_cast<GLuint>(offset));
        glVertexAttribBinding(location, kMeshBinding);
    };
    attribute(0, 3, offsetof(BodyVertex, position));
    attribute(1, 3, offsetof(BodyVertex, normal));
    attribute(2, 4, offsetof(BodyVertex, lift));
    attribute(3, 3, offsetof(BodyVertex, coarsePosition));
    attribute(4, 3, offsetof(BodyVertex, coarseNormal));
    attribute(5, 2, offsetof(BodyVertex, coarseLift));
    describePoses(1);
    m_pointArray = GlVertexArray::make();
    glBindVertexArray(m_pointArray.name());
    describePoses(0);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
}

void BodyMeshes::bind(const GlVertexArray& array, GLuint poses) {
    glBindVertexArray(array.name());
    glBindVertexBuffer(kPoseBinding, poses, 0, kPoseBytes);
}

}  // namespace shoal
