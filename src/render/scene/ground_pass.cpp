#include "render/scene/ground_pass.hpp"

#include <cstddef>

#include <glm/mat4x4.hpp>

#include "render/scene/ground_mesh.hpp"

namespace shoal {
namespace {

bool isSame(const Ground& a, const Ground& b) {
    return a.form == b.form && a.level == b.level && a.relief == b.relief && a.size == b.size;
}

bool isSame(const World& a, const World& b) {
    return a.shape == b.shape && a.width == b.width && a.height == b.height && a.depth == b.depth;
}

/// See uHills in ground.frag; zeros without hills.
glm::mat4 wavesOf(const Ground& ground) {
    glm::mat4 waves{0.0f};
    if (ground.form == Ground::Form::hills) {
        for (int i = 0; i < 4; ++i) {
            const detail::HillWave& wave = detail::kHillWaves[static_cast<std::size_t>(i)];
            waves[i] = {wave.alongX / ground.size, wave.alongZ / ground.size, wave.phase,
                        wave.depth * ground.relief};
        }
    }
    return waves;
}

}  // namespace

GroundPass::GroundPass()
    : m_array(GlVertexArray::make()), m_vertices(GlBuffer::make()), m_indices(GlBuffer::make()) {}

void GroundPass::upload(const Ground& ground, const World& world) {
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
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void GroundPass::draw(LookSettings::Place place, DrawCost& cost) {
    if (isEmpty()) {
        return;
    }
    Program& program = m_programs.in(place);
    program.use();
    program.set("uReach", m_reach);
    program.set("uHills", wavesOf(m_ground));
    program.set("uSearched", m_ground.isSurface() ? m_ground.size / 2 : 0.0f);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glBindVertexArray(m_array.name());
    ++cost.calls;
    glDrawElements(GL_TRIANGLES, m_indexCount, GL_UNSIGNED_INT, nullptr);
    glBindVertexArray(0);
}

}  // namespace shoal
