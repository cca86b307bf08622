#include "render/solid_pass.hpp"

#include <array>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace shoal {
namespace {

// As in solid.vert: the shapes, and grids of quads round a sphere and a cylinder.
constexpr int kFloor = 3;
constexpr int kMeridians = 64;
constexpr int kParallels = 32;
constexpr int kBands = 3;

/// [m] Half the edge of the square that a floor is drawn as: past it, any water is opaque.
constexpr float kFloorReach = 3000.0f;
constexpr float kBeaconRadius = 0.16f;  ///< [m], of a scene as large as the reef

constexpr std::array<int, 4> kVertices{kMeridians * kParallels * 6, 36, kMeridians* kBands * 6, 4};

}  // namespace

Result<SolidPass> SolidPass::create(const ShaderLibrary& library) {
    SolidPass pass;
    if (Outcome loaded = pass.reload(library); !loaded) {
        return loaded.problem();
    }
    pass.m_noAttributes = GlVertexArray::make();
    return pass;
}

Outcome SolidPass::reload(const ShaderLibrary& library) {
    Result<Program> program = Program::create(library, "solid.vert", "solid.frag");
    if (!program) {
        return program.problem();
    }
    m_program = std::move(*program);
    return Done{};
}

void SolidPass::draw(std::span<const Obstacle> obstacles, std::span<const Beacon> beacons,
                     const SceneBlock& scene, DrawCost& cost) {
    if (obstacles.empty() && beacons.empty()) {
        return;
    }
    m_program.use();
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glBindVertexArray(m_noAttributes.name());
    m_program.set("uGlow", glm::vec4{0.0f});
    m_program.set("uRim", glm::vec3{0.0f});
    for (const Obstacle& obstacle : obstacles) {
        const float across = obstacle.width / 2;
        switch (obstacle.shape) {
            case Obstacle::Shape::sphere:
                drawOne(0, obstacle.centre(), {across, across, across}, scene, cost);
                break;
            case Obstacle::Shape::box:
                drawOne(1, obstacle.centre(), {across, obstacle.height / 2, obstacle.depth / 2}, scene, cost);
                break;
            case Obstacle::Shape::cylinder:
                drawOne(2, obstacle.centre(), {across, obstacle.height / 2, across}, scene, cost);
                break;
            case Obstacle::Shape::floor:
                drawOne(kFloor, {scene.eye.x, obstacle.y, scene.eye.z},
                        {kFloorReach, kFloorReach, kFloorReach}, scene, cost);
                break;
        }
    }
    const float radius = kBeaconRadius * scene.extinction.w;
    for (const auto& [place, glow, rim] : beacons) {
        m_program.set("uGlow", glm::vec4{glow.x, glow.y, glow.z, 1.0f});
        m_program.set("uRim", glm::vec3{rim.x, rim.y, rim.z});
        drawOne(0, place, {radius, radius, radius}, scene, cost);
    }
    glBindVertexArray(0);
}

void SolidPass::drawOne(int shape, const Vec3f& centre, const Vec3f& half, const SceneBlock& scene,
                        DrawCost& cost) {
    m_program.set("uShape", shape);
    m_program.set("uCentre", glm::vec3{centre.x, centre.y, centre.z} - glm::vec3(scene.eye));
    m_program.set("uHalf", glm::vec3{half.x, half.y, half.z});
    ++cost.calls;
    glDrawArrays(shape == kFloor ? GL_TRIANGLE_STRIP : GL_TRIANGLES, 0,
                 kVertices[static_cast<std::size_t>(shape)]);
}

}  // namespace shoal
