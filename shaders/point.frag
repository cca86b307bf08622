#version 430 core
#include "scene.glsl"
#include "coverage.glsl"

flat in vec3 vLight;
flat in vec3 vBehind;
flat in float vOpacity;
flat in float vVariety;
out vec4 fColour;

void main() {
    Coverage coverage = coverageOf(vOpacity, vVariety);
    gl_SampleMask[0] = coverage.mask;
    fColour = vec4(mix(vBehind, vLight, coverage.strength), 1.0);
}
