#include "render/scene/solid_pass.hpp"

#include <algorithm>
#include <array>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace shoal {
namespace {

// As in solid.vert: the grids of quads of a sphere and a cylinder.
constexpr int kMeridians = 64;
constexpr int kParallels = 32;
constexpr int kFaceCells = 16;

constexpr float kBeaconRadius = 0.16f;  ///< [m] in a scene as large as the reef
constexpr float kMostOfBody = 0.5f;     ///< of the longest body that a beacon's radius has in a larger scene
constexpr float kHaloSize = 8.0f;       ///< [radii of its beacon]
constexpr float kHaloThrough = 0.3f;    ///< fraction of a halo that shines through things

constexpr float kRoughness = 0.06f;  ///< of a stone's least width: how far its surface lies within its shape

constexpr std::array<int, 3> kVertices{kMeridians * kParallels * 6, 6 * kFaceCells* kFaceCells * 6,
                                       kMeridians* kParallels * 6};

/// [beacons' usual sizes] Large enough to be seen in the dents of a surface among the bodies that gather
/// there.
constexpr float kBestSize = 2.5f;

/// A light that marks a position.
struct Beacon {
    Vec3f place;  ///< [m]
    Vec3f glow;   ///< in linear light
    Vec3f rim;    ///< in linear light, at the edge of its disc
    float size = 1.0f;
};

/// Goals are warm like lamps; attractors are green, or red if they repel; the best place found by a search is
/// white.
std::vector<Beacon> beaconsOf(const CardScene& scene, float alpha) {
    std::vector<Beacon> result;
    for (std::size_t k = 0; k < scene.goals.size(); ++k) {
        const Vec3f place = scene.goalsBefore[k] + (scene.goals[k] - scene.goalsBefore[k]) * alpha;
        result.push_back({place, {1.9f, 0.95f, 0.30f}, {1.3f, 1.0f, 0.6f}});
    }
    for (const Vec3f& best : scene.bests) {
        result.push_back({best, {1.5f, 1.6f, 1.8f}, {1.2f, 1.3f, 1.5f}, kBestSize});
    }
    for (const Attractor& attractor : scene.attractors) {
        if (attractor.isHunter()) {
            continue;  // a body
        }
        if (attractor.pull < 0.0f) {
            result.push_back({attractor.place(), {1.7f, 0.12f, 0.06f}, {1.2f, 0.30f, 0.16f}});
        } else {
            result.push_back({attractor.place(), {0.35f, 1.7f, 0.45f}, {0.5f, 1.2f, 0.6f}});
        }
    }
    return result;
}

/// [m] In a wide world, a beacon as large as a reef's would hide the bodies.
float radiusOf(const Beacon& beacon, const FrameContext& context) {
    float body = 0.0f;
    for (const BodyStore::Group& group : context.scene.bodies.groups()) {
        body = std::max(body, group.bodyLength);
    }
    const float usual = kBeaconRadius * context.block.extinction.w;
    return beacon.size * (body > 0.0f ? std::min(usual, kMostOfBody * body) : usual);
}

}  // namespace

bool SolidPass::isNeeded(const FrameContext& context) const {
    const CardScene& scene = context.scene;
    return !scene.obstacles.empty() || !scene.goals.empty() || !scene.attractors.empty() ||
           !scene.bests.empty();
}

Outcome SolidPass::draw(FrameContext& context) {
    Program& program = programFor(context).in(context.place());
    program.use();
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    program.set("uGlow", glm::vec4{0.0f});
    program.set("uRim", glm::vec3{0.0f});
    drawStones(context, program);
    drawBeacons(context, program);
    return Done{};
}

namespace {

void drawOne(const FrameContext& context, Program& program, int shape, const Vec3f& centre, const Vec3f& half,
             float roughness) {
    program.set("uShape", shape);
    program.set("uRoughness", roughness * 2.0f * std::min({half.x, half.y, half.z}));
    program.set("uCentre", glm::vec3{centre.x, centre.y, centre.z} - glm::vec3(context.block.eye));
    const CardGround& ground = context.scene.ground;
    const float foot = ground.isEmpty() ? -1e9f : ground.ground().heightAt(centre.x, centre.z);
    program.set("uHalf", glm::vec4{half.x, half.y, half.z, foot - context.block.eye.y});
    ++context.cost.calls;
    glDrawArrays(GL_TRIANGLES, 0, kVertices[static_cast<std::size_t>(shape)]);
}

}  // namespace

void SolidPass::drawStones(const FrameContext& context, Program& program) const {
    glBindVertexArray(m_noAttributes.name());
    for (const Obstacle& obstacle : context.scene.obstacles) {
        const float across = obstacle.width / 2;
        switch (obstacle.shape) {
            case Obstacle::Shape::sphere:
                drawOne(context, program, 0, obstacle.centre(), {across, across, across}, kRoughness);
                break;
            case Obstacle::Shape::box:
                drawOne(context, program, 1, obstacle.centre(),
                        {across, obstacle.height / 2, obstacle.depth / 2}, kRoughness);
                break;
            case Obstacle::Shape::cylinder:
                drawOne(context, program, 2, obstacle.centre(), {across, obstacle.height / 2, across},
                        kRoughness);
                break;
            case Obstacle::Shape::floor:
                break;  // part of the ground: see drawnGround()
        }
    }
    glBindVertexArray(0);
}

void SolidPass::drawBeacons(const FrameContext& context, Program& program) const {
    glBindVertexArray(m_noAttributes.name());
    for (const Beacon& beacon : beaconsOf(context.scene, context.frame.alpha)) {
        const float radius = radiusOf(beacon, context);
        program.set("uGlow", glm::vec4{beacon.glow.x, beacon.glow.y, beacon.glow.z, 1.0f});
        program.set("uRim", glm::vec3{beacon.rim.x, beacon.rim.y, beacon.rim.z});
        drawOne(context, program, 0, beacon.place, {radius, radius, radius}, 0.0f);
    }
    glBindVertexArray(0);
}

bool HaloPass::isNeeded(const FrameContext& context) const {
    return !context.frame.isTransparent && context.place() != LookSettings::Place::lab &&
           (!context.scene.goals.empty() || !context.scene.attractors.empty() ||
            !context.scene.bests.empty());
}

Outcome HaloPass::draw(FrameContext& context) {
    Program& program = m_program.in(context.place());
    program.use();
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE);
    glBindVertexArray(m_noAttributes.name());
    for (const Beacon& beacon : beaconsOf(context.scene, context.frame.alpha)) {
        const glm::vec3 place =
            glm::vec3{beacon.place.x, beacon.place.y, beacon.place.z} - glm::vec3(context.block.eye);
        program.set("uPlace", glm::vec4{place, kHaloSize * radiusOf(beacon, context)});
        // Where something is in front of it, a part shines through.
        for (const bool isThrough : {true, false}) {
            isThrough ? glDisable(GL_DEPTH_TEST) : glEnable(GL_DEPTH_TEST);
            const float share = isThrough ? kHaloThrough : 1.0f - kHaloThrough;
            program.set("uGlow", share * glm::vec3{beacon.glow.x, beacon.glow.y, beacon.glow.z});
            glDrawArrays(GL_TRIANGLES, 0, 6);
        }
        context.cost.calls += 2;
    }
    glBindVertexArray(0);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
    return Done{};
}

Outcome SolidShadowPass::draw(FrameContext& context) {
    m_map.begin(context);
    ShadowMap::clear();
    Program& program = m_program.in();
    program.use();
    m_solids.drawStones(context, program);
    m_map.end(context);
    return Done{};
}

}  // namespace shoal
