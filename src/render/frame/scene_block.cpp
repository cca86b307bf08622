#include "render/frame/scene_block.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>

namespace shoal {
namespace {

struct Light {
    glm::vec3 extinction;  ///< [1/m], for a world of kReferenceExtent
    glm::vec3 towardsSun;  ///< unit
};

/// In the order of LookSettings::Place. Sea water absorbs red first; haze absorbs blue slightly sooner.
const std::array<Light, LookSettings::places.size()> kLights{
    Light{{0.170f, 0.085f, 0.072f}, glm::normalize(glm::vec3{-0.36f, 0.67f, -0.62f})},
    Light{{0.040f, 0.043f, 0.048f}, glm::normalize(glm::vec3{0.15f, 0.085f, -0.98f})},
    Light{{0.034f, 0.037f, 0.042f}, glm::normalize(glm::vec3{-0.88f, 0.31f, -0.36f})},
    Light{{0.0f, 0.0f, 0.0f}, glm::normalize(glm::vec3{-0.30f, 0.90f, 0.32f})}};
constexpr float kLeastAboveLake = 2.0f;  // [m] of the eye

constexpr float kReferenceExtent = 18.0f;  // [m] half the diagonal of the reef's world
constexpr float kMinExtent = 1.0f;
constexpr double kTimeWrap = 36000.0;  // [s] keeps the shaders' clock accurate to a hundredth of a second

float finiteOr(float value, float otherwise) {
    return std::isfinite(value) ? value : otherwise;
}

/// [m] half the world's diagonal
float extentOf(const World& world) {
    return std::max(std::sqrt(lengthSq(world.halfExtent())), kMinExtent);
}

/// Where the sun of place `sky` stands at this elevation [rad]: unit, towards it.
glm::vec3 sunOverLake(float elevation) {
    const glm::vec2 level = glm::normalize(glm::vec2{0.15f, -0.98f});
    return {std::cos(elevation) * level.x, std::sin(elevation), std::cos(elevation) * level.y};
}

}  // namespace

float reefMetre(const World& world) {
    return finiteOr(extentOf(world) / kReferenceExtent, 1.0f);
}

SceneBlock makeSceneBlock(const Frame& frame, const World& world, const Tile& window, int samples) {
    const glm::mat4 projection = cutTo(window, frame.view.projection, frame.size.width, frame.size.height);
    const glm::mat3 toEye(frame.view.view);
    const glm::mat3 toWorld = glm::transpose(toEye);
    const Vec3f half = world.halfExtent();
    const float extent = extentOf(world);
    const float scale = reefMetre(world);
    const float turbidity = std::clamp(finiteOr(frame.look.turbidity, 1.0f), 0.0f, 100.0f);
    const glm::vec3 eye{finiteOr(frame.view.eye.x, 0.0f), finiteOr(frame.view.eye.y, 0.0f),
                        finiteOr(frame.view.eye.z, 0.0f)};

    SceneBlock block;
    block.viewProjection = projection * glm::mat4(toEye);
    // Inverts the projection by hand: exact, and works without a far plane. One of the two columns is zero.
    block.rayCentre = {toWorld * glm::vec3{(projection[2][0] - projection[3][0]) / projection[0][0],
                                           (projection[2][1] - projection[3][1]) / projection[1][1], -1.0f},
                       0.0f};
    block.rayRight = {toWorld * glm::vec3{1.0f / projection[0][0], 0.0f, 0.0f},
                      frame.view.isOrthographic() ? 1.0f : 0.0f};
    block.rayUp = {toWorld * glm::vec3{0.0f, 1.0f / projection[1][1], 0.0f},
                   frame.look.isPaper ? 1.0f : 0.0f};
    block.eye = {eye, static_cast<float>(std::fmod(frame.seconds, kTimeWrap))};
    const Light& light = kLights[static_cast<std::size_t>(frame.look.place)];
    const bool isSky = frame.look.place == LookSettings::Place::sky;
    const float sunElevation = std::clamp(finiteOr(frame.look.sunElevation, 0.0f), -1.0f, 1.5f);
    if (isSky) {
        block.sky = skyLightAt(sunElevation, fractionOf(frame.look.clouds));
        block.sky.land.w = fractionOf(frame.look.land);
    }
    block.sun = {isSky ? sunOverLake(sunElevation) : light.towardsSun,
                 std::clamp(finiteOr(frame.look.brightness, 1.0f), 0.0f, 100.0f)};
    const bool isWater = frame.look.place == LookSettings::Place::water;
    block.water = waterLightOf(frame.look.waterType);
    const glm::vec3 absorption = isWater ? waterAbsorptionOf(frame.look.waterType) : glm::vec3{1.0f};
    block.extinction = {absorption * light.extinction * (turbidity / scale), scale};
    // The surface lies above the world's top, so that no fish touches it.
    const float surface = isSky ? std::min(finiteOr(frame.look.lakeLevel, 0.0f) - eye.y, -kLeastAboveLake)
                                : half.y + 0.25f * extent - eye.y;
    block.surface = {surface, std::clamp(frame.alpha, 0.0f, 1.0f),
                     0.5f * static_cast<float>(frame.size.height) * frame.view.projection[1][1],
                     static_cast<float>(samples)};
    const Tile tile = frame.tile.value_or(Tile{});
    block.viewport = {static_cast<float>(frame.size.width), static_cast<float>(frame.size.height),
                      static_cast<float>(tile.x), static_cast<float>(tile.y)};
    return block;
}

}  // namespace shoal
