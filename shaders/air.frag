#version 430 core
#include "scene.glsl"
#include "water.glsl"
#include "visibility.glsl"
#include "air_march.glsl"

// Sunlight that the water scatters towards the eye, in beams that waves on the surface focus and bodies interrupt; at a
// fraction of the picture's size.

out vec4 fAir;  // light; distance to the surface that ends the ray [m]

const int kSteps = 16;
const float kBlurred = 18.0;    // [m of reef] depth in which waves blur the beams; the deep stays dark
const float kClearest = 0.038;  // [1/m of reef] clearer water scatters less
const vec3 kScattered = vec3(0.080, 0.260, 0.280);

// How much brighter than the mean the sunlight is at a place, where long waves focus it: 0 .. 7. Smooth, so that few steps
// see all of it.
float beamAt(vec3 offset) {
    vec3 place = offset + uEye.xyz;
    vec2 surface = (place.xz + uSun.xz * (max(uSurface.x - offset.y, 0.0) / uSun.y)) / uExtinction.w;
    float time = uEye.w;
    float waves = sin(surface.x * 0.85 + 0.4 * surface.y + 0.35 * time) * sin(surface.y * 0.75 - 0.25 * surface.x - 0.3 * time) +
                  0.7 * sin(surface.x * 0.4 - 0.55 * surface.y + 0.2 * time + 1.0) * sin(surface.x * 0.6 + surface.y * 0.3 - 0.15 * time);
    float focus = smoothstep(0.1, 1.4, waves);
    return 7.0 * focus * focus;
}

void main() {
    Sight sight = sightHere();
    vec3 direction = sight.direction;
    float extinction = uExtinction.g;
    float end = sight.metres;
    float towardsSun = max(dot(direction, uSun.xyz), 0.0);
    float phase = 0.7 + 0.6 * towardsSun * towardsSun * towardsSun;
    float stagger = staggerHere();
    vec3 light = vec3(0.0);
    for (int i = 0; i < kSteps; ++i) {
        // Shorter steps near the eye.
        float from = float(i) / float(kSteps);
        float at = (float(i) + stagger) / float(kSteps);
        float to = float(i + 1) / float(kSteps);
        float here = end * at * at;
        vec3 offset = direction * here;
        // Waves blur the beams on their way down.
        float depth = max(uSurface.x - offset.y, 0.0);
        float lit = beamAt(offset) * exp(-depth / (kBlurred * uExtinction.w)) * visibilityAt(offset).sun * step(offset.y, uSurface.x);
        light += transmittance(here) * sunlightAt(offset.y) * lit * end * (to * to - from * from);
    }
    float turbid = sqrt(min(extinction * uExtinction.w / kClearest, 1.0));
    fAir = vec4(light * kScattered * extinction * turbid * phase, sight.metres);
}
