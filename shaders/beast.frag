#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "body_fragment.glsl"

vec3 hideColour() {
    float lift = vPaint.x;
    float s = vBody.z;
    vec3 colour = mix(uFlank, uBack, smoothstep(0.25, 0.85, lift));
    colour = mix(colour, uBelly, 1.0 - smoothstep(-0.9, -0.45, lift));
    // Dusky bands down the forequarters, a dark face and mane.
    float bands = smoothstep(0.0, 0.6, sin(s * 95.0 + 2.0 * lift)) * smoothstep(0.24, 0.34, s) *
                  (1.0 - smoothstep(0.5, 0.72, s)) * (1.0 - abs(lift));
    float visible = 1.0 - smoothstep(0.5, 2.0, fwidth(s * 95.0));
    colour *= 1.0 - 0.38 * mix(0.4, bands, visible) * smoothstep(0.2, 0.3, s) * (1.0 - smoothstep(0.6, 0.8, s));
    float face = 1.0 - smoothstep(0.09, 0.20, s);
    float mane = smoothstep(0.72, 0.95, lift) * (1.0 - smoothstep(0.40, 0.56, s));
    colour = mix(colour, uBack * 0.6, max(0.8 * face, 0.8 * mane));
    // The eye, in a paler ring, and the nostril.
    float eye = length(vec2(s - 0.140, vBody.y - 0.628));
    colour = mix(colour, uFlank * 1.2, inside(eye, 0.017) * 0.7);
    colour = mix(colour, vec3(0.004), inside(eye, 0.0115));
    colour *= 1.0 - 0.7 * inside(length(vec2(s - 0.014, vBody.y - 0.515)), 0.008);
    float glint = length(vec2(s - 0.137, vBody.y - 0.632));
    return mix(colour, vec3(0.8), inside(glint, 0.003) * min(0.001 / max(fwidth(glint), 1e-5), 0.3));
}

void main() {
    float metres = length(vOffset);
    vec3 direction = vOffset / max(metres, 1e-6);
    vec3 normal = normalize(vNormal);
    vec3 colour;
    float opacity = 1.0;
    if (vPart > 5.5) {
        // Legs darken downwards, to the hooves.
        colour = mix(mix(uFlank, uBack, 0.45), uStripe, 1.0 - smoothstep(0.03, 0.06, vBody.y));
        colour *= mix(0.75, 1.0, smoothstep(0.05, 0.4, vBody.y));
    } else if (vPart > 4.5) {
        colour = mix(uStripe, uStripe + 0.12, smoothstep(0.72, 0.84, vBody.y));
    } else if (vPart > 0.5 && vPart < 1.5) {
        // Strands of mane and beard, which thin out towards their tips.
        float across = vBody.z + 0.25 * vBody.y;
        float strand = 0.5 + 0.3 * sin(across * 330.0) + 0.2 * sin(across * 770.0 + 2.0);
        strand = mix(strand, 0.4, smoothstep(0.4, 1.2, fwidth(across * 330.0)));
        colour = uBack * (0.35 + 0.5 * strand);
        float tip = clamp(vPaint.y, 0.0, 1.0) - (0.35 + 0.65 * strand);
        opacity = 1.0 - smoothstep(-0.5, 0.5, tip / max(fwidth(tip), 1e-4));
        if (opacity < 0.1) {
            discard;
        }
    } else if (vPart > 0.5) {
        colour = mix(uBack * 0.5, uFlank, smoothstep(0.38, 0.44, vBody.y));
    } else {
        colour = hideColour();
    }
    // The body shades everything below it.
    float shade = mix(0.55, 1.0, smoothstep(0.10, 0.60, vBody.y + 0.25 * step(vPart, 0.5)));
    vec3 light = shade * mattLight(turnHue(colour), normal, direction, 0.0);
    writeLight(light, normal, metres, direction, opacity);
}
