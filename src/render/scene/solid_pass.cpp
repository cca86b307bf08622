#include "render/scene/solid_pass.hpp"

#include <array>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace shoal {
namespace {

// As in solid.vert: the shape numbers, and the grids of quads of a sphere, a cylinder and a floor.
constexpr int kFloor = 3;
constexpr int kMeridians = 64;
constexpr int kParallels = 32;
constexpr int kBands = 3;
constexpr int kFloorRings = 6;

constexpr float kBeaconRadius = 0.16f;  ///< [m] in a scene as large as the reef
constexpr float kFirstRing = 4.0f;      ///< [m] radius of a floor's smallest ring, likewise

constexpr std::array<int, 4> kVertices{kMeridians * kParallels * 6, 36, kMeridians* kBands * 6,
                                       kMeridians* kFloorRings * 6};

}  // namespace

SolidPass::SolidPass() : m_noAttributes(GlVertexArray::make()) {}

void SolidPass::draw(std::span<const Obstacle> obstacles, std::span<const Beacon> beacons,
                     LookSettings::Place place, const SceneBlock& scene, DrawCost& cost) {
    if (obstacles.empty() && beacons.empty()) {
        return;
    }
    Program& program = m_programs.in(place);
    program.use();
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glBindVertexArray(m_noAttributes.name());
    program.set("uGlow", glm::vec4{0.0f});
    program.set("uRim", glm::vec3{0.0f});
    for (const Obstacle& obstacle : obstacles) {
        const float across = obstacle.width / 2;
        switch (obstacle.shape) {
            case Obstacle::Shape::sphere:
                drawOne(program, 0, obstacle.centre(), {across, across, across}, scene, cost);
                break;
            case Obstacle::Shape::box:
                drawOne(program, 1, obstacle.centre(), {across, obstacle.height / 2, obstacle.depth / 2},
                        scene, cost);
                break;
            case Obstacle::Shape::cylinder:
                drawOne(program, 2, obstacle.centre(), {across, obstacle.height / 2, across}, scene, cost);
                break;
            case Obstacle::Shape::floor: {
                const float ring = kFirstRing * scene.extinction.w;
                drawOne(program, kFloor, {scene.eye.x, obstacle.y, scene.eye.z}, {ring, ring, ring}, scene,
                        cost);
                break;
            }
        }
    }
    for (const Beacon& beacon : beacons) {
        const float radius = kBeaconRadius * beacon.size * scene.extinction.w;
        program.set("uGlow", glm::vec4{beacon.glow.x, beacon.glow.y, beacon.glow.z, 1.0f});
        program.set("uRim", glm::vec3{beacon.rim.x, beacon.rim.y, beacon.rim.z});
        drawOne(program, 0, beacon.place, {radius, radius, radius}, scene, cost);
    }
    glBindVertexArray(0);
}

void SolidPass::drawOne(Program& program, int shape, const Vec3f& centre, const Vec3f& half,
                        const SceneBlock& scene, DrawCost& cost) {
    program.set("uShape", shape);
    program.set("uCentre", glm::vec3{centre.x, centre.y, centre.z} - glm::vec3(scene.eye));
    program.set("uHalf", glm::vec3{half.x, half.y, half.z});
    ++cost.calls;
    glDrawArrays(GL_TRIANGLES, 0, kVertices[static_cast<std::size_t>(shape)]);
}

}  // namespace shoal
