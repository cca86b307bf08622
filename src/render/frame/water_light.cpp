#include "render/frame/water_light.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/common.hpp>

namespace shoal {
namespace {

struct Water {
    glm::vec3 deep;
    glm::vec3 level;
    glm::vec3 up;
    glm::vec3 tint;
    glm::vec3 absorption;
};

// Open ocean, clear shelf and green coast: Jerlov 1976, Marine Optics, types I, III and 5C, brightened for
// the picture. Plankton and dissolved matter absorb blue first.
constexpr std::array kWaters{Water{{0.0006f, 0.0060f, 0.0320f},
                                   {0.0022f, 0.0400f, 0.1500f},
                                   {0.0150f, 0.2200f, 0.4600f},
                                   {0.80f, 0.86f, 1.20f},
                                   {1.05f, 1.0f, 0.85f}},
                             Water{{0.0008f, 0.0085f, 0.0280f},
                                   {0.0026f, 0.0580f, 0.1350f},
                                   {0.0200f, 0.2900f, 0.4200f},
                                   {1.0f, 1.0f, 1.0f},
                                   {1.0f, 1.0f, 1.0f}},
                             Water{{0.0020f, 0.0140f, 0.0120f},
                                   {0.0110f, 0.0700f, 0.0520f},
                                   {0.0800f, 0.2900f, 0.1900f},
                                   {1.70f, 1.00f, 0.56f},
                                   {1.0f, 1.0f, 1.7f}}};
constexpr float kCoastal = 0.3f;         // the type of the middle one
constexpr float kLevel = 0.55f / 1.40f;  // where the parabola has the level colour: see water.glsl

Water waterOf(float type) {
    const float at = std::isfinite(type) ? std::clamp(type, 0.0f, 1.0f) : kCoastal;
    const bool isOcean = at < kCoastal;
    const Water& from = kWaters[isOcean ? 0 : 1];
    const Water& to = kWaters[isOcean ? 1 : 2];
    const float t = isOcean ? at / kCoastal : (at - kCoastal) / (1.0f - kCoastal);
    return {glm::mix(from.deep, to.deep, t), glm::mix(from.level, to.level, t), glm::mix(from.up, to.up, t),
            glm::mix(from.tint, to.tint, t), glm::mix(from.absorption, to.absorption, t)};
}

}  // namespace

WaterLight waterLightOf(float type) {
    const Water water = waterOf(type);
    const glm::vec3 bend =
        (water.level - (1.0f - kLevel) * (1.0f - kLevel) * water.deep - kLevel * kLevel * water.up) /
        (2.0f * kLevel * (1.0f - kLevel));
    return {{water.deep, 0.0f}, {bend, 0.0f}, {water.up, 0.0f}, {water.tint, 0.0f}};
}

glm::vec3 waterAbsorptionOf(float type) {
    return waterOf(type).absorption;
}

}  // namespace shoal
