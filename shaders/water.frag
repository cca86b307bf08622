#version 430 core
#include "scene.glsl"
#include "water.glsl"

in vec3 vDirection;
out vec4 fColour;

void main() {
    vec3 direction = normalize(vDirection);
    vec3 light = background(direction);
    // The surface from below: rippled light overhead that the water soon absorbs.
    if (direction.y > 0.02 && uSurface.x > 0.0) {
        float metres = uSurface.x / direction.y;
        vec2 place = (uEye.xz + direction.xz * metres) / uExtinction.w;
        // If ripples are finer than pixels, use their mean.
        float coarse = 1.0 - smoothstep(0.15, 0.6, max(fwidth(place.x), fwidth(place.y)));
        float ripple = mix(0.55, causticPattern(place * 0.55, uEye.w * 0.8), coarse);
        vec3 tint = transmittance(metres) * vec3(0.55, 0.9, 0.95);
        light += tint * ripple * 0.20 * smoothstep(0.05, 0.4, direction.y);
    }
    fColour = vec4(light, 1.0);
}
