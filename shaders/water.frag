#version 430 core
#include "scene.glsl"
#include "water.glsl"

// The sea from within: its depths, and its surface from below.

in vec3 vDirection;
out vec4 fColour;

const float kRefraction = 1.333;  // of water against air

// Slope of the surface: waves of seven directions, each 1.6 times as long as the next. `place` [m of reef]; waves shorter
// than `pixel` [m of reef] are left out.
vec2 slopeAt(vec2 place, float pixel, float time) {
    vec2 slope = vec2(0.0);
    float waves = 0.35;  // [rad/m]
    vec2 along = vec2(0.80, 0.60);
    for (int i = 0; i < 7; ++i) {
        float seen = 1.0 - smoothstep(0.5, 2.5, pixel * waves);
        // Waves bend one another: without this they would form a regular net.
        float phase = waves * dot(along, place + 1.1 * slope / waves) + 1.3 * sqrt(waves) * time + 2.1 * float(i);
        slope += seen * 0.12 * along * cos(phase);
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
        vec2 slope = slopeAt(place, pixel, uEye.w);
        vec3 down = normalize(vec3(slope.x, -1.0, slope.y));
        // Light from the air comes through Snell's window; outside it the surface mirrors the deep.
        float facing = -dot(direction, down);
        float inward = 1.0 - kRefraction * kRefraction * (1.0 - facing * facing);  // below 0: total reflection
        vec3 mirrored = reflect(direction, down);
        vec3 beyond = environment(vec3(mirrored.x, min(mirrored.y, -0.02), mirrored.z));
        if (inward > 0.0) {
            vec3 into = kRefraction * direction + (kRefraction * facing - sqrt(inward)) * down;
            // The sun as it stands in the air.
            vec3 sun = normalize(vec3(kRefraction * uSun.x, 0.2, kRefraction * uSun.z));
            float towardsSun = max(dot(into, sun), 0.0);
            vec3 air = mix(vec3(0.50, 0.80, 0.86), vec3(0.16, 0.50, 0.70), max(into.y, 0.0)) +
                       vec3(1.0, 0.95, 0.75) * (1.2 * pow(towardsSun, 6.0) + 8.0 * pow(towardsSun, 150.0));
            beyond = mix(beyond, air, smoothstep(0.0, 0.16, inward));
        }
        vec3 through = transmittance(metres) * smoothstep(0.02, 0.12, direction.y);
        light = mix(light, beyond, through);
    }
    fColour = vec4(light, 1.0);
}
