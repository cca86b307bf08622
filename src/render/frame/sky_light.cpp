#include "render/frame/sky_light.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace shoal {
namespace {

struct Hour {
    float elevation;  ///< [°] of the sun
    SkyLight light;
};

// Blue hour, sunset, low sun, golden hour, morning, noon. Chosen for the look, as a camera would expose each.
const std::array kHours{Hour{-6.0f,
                             {.high = {0.006f, 0.017f, 0.062f, 0.0f},
                              .arch = {0.030f, 0.058f, 0.165f, 0.0f},
                              .below = {0.018f, 0.028f, 0.062f, 0.0f},
                              .towardsSun = {0.640f, 0.250f, 0.110f, 120.0f},
                              .fromSun = {0.050f, 0.062f, 0.140f, 0.0f},
                              .glow = {0.100f, 0.048f, 0.030f, 0.0f},
                              .disc = {0.0f, 0.0f, 0.0f, 0.0f},
                              .sunlight = {0.120f, 0.055f, 0.036f, 0.0f},
                              .ambientUp = {0.130f, 0.190f, 0.360f, 0.0f},
                              .ambientDown = {0.060f, 0.070f, 0.120f, 0.0f},
                              .rim = {0.240f, 0.140f, 0.140f, 0.0f},
                              .cloudLit = {0.230f, 0.110f, 0.150f, 0.0f},
                              .cloudShade = {0.026f, 0.036f, 0.085f, 0.0f},
                              .land = {0.010f, 0.013f, 0.030f, 0.0f}}},
                        Hour{0.0f,
                             {.high = {0.018f, 0.034f, 0.105f, 0.0f},
                              .arch = {0.130f, 0.105f, 0.225f, 0.0f},
                              .below = {0.070f, 0.072f, 0.130f, 0.0f},
                              .towardsSun = {0.920f, 0.270f, 0.075f, 48.0f},
                              .fromSun = {0.170f, 0.115f, 0.205f, 0.0f},
                              .glow = {0.440f, 0.150f, 0.045f, 0.0f},
                              .disc = {1.800f, 0.700f, 0.200f, 0.0f},
                              .sunlight = {0.560f, 0.230f, 0.100f, 0.0f},
                              .ambientUp = {0.340f, 0.360f, 0.560f, 0.0f},
                              .ambientDown = {0.150f, 0.120f, 0.160f, 0.0f},
                              .rim = {0.560f, 0.290f, 0.220f, 0.0f},
                              .cloudLit = {1.000f, 0.330f, 0.190f, 0.0f},
                              .cloudShade = {0.150f, 0.110f, 0.190f, 0.0f},
                              .land = {0.036f, 0.026f, 0.055f, 0.0f}}},
                        Hour{5.0f,
                             {.high = {0.022f, 0.050f, 0.150f, 0.0f},
                              .arch = {0.160f, 0.170f, 0.300f, 0.0f},
                              .below = {0.105f, 0.110f, 0.175f, 0.0f},
                              .towardsSun = {0.950f, 0.360f, 0.110f, 32.0f},
                              .fromSun = {0.260f, 0.160f, 0.220f, 0.0f},
                              .glow = {0.500f, 0.210f, 0.060f, 0.0f},
                              .disc = {2.400f, 1.350f, 0.550f, 0.0f},
                              .sunlight = {0.860f, 0.500f, 0.270f, 0.0f},
                              .ambientUp = {0.500f, 0.560f, 0.780f, 0.0f},
                              .ambientDown = {0.230f, 0.180f, 0.190f, 0.0f},
                              .rim = {0.620f, 0.420f, 0.340f, 0.0f},
                              .cloudLit = {1.100f, 0.500f, 0.280f, 0.0f},
                              .cloudShade = {0.270f, 0.230f, 0.330f, 0.0f},
                              .land = {0.052f, 0.044f, 0.066f, 0.0f}}},
                        Hour{12.0f,
                             {.high = {0.060f, 0.150f, 0.360f, 0.0f},
                              .arch = {0.300f, 0.380f, 0.500f, 0.0f},
                              .below = {0.220f, 0.230f, 0.240f, 0.0f},
                              .towardsSun = {0.960f, 0.660f, 0.330f, 40.0f},
                              .fromSun = {0.430f, 0.430f, 0.480f, 0.0f},
                              .glow = {0.520f, 0.330f, 0.130f, 0.0f},
                              .disc = {2.800f, 2.200f, 1.300f, 0.0f},
                              .sunlight = {0.720f, 0.520f, 0.310f, 0.0f},
                              .ambientUp = {0.360f, 0.430f, 0.560f, 0.0f},
                              .ambientDown = {0.230f, 0.200f, 0.170f, 0.0f},
                              .rim = {0.560f, 0.470f, 0.360f, 0.0f},
                              .cloudLit = {1.050f, 0.820f, 0.580f, 0.0f},
                              .cloudShade = {0.420f, 0.420f, 0.500f, 0.0f},
                              .land = {0.075f, 0.082f, 0.060f, 0.0f}}},
                        Hour{28.0f,
                             {.high = {0.040f, 0.135f, 0.390f, 0.0f},
                              .arch = {0.150f, 0.310f, 0.580f, 0.0f},
                              .below = {0.250f, 0.300f, 0.340f, 0.0f},
                              .towardsSun = {0.700f, 0.720f, 0.700f, 60.0f},
                              .fromSun = {0.470f, 0.590f, 0.720f, 0.0f},
                              .glow = {0.380f, 0.330f, 0.240f, 0.0f},
                              .disc = {3.000f, 2.800f, 2.400f, 0.0f},
                              .sunlight = {0.640f, 0.570f, 0.460f, 0.0f},
                              .ambientUp = {0.300f, 0.390f, 0.530f, 0.0f},
                              .ambientDown = {0.190f, 0.210f, 0.210f, 0.0f},
                              .rim = {0.460f, 0.500f, 0.520f, 0.0f},
                              .cloudLit = {0.960f, 0.920f, 0.870f, 0.0f},
                              .cloudShade = {0.340f, 0.400f, 0.500f, 0.0f},
                              .land = {0.062f, 0.092f, 0.048f, 0.0f}}},
                        Hour{60.0f,
                             {.high = {0.032f, 0.120f, 0.400f, 0.0f},
                              .arch = {0.120f, 0.290f, 0.620f, 0.0f},
                              .below = {0.260f, 0.330f, 0.390f, 0.0f},
                              .towardsSun = {0.560f, 0.700f, 0.820f, 60.0f},
                              .fromSun = {0.480f, 0.630f, 0.800f, 0.0f},
                              .glow = {0.220f, 0.220f, 0.200f, 0.0f},
                              .disc = {3.000f, 2.950f, 2.800f, 0.0f},
                              .sunlight = {0.700f, 0.660f, 0.580f, 0.0f},
                              .ambientUp = {0.300f, 0.390f, 0.520f, 0.0f},
                              .ambientDown = {0.210f, 0.240f, 0.230f, 0.0f},
                              .rim = {0.420f, 0.500f, 0.560f, 0.0f},
                              .cloudLit = {1.020f, 1.010f, 0.990f, 0.0f},
                              .cloudShade = {0.370f, 0.440f, 0.550f, 0.0f},
                              .land = {0.055f, 0.100f, 0.045f, 0.0f}}}};

constexpr std::array kColours{&SkyLight::high,        &SkyLight::arch,     &SkyLight::below,
                              &SkyLight::towardsSun,  &SkyLight::fromSun,  &SkyLight::glow,
                              &SkyLight::disc,        &SkyLight::sunlight, &SkyLight::ambientUp,
                              &SkyLight::ambientDown, &SkyLight::rim,      &SkyLight::cloudLit,
                              &SkyLight::cloudShade,  &SkyLight::land};

float smoothStep(float from, float to, float x) {
    const float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

SkyLight clearSkyAt(float degrees) {
    std::size_t next = 1;
    while (next + 1 < kHours.size() && kHours[next].elevation < degrees) {
        ++next;
    }
    const Hour& before = kHours[next - 1];
    const Hour& after = kHours[next];
    const float share = (degrees - before.elevation) / (after.elevation - before.elevation);
    SkyLight light;
    for (const auto colour : kColours) {
        light.*colour = glm::mix(before.light.*colour, after.light.*colour, share);
    }
    return light;
}

/// A sky hidden by clouds is grey and lights everything from above; little light comes from the sun itself.
void cover(SkyLight& light, float overcast) {
    const glm::vec3 horizon(0.5f * (light.towardsSun + light.fromSun));
    const float brightness = glm::dot(horizon, {0.2126f, 0.7152f, 0.0722f});
    const glm::vec4 grey = brightness * glm::vec4{0.95f, 0.99f, 1.06f, 0.0f};
    const auto blend = [overcast](glm::vec4& colour, const glm::vec4& other, float most) {
        colour = {glm::mix(glm::vec3(colour), glm::vec3(other), most * overcast), colour.w};
    };
    blend(light.high, 0.62f * grey, 0.92f);
    blend(light.arch, 0.85f * grey, 0.92f);
    blend(light.below, 0.55f * grey, 0.8f);
    blend(light.towardsSun, 1.12f * grey, 0.85f);
    blend(light.fromSun, 0.95f * grey, 0.85f);
    blend(light.glow, 0.20f * grey, 0.9f);
    blend(light.disc, {}, 1.0f);
    blend(light.sunlight, {}, 0.93f);
    blend(light.ambientUp, 1.35f * grey, 0.85f);
    blend(light.ambientDown, 0.55f * grey, 0.85f);
    blend(light.rim, 0.9f * grey, 0.85f);
    blend(light.cloudLit, 1.12f * grey, 0.85f);
    blend(light.cloudShade, 0.56f * grey, 0.85f);
    blend(light.land, 0.12f * grey, 0.5f);
}

}  // namespace

SkyLight skyLightAt(float sunElevation, float clouds) {
    constexpr float kDegreesPerRadian = 57.2957795f;
    const float degrees =
        std::clamp(sunElevation * kDegreesPerRadian, kHours.front().elevation, kHours.back().elevation);
    SkyLight light = clearSkyAt(degrees);
    const float overcast = smoothStep(0.5f, 1.0f, clouds);
    cover(light, overcast);
    light.high.w = clouds;
    light.arch.w = overcast;
    light.below.w = smoothStep(5.0f, 22.0f, degrees);
    return light;
}

}  // namespace shoal
