#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "body_fragment.glsl"

void main() {
    float metres = length(vOffset);
    vec3 direction = vOffset / max(metres, 1e-6);
    vec3 normal = normalize(vNormal);
    // Fraction of the distance out on the wing or down the keel, independent of the mesh.
    float wing = step(3.5, vPart);
    float edge = mix(-vBody.y / 0.152, abs(vBody.x) / 0.335, wing) / max(vBody.z, 0.02);
#ifdef PLOT
    // A rim of two pixels along the sides and behind tells marks that overlap apart.
    float across = abs(vBody.x) / (0.335 * max(vBody.z, 0.02));
    float behind = vBody.z / mix(0.94, 0.985, across);
    float rim = max(smoothstep(1.0 - 2.2 * min(fwidth(across), 0.12), 1.0, across),
                    smoothstep(1.0 - 2.2 * min(fwidth(behind), 0.06), 1.0, behind));
    vec3 ink = inkLight(markColour());
    writeLight(mix(ink, vBehind, 0.9 * rim), normal, metres, direction, 1.0);
    return;
#endif
    vec3 colour = vPaint.x > 0.0 ? uBack : mix(uFlank, uBelly, 0.6);
    // A band along the wings' rims, and the paper's second layer inside it.
    float crease = abs(edge - 0.52);
    colour *= 1.0 - 0.12 * inside(edge, 0.52);
    colour *= 1.0 - 0.35 * inside(crease, 0.008);
    colour = mix(colour, uStripe, 0.9 * (1.0 - inside(edge, 0.82)) * wing);
    colour = mix(colour, uStripe, 0.8 * (1.0 - inside(edge, 0.62)) * (1.0 - wing));
    vec3 light = mattLight(turnHue(colour), normal, direction, 0.28);
    writeLight(light, normal, metres, direction, 1.0);
}
