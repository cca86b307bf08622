#include "render/card/card_ground.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "render/card/ground_mesh.hpp"

namespace shoal {
namespace {

bool isSame(const Ground& a, const Ground& b) {
    return a.form == b.form && a.level == b.level && a.relief == b.relief && a.size == b.size;
}

bool isSame(const World& a, const World& b) {
    return a.shape == b.shape && a.width == b.width && a.height == b.height && a.depth == b.depth;
}

constexpr int kHeights = 256;           // along a side
constexpr float kHeightsMargin = 1.5f;  // [half sizes of the world]

}  // namespace

CardGround::CardGround()
    : m_array(GlVertexArray::make()),
      m_vertices(GlBuffer::make()),
      m_indices(GlBuffer::make()),
      m_heights(GlTexture::make()) {}

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
    if (ground.form != Ground::Form::none) {
        uploadHeights();
    }
}

void CardGround::uploadHeights() {
    const Vec3f half = m_world.halfExtent();
    m_heightsReach = kHeightsMargin * std::max({half.x, half.z, 1.0f});
    const auto placeOf = [&](int texel) {
        return m_heightsReach * ((2.0f * static_cast<float>(texel) + 1.0f) / kHeights - 1.0f);
    };
    std::vector<float> heights;
    heights.reserve(kHeights * kHeights);
    for (int z = 0; z < kHeights; ++z) {
        for (int x = 0; x < kHeights; ++x) {
            heights.push_back(m_ground.heightAt(placeOf(x), placeOf(z)));
        }
    }
    glBindTexture(GL_TEXTURE_2D, m_heights.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, kHeights, kHeights, 0, GL_RED, GL_FLOAT, heights.data());
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
        glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
    }
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
        glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
}

void CardGround::draw() const {
    glBindVertexArray(m_array.name());
    glDrawElements(GL_TRIANGLES, m_indexCount, GL_UNSIGNED_INT, nullptr);
    glBindVertexArray(0);
}

}  // namespace shoal
