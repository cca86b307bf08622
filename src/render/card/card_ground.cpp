#include "render/card/card_ground.hpp"

#include <cstddef>

#include "render/card/ground_mesh.hpp"

namespace shoal {
namespace {

bool isSame(const Ground& a, const Ground& b) {
    return a.form == b.form && a.level == b.level && a.relief == b.relief && a.size == b.size;
}

bool isSame(const World& a, const World& b) {
    return a.shape == b.shape && a.width == b.width && a.height == b.height && a.depth == b.depth;
}

}  // namespace

CardGround::CardGround()
    : m_array(GlVertexArray::make()), m_vertices(GlBuffer::make()), m_indices(GlBuffer::make()) {}

void CardGround::upload(const Ground& ground, const World& world) {
    if (isSame(ground, m_ground) && isSame(world, m_world)) {
        return;
    }
    m_ground = ground;
    m_world = world;
    const GroundMesh mesh = makeGroundMesh(ground, world);
    m_indexCount = static_cast<GLsizei>(mesh.indices.size());
    m_reach = mesh.reach;
    glBindVertexArray(m_array.name());
    glBindBuffer(GL_ARRAY_BUFFER, m_vertices.name());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.vertices.size() * sizeof(GroundVertex)),
                 mesh.vertices.data(), GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m_indices.name());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 static_cast<GLsizeiptr>(mesh.indices.size() * sizeof(std::uint32_t)), mesh.indices.data(),
                 GL_STATIC_DRAW);
    const auto attribute = [](GLuint location, GLint size, std::size_t offset) {
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, size, GL_FLOAT, GL_FALSE, sizeof(GroundVertex), atOffset(offset));
    };
    attribute(0, 3, offsetof(GroundVertex, position));
    attribute(1, 3, offsetof(GroundVertex, normal));
    attribute(2, 1, offsetof(GroundVertex, height));
    glBindVertexArray(0);
}

void CardGround::draw() const {
    glBindVertexArray(m_array.name());
    glDrawElements(GL_TRIANGLES, m_indexCount, GL_UNSIGNED_INT, nullptr);
    glBindVertexArray(0);
}

}  // namespace shoal
