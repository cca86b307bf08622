#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "light.glsl"

uniform vec3 uEyeInBox;  // position of the eye in the repeating box, 0 .. 1
uniform float uBox;      // [m] side of the box

out vec3 vLight;

vec3 hash3(float n) {
    return fract(sin(vec3(n, n + 0.37, n + 0.71) * 12.9898) * 43758.5453);
}

void main() {
    float n = float(gl_VertexID);
    vec3 home = hash3(n + 1.0);
    vec3 character = hash3(n + 4096.0);
    // Each particle wavers about a slow fall.
    vec3 drift = 0.02 * sin(uEye.w * (0.15 + 0.35 * character) + 6.28 * character.zxy);
    drift += vec3(0.004, -0.0025, 0.002) * uEye.w;
    vec3 offset = (fract(home + drift - uEyeInBox + 0.5) - 0.5) * uBox;
    float metres = length(offset);
    gl_Position = uViewProjection * vec4(offset, 1.0);

    // A particle grows as it nears the lens, and fades as it grows: bokeh, not snowballs.
    float grain = (0.004 + 0.006 * character.x * character.x) * uExtinction.w;
    float pixels = grain * uSurface.z / max(metres, 1e-3);
    float size = clamp(pixels, 1.6, 0.035 * uViewport.y);
    gl_PointSize = size * 2.0;
    float reach = 1.0 - smoothstep(0.35, 0.5, metres / uBox);
    float near = smoothstep(0.02, 0.09, metres / uBox);
    float strength = reach * near * (0.35 + 0.65 * character.y) * min(pixels * pixels / (size * size), 1.0) *
                min(1.0, 9.0 / size) * exp(-uExtinction.y * metres);
    vLight = strength * shade(Surface(vec3(0.07, 0.12, 0.14), vec3(0.0, 1.0, 0.0), 0.0, 0.0), offset,
                              visibilityAt(offset));
}
