#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "body_fragment.glsl"

vec3 coatColour() {
    float lift = vPaint.x;
    float s = vBody.z;
    vec3 colour = mix(uFlank, uBack, smoothstep(0.2, 0.8, lift));
    colour = mix(colour, uBelly, 1.0 - smoothstep(-0.85, -0.35, lift));
    // A pale muzzle, a dark nose, and the eyes.
    colour = mix(colour, uBelly, (1.0 - smoothstep(0.03, 0.07, s)) * (1.0 - smoothstep(0.0, 0.5, lift)));
    colour = mix(colour, uStripe, (1.0 - smoothstep(0.010, 0.020, s)) * smoothstep(-0.2, 0.2, lift));
    float eye = length(vec2(s - 0.070, vBody.y - 0.654));
    colour = mix(colour, vec3(0.30, 0.20, 0.03), inside(eye, 0.013));
    return mix(colour, vec3(0.006), inside(eye, 0.008));
}

void main() {
    float metres = length(vOffset);
    vec3 direction = vOffset / max(metres, 1e-6);
    vec3 normal = normalize(vNormal);
    vec3 colour;
    if (vPart > 5.5) {
        // Legs get paler towards the paws.
        colour = mix(mix(uFlank, uBelly, 0.6), uFlank, smoothstep(0.02, 0.30, vBody.y));
    } else if (vPart > 4.5) {
        colour = mix(uBack, uStripe, 0.35 * smoothstep(0.70, 0.73, vBody.y));
    } else if (vPart > 0.5) {
        colour = mix(uStripe, uBack, smoothstep(0.25, 0.31, vBody.y));
    } else {
        colour = coatColour();
    }
    // The body shades everything below it.
    float shade = mix(0.55, 1.0, smoothstep(0.10, 0.60, vBody.y + 0.25 * step(vPart, 0.5)));
    vec3 light = shade * mattLight(turnHue(colour), normal, direction, 0.0);
    writeLight(light, normal, metres, direction, 1.0);
}
