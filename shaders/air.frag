#version 430 core
#include "scene.glsl"
#include "water.glsl"
#include "visibility.glsl"
#include "air_march.glsl"

// Shafts of sunlight: what the water scatters towards the eye of the beams that waves on the surface focus and bodies
// interrupt; at a fraction of the picture's size. It looks at each ray where it leaves cylinders about the sunbeam through
// the eye. Beams run along these, so that even few of them show whole beams, without noise.

out vec4 fAir;  // light; distance to the surface that ends the ray [m]

const int kCylinders = 14;
const float kNearest = 0.7;   // [m of reef] radius of the first
const float kGrowth = 1.32;    // radius of each next one
const float kBlurred = 9.0;   // [m of reef] depth in which waves blur the beams
const vec3 kScattered = vec3(0.16, 0.46, 0.44);

// How much brighter than between the beams the sunlight is at a place, where long waves focus it: 0 .. 1.
float beamAt(vec3 offset) {
    vec3 place = offset + uEye.xyz;
    vec2 surface = (place.xz + uSun.xz * (max(uSurface.x - offset.y, 0.0) / uSun.y)) / uExtinction.w;
    float time = uEye.w;
    float waves = sin(surface.x * 1.15 + 0.5 * surface.y + 0.30 * time) * sin(surface.y * 0.95 - 0.35 * surface.x - 0.25 * time) +
                  0.8 * sin(surface.x * 0.37 - 0.52 * surface.y + 0.17 * time + 1.0) * sin(surface.x * 0.55 + surface.y * 0.29 - 0.12 * time);
    waves += 0.40 * sin(surface.x * 2.9 - 1.7 * surface.y + 0.5 * time) * sin(surface.y * 2.3 + 1.1 * surface.x - 0.4 * time);
    float focus = smoothstep(0.05, 1.75, waves);
    return 2.2 * focus * focus;
}

void main() {
    Sight sight = fetchSight();
    vec3 direction = sight.direction;
    float along = dot(direction, uSun.xyz);
    float across = sqrt(max(1.0 - along * along, 1e-4));
    // Light goes on in nearly its own direction.
    float towardsSun = max(along, 0.0);
    float phase = 0.20 + 1.1 * pow(towardsSun, 5.0);
    vec3 light = vec3(0.0);
    float radius = kNearest * uExtinction.w;
    float before = 0.0;
    for (int i = 0; i < kCylinders; ++i) {
        float here = radius / across;
        float weight = here - before;
        before = here;
        vec3 offset = direction * min(here, sight.farther);
        float depth = max(uSurface.x - offset.y, 0.0);
        // The beam of the cylinder itself: on what ends the ray the pattern would show as blobs.
        float beams = beamAt(direction * here) * exp(-depth / (kBlurred * uExtinction.w)) * visibilityAt(offset).sun *
                      smoothstep(0.0, 5.0 * uExtinction.w, depth);
        // The last cylinder before the surface that ends the ray counts in part.
        beams *= seenPart(sight, here - weight, here);
        light += transmittance(here) * sunlightAt(offset.y) * beams * min(weight, 6.0 * uExtinction.w);
        radius *= kGrowth;
    }
    fAir = vec4(light * kScattered * (3.2 * sqrt(uExtinction.g / uExtinction.w)) * phase * uWaterTint.rgb, sight.metres);
}
