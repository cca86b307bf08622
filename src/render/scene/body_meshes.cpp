#include "render/scene/body_meshes.hpp"

#include <cstddef>

#include "render/gl/gl_debug.hpp"
#include "render/import/obj_body.hpp"

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
void fill(GLenum target, const GlBuffer& buffer, const std::vector<Element>& elements) {
    glBindBuffer(target, buffer.name());
    glBufferData(target, static_cast<GLsizeiptr>(elements.size() * sizeof(Element)), elements.data(),
                 GL_STATIC_DRAW);
    labelGl(GL_BUFFER, buffer.name(), "body meshes");
}

}  // namespace

/// Puts all meshes into one vertex array, whose instances are the poses of the visible bodies.
BodyMeshes::BodyMeshes() {
    for (std::size_t body = 0; body < kBodyKinds; ++body) {
        const auto kind = static_cast<Species::Body>(body);
        m_ranges.push_back(
            add(std::array{makeBodyMesh(kind, BodyDetail::near), makeBodyMesh(kind, BodyDetail::mid),
                           makeBodyMesh(kind, BodyDetail::far)}));
    }
    m_kindVertices = m_allVertices.size();
    m_kindIndices = m_allIndices.size();
    m_array = GlVertexArray::make();
    glBindVertexArray(m_array.name());
    send();
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

MeshRanges BodyMeshes::add(std::span<const BodyMesh, kMeshLevels> levels) {
    MeshRanges ranges;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        ranges[i] = {static_cast<std::uint32_t>(levels[i].indices.size()),
                     static_cast<std::uint32_t>(m_allIndices.size()),
                     static_cast<std::uint32_t>(m_allVertices.size())};
        m_allVertices.insert(m_allVertices.end(), levels[i].vertices.begin(), levels[i].vertices.end());
        m_allIndices.insert(m_allIndices.end(), levels[i].indices.begin(), levels[i].indices.end());
    }
    return ranges;
}

/// Sends all meshes; the vertex array must be bound, since it holds the buffer of indices.
void BodyMeshes::send() {
    fill(GL_ARRAY_BUFFER, m_vertices, m_allVertices);
    fill(GL_ELEMENT_ARRAY_BUFFER, m_indices, m_allIndices);
}

void BodyMeshes::hold(const std::vector<std::string>& files) {
    if (files == m_held) {
        return;
    }
    m_held = files;
    m_own.clear();
    m_problems.clear();
    m_allVertices.resize(m_kindVertices);
    m_allIndices.resize(m_kindIndices);
    std::size_t bytesLeft = kMaxSceneObjBytes;
    for (const std::string& file : files) {
        if (const auto body = loadObj(file, bytesLeft)) {
            m_own[file] = {add(body->levels), body->faces, body->colour};
        } else {
            m_problems[file] = body.problem().text;
        }
    }
    glBindVertexArray(m_array.name());
    send();
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void BodyMeshes::retry() {
    if (!m_problems.empty()) {
        m_held.reset();
    }
}

const BodyMeshes::Own* BodyMeshes::own(const BodyStore::Group& group) const {
    const auto found = m_own.find(group.mesh);
    return group.body == kOwnBody && found != m_own.end() ? &found->second : nullptr;
}

const MeshRanges& BodyMeshes::ranges(const BodyStore::Group& group) const {
    const Own* found = own(group);
    return found != nullptr ? found->ranges : m_ranges[static_cast<std::size_t>(group.body)];
}

void BodyMeshes::bind(const GlVertexArray& array, GLuint poses) {
    glBindVertexArray(array.name());
    glBindVertexBuffer(kPoseBinding, poses, 0, kPoseBytes);
}

}  // namespace shoal
