#include "render/light/shadow_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "render/gl/gl_debug.hpp"
#include "render/gl/gl_errors.hpp"

namespace shoal {
namespace {

constexpr GLuint kShadowUnit = 6;  // as in sun_shadow.glsl

/// [body lengths] Farthest from its middle that the map shows standing bodies: beyond, legs are too thin.
constexpr double kHerdReach = 20.0;
/// The map's depth, in its radii. What stands nearer to the sun is drawn at its edge.
constexpr double kDepth = 3.0;
/// Shadows fade from 0.85 of the map's radius on, as in sun_shadow.glsl; obstacles lie within.
constexpr double kFull = 0.85;
/// [m of reef] Half the width of a shadow's edge under a surface whose waves spread the sunlight. Chosen.
constexpr float kWaterPenumbra = 0.2f;

struct Sphere {
    glm::dvec3 centre{0.0};
    double radius = 0.0;
};

glm::dvec3 vectorOf(const Vec3f& v) {
    return {v.x, v.y, v.z};
}

/// Returns a sphere round all obstacles that throw shadows; its radius is 0 if there are none.
Sphere aroundObstacles(const CardScene& scene) {
    glm::dvec3 least{0.0};
    glm::dvec3 most{0.0};
    bool isFirst = true;
    for (const Obstacle& obstacle : scene.obstacles) {
        if (obstacle.shape == Obstacle::Shape::floor) {
            continue;
        }
        const bool isBall = obstacle.shape == Obstacle::Shape::sphere;
        const bool isBox = obstacle.shape == Obstacle::Shape::box;
        const glm::dvec3 half = 0.5 * glm::dvec3{obstacle.width, isBall ? obstacle.width : obstacle.height,
                                                 isBox ? obstacle.depth : obstacle.width};
        const glm::dvec3 centre = vectorOf(obstacle.centre());
        least = isFirst ? centre - half : glm::min(least, centre - half);
        most = isFirst ? centre + half : glm::max(most, centre + half);
        isFirst = false;
    }
    return {0.5 * (least + most), 0.5 * glm::length(most - least) / kFull};
}

/// [m] of the longest standing bodies; 0 without any.
double lengthOfHerd(const CardScene& scene) {
    double length = 0.0;
    for (const BodyStore::Group& group : scene.bodies.groups()) {
        if (standsOnGround(group.body) && group.count > 0) {
            length = std::max(length, static_cast<double>(group.bodyLength));
        }
    }
    return length;
}

/// The part of a herd that is looked at.
Sphere partOfHerd(const CardScene& scene, const Frame& frame, const glm::dvec3& eye, double length) {
    const Vec3f half = scene.world.halfExtent();
    const double whole = std::hypot(half.x, half.z);
    const double radius = std::min(whole, kHerdReach * length);
    const glm::dvec3 forward = -glm::dvec3(glm::transpose(glm::mat3(frame.view.view))[2]);
    glm::dvec3 centre{0.0};
    if (radius < whole) {
        const double along = std::max(static_cast<double>(frame.view.focus), 0.8 * radius);
        centre = eye + along * forward;
    }
    const Ground& ground = scene.ground.ground();
    centre.y = ground.heightAt(static_cast<float>(centre.x), static_cast<float>(centre.z));
    return {centre, radius};
}

}  // namespace

SunView sunViewOf(const CardScene& scene, const Frame& frame, const SceneBlock& block, int side) {
    const glm::dvec3 eye(block.eye);
    const double herd = lengthOfHerd(scene);
    const Sphere seen = herd > 0.0 ? partOfHerd(scene, frame, eye, herd) : aroundObstacles(scene);
    if (side <= 0 || !(seen.radius > 0.0) || !std::isfinite(seen.radius) ||
        !std::isfinite(glm::dot(seen.centre, seen.centre))) {
        return {};
    }
    const glm::dvec3 back = glm::normalize(glm::dvec3(block.sun));
    const glm::dvec3 level = std::abs(back.y) > 0.99 ? glm::dvec3{1.0, 0.0, 0.0} : glm::dvec3{0.0, 1.0, 0.0};
    const glm::dvec3 right = glm::normalize(glm::cross(level, back));
    const glm::dvec3 up = glm::cross(back, right);
    // A margin for the taps of a narrow penumbra; a wide one lies within it, because obstacles end at kFull.
    const double radius = seen.radius * (1.0 + 8.0 / side);
    const double texel = 2.0 * radius / side;
    const auto whole = [texel](double at) { return std::round(at / texel) * texel; };
    const double depth = kDepth * radius;
    SunView view;
    view.texel = static_cast<float>(texel);
    view.penumbra = 0.65f * view.texel;
    if (frame.look.place == LookSettings::Place::water) {
        view.penumbra = std::max(view.penumbra, kWaterPenumbra * block.extinction.w);
    }
    const std::array rows{
        glm::dvec4{right, glm::dot(eye, right) - whole(glm::dot(seen.centre, right))} / radius,
        glm::dvec4{up, glm::dot(eye, up) - whole(glm::dot(seen.centre, up))} / radius,
        glm::dvec4{-back, glm::dot(seen.centre - eye, back)} / depth, glm::dvec4{0.0, 0.0, 0.0, 1.0}};
    view.projection = glm::mat4(glm::transpose(glm::dmat4(rows[0], rows[1], rows[2], rows[3])));
    return view;
}

Outcome ShadowMap::require(int side) {
    if (m_side != side) {
        takeOutOfMemory();  // earlier errors
        m_side = 0;
        m_sceneBlock = GlBuffer::make();
        m_texture = GlTexture::make();
        glBindTexture(GL_TEXTURE_2D, m_texture.name());
        labelGl(GL_TEXTURE, m_texture.name(), "shadow map");
        glTexStorage2D(GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT24, side, side);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
        m_framebuffer = GlFramebuffer::make();
        glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer.name());
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, m_texture.name(), 0);
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
        const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glBindTexture(GL_TEXTURE_2D, 0);
        if (takeOutOfMemory()) {
            return outOfGraphicsMemory();
        }
        if (status != GL_FRAMEBUFFER_COMPLETE) {
            return Problem{
                fmt::format("the graphics driver refuses a shadow map (0x{:04x}); try low quality", status)};
        }
        m_side = side;
        // Light everywhere, until something is drawn into it.
        constexpr float kFarthest = 1.0f;
        glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer.name());
        glDepthMask(GL_TRUE);
        glClearBufferfv(GL_DEPTH, 0, &kFarthest);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
    }
    glActiveTexture(GL_TEXTURE0 + kShadowUnit);
    glBindTexture(GL_TEXTURE_2D, m_texture.name());
    glActiveTexture(GL_TEXTURE0);
    return Done{};
}

void ShadowMap::begin(const FrameContext& context) {
    SceneBlock block = context.block;
    block.viewProjection = block.sunProjection;
    glBindBuffer(GL_UNIFORM_BUFFER, m_sceneBlock.name());
    glBufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, Program::kSceneBinding, m_sceneBlock.name());
    context.cost.frameBytes += sizeof block;
    glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer.name());
    glViewport(0, 0, m_side, m_side);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glEnable(GL_DEPTH_CLAMP);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2.0f, 2.0f);
}

void ShadowMap::clear() {
    glClear(GL_DEPTH_BUFFER_BIT);
}

void ShadowMap::end(const FrameContext& context) {
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_DEPTH_CLAMP);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(0);
    glBindVertexArray(0);
    glBindBufferBase(GL_UNIFORM_BUFFER, Program::kSceneBinding, context.sceneBlock);
}

}  // namespace shoal
