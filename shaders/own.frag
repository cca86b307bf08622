#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "body_fragment.glsl"

// A body of the user's own: matt, in its materials' colours or those of its species.

void main() {
    float metres = length(vOffset);
    vec3 direction = vOffset / max(metres, 1e-6);
    vec3 normal = normalize(vNormal);
#ifdef PLOT
    writeLight(inkLight(markColour()), normal, metres, direction, 1.0);
    return;
#endif
    vec3 colour = mix(uFlank, uBack, smoothstep(0.2, 0.8, vPaint.x));
    colour = mix(colour, uBelly, 1.0 - smoothstep(-0.8, -0.2, vPaint.x));
    colour = mix(colour, uStripe, 0.6 * smoothstep(0.80, 0.97, vBody.z));
    if (vPart < -0.5) {
        // See partOfColour().
        uint bits = uint(-vPart - 1.0);
        colour = pow(vec3(bits & 0xffu, (bits >> 8) & 0xffu, bits >> 16) / 255.0, vec3(2.2));
    }
    writeLight(mattLight(turnHue(colour), normal, direction, 0.0), normal, metres, direction, 1.0);
}
