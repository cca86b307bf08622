#version 430 core
#include "scene.glsl"
#include "water.glsl"
#include "noise.glsl"

// The sea from within: its depths, and its surface from below.

in vec3 vDirection;
out vec4 fColour;

const float kRefraction = 1.333;  // of water against air
const float kCritical = 0.661;    // cosine of the angle beyond which water mirrors all light: Snell's window
const float kRipples = 0.20;      // how far ripples too small to draw blur the window's edge [cosine]

// Slope of the surface: waves of seven directions, each 1.6 times as long as the next. `place` [m of reef]. Waves shorter
// than `pixel` [m of reef] are left out; z: the mean square of their slope.
vec3 slopeAt(vec2 place, float pixel, float time) {
    vec3 slope = vec3(0.0);
    const float kSteepness = 0.12;
    float waves = 0.35;  // [rad/m]
    vec2 along = vec2(0.80, 0.60);
    for (int i = 0; i < 7; ++i) {
        float seen = 1.0 - smoothstep(0.5, 2.5, pixel * waves);
        // They come in groups, a few waves long: two equally steep waves would cross in a lattice.
        vec2 group = 0.28 * waves * vec2(dot(along, place), along.x * place.y - along.y * place.x);
        float steepness = kSteepness * 1.5 * smoothstep(0.1, 0.8, noise(group - vec2(0.18 * sqrt(waves) * time, 0.0), float(i)));
        // Waves bend one another: without this they would form a regular net.
        float phase = waves * dot(along, place + 1.1 * slope.xy / waves) + 1.3 * sqrt(waves) * time + 2.1 * float(i);
        slope.xy += seen * steepness * along * cos(phase);
        slope.z += 0.5 * kSteepness * kSteepness * (1.0 - seen * seen);
        waves *= 1.6;
        along = mat2(-0.28, 0.96, -0.96, -0.28) * along;
    }
    return slope;
}

void main() {
    vec3 direction = normalize(vDirection);
    vec3 light = background(direction);
    if (direction.y > 0.02 && uSurface.x > 0.0) {
        float metres = uSurface.x / direction.y;
        vec2 place = (uEye.xz + direction.xz * metres) / uExtinction.w;
        float pixel = metres / (uSurface.z * direction.y * uExtinction.w);
        vec3 slope = slopeAt(place, pixel, uEye.w);
        vec3 down = normalize(vec3(slope.x, -1.0, slope.y));
        // Light from the air comes through Snell's window; outside it the surface mirrors the deep. Ripples finer than
        // those drawn blur the window's edge.
        float facing = -dot(direction, down);
        float inward = 1.0 - kRefraction * kRefraction * (1.0 - facing * facing);  // below 0: total reflection
        float blur = kRipples + sqrt(slope.z);
        float window = smoothstep(kCritical - blur, kCritical + blur, facing);
        vec3 mirrored = reflect(direction, down);
        vec3 deep = environment(vec3(mirrored.x, min(mirrored.y, -0.02), mirrored.z));
        // Smooth where it passes 0: the root's steep start would draw the window's edge.
        float straight = sqrt(0.5 * (inward + sqrt(inward * inward + 0.02)));
        vec3 into = normalize(kRefraction * direction + (kRefraction * facing - straight) * down);
        // The sun as it stands in the air; a rough surface spreads its glitter.
        vec3 sun = normalize(vec3(kRefraction * uSun.x, 0.2, kRefraction * uSun.z));
        float towardsSun = max(dot(into, sun), 0.0);
        float rough = 1.0 / (1.0 + 120.0 * slope.z);
        vec3 air = mix(vec3(0.30, 0.62, 0.70), vec3(0.12, 0.42, 0.60), max(into.y, 0.0)) +
                   vec3(1.0, 0.95, 0.75) * (0.9 * pow(towardsSun, 6.0) + 3.0 * rough * pow(towardsSun, 60.0 * rough));
        vec3 beyond = mix(deep, air * mix(vec3(1.0), uWaterTint.rgb, 0.5), window);
        vec3 through = transmittance(metres) * smoothstep(0.02, 0.12, direction.y);
        light = mix(light, beyond, through);
    }
    fColour = vec4(light, 1.0);
}
