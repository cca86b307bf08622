#version 430 core
#include "scene.glsl"
#include "place.glsl"

// Light that spreads round a beacon.

in vec2 vCorner;
in vec3 vOffset;
out vec4 fColour;

uniform vec3 uGlow;

void main() {
    float distance = length(vCorner);
    float spread = max(1.0 - distance, 0.0);
    // A core a little wider than the beacon, and a wide faint glow.
    float strength = 0.45 * spread * spread * spread + 0.9 * exp(-40.0 * distance * distance);
    fColour = vec4(uGlow * strength * transmittance(length(vOffset)), 0.0);
}
