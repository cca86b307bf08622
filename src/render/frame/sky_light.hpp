#pragma once

#include <glm/vec4.hpp>

namespace shoal {

/// The colours of place `sky`, in linear light: the struct of the same name in shaders/scene.glsl, in the
/// same order. Each holds red, green and blue.
struct SkyLight {
    glm::vec4 high{0.0f};   ///< the sky overhead; w: how much of it clouds cover, 0 .. 1
    glm::vec4 arch{0.0f};   ///< the sky a little above the horizon; w: 0 a clear sky .. 1 an overcast one
    glm::vec4 below{0.0f};  ///< the air below the horizon; w: 0 long thin clouds .. 1 heaps
    glm::vec4 towardsSun{0.0f};   ///< the horizon towards the sun …; w: how narrow its band is
    glm::vec4 fromSun{0.0f};      ///< … and opposite
    glm::vec4 glow{0.0f};         ///< round the sun
    glm::vec4 disc{0.0f};         ///< the sun itself
    glm::vec4 sunlight{0.0f};     ///< on a surface that faces the sun
    glm::vec4 ambientUp{0.0f};    ///< on a surface that faces up …
    glm::vec4 ambientDown{0.0f};  ///< … and down
    glm::vec4 rim{0.0f};          ///< along the edges of bodies
    glm::vec4 cloudLit{0.0f};     ///< clouds, where the sun meets them …
    glm::vec4 cloudShade{0.0f};   ///< … and in their own shade
    glm::vec4 land{
        0.0f};  ///< hills without the haze before them; w: how high they rise, 0 .. 1: see LookSettings
};

/// Returns the light when the sun is this high [rad], below zero after sunset, and clouds cover so much of
/// the sky, 0 .. 1. Continuous in both.
SkyLight skyLightAt(float sunElevation, float clouds);

}  // namespace shoal
