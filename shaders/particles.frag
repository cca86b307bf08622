#version 430 core
#include "scene.glsl"

in float vStrength;
out vec4 fColour;

void main() {
    vec2 fromCentre = gl_PointCoord * 2.0 - 1.0;
    float soft = max(exp(-4.0 * dot(fromCentre, fromCentre)) - 0.02, 0.0);
    fColour = vec4(vec3(0.32, 0.55, 0.58) * soft * vStrength * 0.85 * uSun.w, 0.0);
}
