#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "body_fragment.glsl"

// As in BirdForm.
uniform vec4 uTips;       // span from and to which wings darken, by how much; bars below
uniform vec4 uHead;       // the bill's end; the eye's place along, height, radius
uniform vec4 uHood;       // colour of the head; its end
uniform float uPaleTail;

// Darkens feathers below in bars, only while they are wider than a pixel.
vec3 barred(vec3 colour, float along, float amount) {
    float visible = 1.0 - smoothstep(0.15, 0.45, fwidth(along));
    return colour * (1.0 - uTips.w * amount * mix(0.35, smoothstep(0.45, 0.75, abs(2.0 * fract(along) - 1.0)), visible));
}

vec3 bodyColour() {
    float lift = vPaint.x;
    float s = vBody.z;
    vec3 colour = mix(uFlank, uBack, smoothstep(-0.1, 0.45, lift));
    colour = mix(colour, uBelly, 1.0 - smoothstep(-0.85, -0.25, lift));
    colour = barred(colour, s * 30.0, smoothstep(0.24, 0.34, s) * (1.0 - smoothstep(-0.25, 0.0, lift)));
    // A hood, which runs down behind the eye.
    float hoodEnd = uHood.w * (1.0 - 0.25 * smoothstep(-0.2, -0.7, lift));
    colour = mix(colour, uHood.rgb, 1.0 - smoothstep(0.85, 1.0, s / max(hoodEnd, 1e-4)));
    // Rows of small feathers, only while they are wider than a pixel.
    vec2 cell = vec2(s * 46.0, atan(vBody.y, vBody.x) * 7.0);
    float visible = 1.0 - smoothstep(0.25, 0.6, max(fwidth(cell.x), fwidth(cell.y)));
    cell.y += 0.5 * mod(floor(cell.x), 2.0);
    float rim = smoothstep(0.2, 0.5, length(fract(cell) - 0.5));
    colour *= 1.0 - 0.22 * visible * rim * smoothstep(0.16, 0.3, s);
    // The bill and the eye.
    colour = mix(uStripe, colour, smoothstep(0.85 * uHead.x, 1.15 * uHead.x, s));
    vec2 fromEye = (vec2(s, vBody.y) - uHead.yz) / uHead.w;
    colour = mix(colour, vec3(0.005), inside(length(fromEye), 1.0));
    return mix(colour, vec3(1.2), 0.8 * inside(length(fromEye - vec2(-0.23, 0.31)), 0.23));
}

// Colour of a wing or the tail: coverts in front, then flight feathers with pale edges between them.
vec3 featherColour(float edge, float across) {
    bool isAbove = vPaint.x > 0.0;
    vec3 covert = isAbove ? mix(uBack, uFlank, 0.25) : mix(uBelly, uFlank, 0.3);
    vec3 flight = isAbove ? mix(uBack, uFlank, 0.1) : mix(uFlank, uBelly, 0.35);
    vec3 colour = mix(covert, 0.7 * flight, smoothstep(0.34, 0.44, edge));
    float visible = 1.0 - smoothstep(0.15, 0.45, fwidth(across));
    // Two rows of coverts with pale rims, then long feathers with dark gaps between them.
    float scale = abs(fract(edge * 5.5 + 0.18 * sin(across * 12.566)) - 0.5);
    colour = mix(colour, min(1.7 * uFlank + 0.02, 1.4 * covert + 0.05), 0.55 * visible * smoothstep(0.40, 0.5, scale) * (1.0 - smoothstep(0.36, 0.42, edge)));
    float gap = abs(fract(across) - 0.5);
    float feathers = smoothstep(0.38, 0.46, edge);
    colour *= 1.0 - 0.38 * visible * feathers * smoothstep(0.34, 0.5, gap);
    return colour * (1.0 + 0.2 * visible * feathers * (1.0 - smoothstep(0.0, 0.12, gap)));
}

// Light that thin feathers let through from a sun behind them, and that their gloss throws at the eye. Small birds have
// no highlights, which would only twinkle.
vec3 featherLight(vec3 colour, vec3 normal, vec3 direction, float thin) {
    float facing = dot(normal, uSun.xyz);
    float backlit = 0.4 + 0.6 * max(dot(direction, uSun.xyz), 0.0);
    vec3 passed = (0.5 * colour + 0.045) * thin * max(-facing, 0.0) * backlit;
    float gloss = pow(max(dot(reflect(direction, normal), uSun.xyz), 0.0), 9.0) * smoothstep(-0.1, 0.3, facing);
    return sunAt(vOffset, visibilityHere()) * (kSunStrength * passed + vFine * (0.10 + 0.35 * colour) * gloss);
}

void main() {
    float metres = length(vOffset);
    vec3 direction = vOffset / max(metres, 1e-6);
    vec3 normal = normalize(vNormal);
    vec3 colour;
    float through = 0.0;
    float edge = clamp(vPaint.y, 0.0, 1.0);
    if (vPart > 3.5) {
        float span = abs(vBody.x);
        // Feathers of the hand point towards its tip.
        colour = featherColour(edge, 22.0 * (span - 0.22 * edge * smoothstep(0.3, 1.0, span)));
        colour = barred(colour, span * 20.0, 0.6 * step(vPaint.x, 0.0));
        colour *= 1.0 - uTips.z * smoothstep(uTips.x, uTips.y, span + 0.08 * edge);
        through = 0.9 * smoothstep(0.15, 0.9, edge);
    } else if (vPart > 0.5) {
        colour = featherColour(0.5 + 0.5 * edge, vBody.x / max(0.02 + 0.1 * edge, 0.01) * 4.0);
        colour *= 1.0 - 0.5 * smoothstep(0.82, 0.9, edge);
        colour = mix(barred(colour, edge * 6.0, 0.8), uBelly, uPaleTail);
        through = 0.7;
    } else {
        colour = bodyColour();
    }
    colour = turnHue(colour);
    vec3 light = mattLight(colour, normal, direction, 0.0) + featherLight(colour, normal, direction, through);
    writeLight(light, normal, metres, direction, 1.0);
}
