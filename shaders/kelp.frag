#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "light.glsl"

in vec4 vPlace;
in vec3 vNormal;
in float vDent;
in float vUp;
in float vVariety;
out vec4 fColour;

void main() {
    vec3 offset = vPlace.xyz;
    float metres = length(offset);
    vec3 direction = offset / max(metres, 1e-6);
    vec3 normal = normalize(vNormal);
    normal *= dot(normal, direction) < 0.0 ? 1.0 : -1.0;
    // Brown at the stem and low down, golden at the tips, where the light is.
    vec3 colour = mix(vec3(0.040, 0.052, 0.018), vec3(0.200, 0.190, 0.045), 0.35 * vDent + 0.65 * clamp(vUp, 0.0, 1.0));
    colour *= 0.75 + 0.5 * vVariety;
    vec3 light = shade(Surface(colour, normal, 0.4, 0.9), offset, visibilityOfSurface(offset, vec3(0.0)));
    fColour = vec4(applyFog(light, background(direction), transmittance(metres)), 1.0);
}
