#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "ink.glsl"
#include "srgb.glsl"

in vec3 vNormal;
in vec3 vOffset;
out vec4 fColour;

uniform vec3 uColour;  // sRGB

void main() {
    vec3 normal = normalize(vNormal);
    float grazing = 1.0 - abs(dot(normal, normalize(vOffset)));
    // Faint over the face, clear at the outline, with a line at the height of the centre.
    float outline = smoothstep(0.55, 1.0, grazing);
    float width = max(fwidth(normal.y), 1e-4);
    float equator = 1.0 - smoothstep(width, 2.0 * width, abs(normal.y));
    float opacity = 0.05 + 0.55 * outline * outline + 0.5 * equator;
    // A mark of the panel, not a thing in the scene.
    fColour = vec4(inkLight(linearFromSrgb(uColour)), clamp(opacity, 0.0, 0.9));
}
