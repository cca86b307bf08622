#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <shoal/world.hpp>

#include "render/frame/frame.hpp"
#include "render/frame/sky_light.hpp"
#include "render/frame/water_light.hpp"

namespace shoal {

/// The uniform block `Scene` of shaders/scene.glsl, in the same order: sixteen-byte members only, so that C++
/// and std140 agree. A test compares the offsets. Everything is relative to the eye, so that frames far from
/// the origin stay sharp.
struct SceneBlock {
    glm::mat4 viewProjection{1.0f};  ///< from directions and eye-relative offsets in the world to clip space
    glm::vec4 rayCentre{0.0f};       ///< from the eye to the frame's middle, 1 m deep
    glm::vec4 rayRight{0.0f};        ///< what one unit of clip x adds; w: 1 if the view is orthographic
    glm::vec4 rayUp{0.0f};           ///< what one unit of clip y adds; w: 1 for a lab on paper
    glm::vec4 eye{0.0f};             ///< [m]; w: simulated time [s]
    glm::vec4 sun{0.0f};             ///< unit, towards the sun; w: exposure
    glm::vec4 extinction{
        0.0f};                ///< [1/m] red, green, blue; w: the length [m] that looks like one metre of reef
    glm::vec4 surface{0.0f};  ///< x: height of the water's surface above the eye [m]; y: alpha; z: [px] per
                              ///< radian, or per metre if orthographic; w: samples of a pixel
    glm::vec4 viewport{0.0f};       ///< whole frame: width, height; tile: left, bottom [px]
    glm::mat4 sunProjection{1.0f};  ///< from eye-relative offsets to the shadow map's clip space
    glm::vec4 shadow{0.0f};  ///< x: side of a texel of the shadow map, of the whole; y: [m]; z: strength 0 ..
                             ///< 1; w: half the penumbra's width, of the whole
    SkyLight sky;            ///< for place `sky`
    WaterLight water;        ///< for place `water`
};

/// Returns the length [m] that looks like one metre of reef in a world of this size.
float reefMetre(const World& world);

/// `window` is the part of the frame that fills the viewport, `samples` those of a pixel.
SceneBlock makeSceneBlock(const Frame& frame, const World& world, const Tile& window, int samples = 1);

}  // namespace shoal
