#version 330 core
#include "scene.glsl"
#include "dither.glsl"
#include "tone.glsl"

in float vStrength;
out vec4 fColour;

void main() {
    vec2 fromCentre = gl_PointCoord * 2.0 - 1.0;
    float soft = max(exp(-4.0 * dot(fromCentre, fromCentre)) - 0.02, 0.0);
    vec3 light = vec3(0.32, 0.55, 0.58) * soft * vStrength * 0.85 * uSun.w;
    fColour = vec4(uSurface.w > 0.5 ? encodeSrgb(light) * 0.6 : light, 0.0);
}
