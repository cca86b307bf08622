#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "light.glsl"
#include "ink.glsl"
#include "srgb.glsl"

in vec3 vOffset;
in vec4 vColour;
in float vAcross;
in float vHalf;
out vec4 fColour;

void main() {
    float metres = length(vOffset);
    vec3 behind = background(vOffset / max(metres, 1e-6));
    vec3 light = inkLight(linearFromSrgb(vColour.rgb));
    light = applyFog(light, behind, transmittance(metres));
    float cover = clamp(vHalf + 0.5 - abs(vAcross), 0.0, 1.0);
    float opacity = vColour.a;
#ifdef PLOT
    // Paper is so much brighter than ink that it would outshine a thin line.
    opacity = isPaper() ? 1.0 - pow(1.0 - opacity, 2.5) : opacity;
#endif
    fColour = vec4(light, opacity * cover);
}
