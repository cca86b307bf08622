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
    // On pale plumage they hardly stand out.
    float contrast = mix(0.22, 0.05, smoothstep(0.05, 0.35, dot(colour, kLuma)));
    colour *= 1.0 - contrast * visible * rim * smoothstep(0.16, 0.3, s);
    // The bill and the eye.
    colour = mix(uStripe, colour, smoothstep(0.85 * uHead.x, 1.15 * uHead.x, s));
    vec2 fromEye = (vec2(s, vBody.y) - uHead.yz) / uHead.w;
    colour = mix(colour, vec3(0.005), inside(length(fromEye), 1.0));
    return mix(colour, vec3(1.2), 0.8 * inside(length(fromEye - vec2(-0.23, 0.31)), 0.23));
}

// Colour of a wing or the tail: coverts in front, then flight feathers with dark gaps between them. `across` counts these;
// gaps are at whole numbers.
vec3 featherColour(float edge, float across) {
    bool isAbove = vPaint.x > 0.0;
    vec3 covert = isAbove ? mix(uBack, uFlank, 0.25) : mix(uBelly, uFlank, 0.3);
    vec3 flight = isAbove ? mix(uBack, uFlank, 0.1) : mix(uFlank, uBelly, 0.35);
    vec3 colour = mix(covert, 0.7 * flight, smoothstep(0.34, 0.44, edge));
    float visible = 1.0 - smoothstep(0.15, 0.45, fwidth(across));
    // Two rows of coverts with pale rims.
    float scale = abs(fract(edge * 5.5 + 0.18 * sin(across * 12.566)) - 0.5);
    colour = mix(colour, min(1.7 * uFlank + 0.02, 1.4 * covert + 0.05), 0.4 * visible * smoothstep(0.40, 0.5, scale) * (1.0 - smoothstep(0.36, 0.42, edge)));
    float gap = abs(fract(across) - 0.5);
    float feathers = smoothstep(0.38, 0.46, edge);
    // On pale feathers the gaps hardly stand out.
    float contrast = mix(0.42, 0.13, smoothstep(0.05, 0.4, dot(colour, kLuma)));
    colour *= 1.0 - contrast * visible * feathers * smoothstep(0.30, 0.5, gap);
    colour *= 1.0 + 0.25 * visible * feathers * (1.0 - smoothstep(0.0, 0.10, gap));
    // The front edge is in shade, which parts a wing from what lies behind it.
    return colour * mix(0.62, 1.0, smoothstep(0.0, 0.10, edge));
}

// Light that thin feathers let through from the sun and the sky behind them, and that their gloss throws at the eye.
// Small birds have no highlights, which would only twinkle.
vec3 featherLight(vec3 colour, vec3 normal, vec3 direction, float thin) {
    float facing = dot(normal, uSun.xyz);
    float backlit = 0.4 + 0.6 * max(dot(direction, uSun.xyz), 0.0);
    vec3 passing = (0.6 * colour + 0.08) * thin;
    float gloss = pow(max(dot(reflect(direction, normal), uSun.xyz), 0.0), 9.0) * smoothstep(-0.1, 0.3, facing);
    return sunAt(vOffset, fetchVisibility()) * (kSunStrength * passing * max(-facing, 0.0) * backlit + vDetail * (0.10 + 0.35 * colour) * gloss) +
           0.55 * passing * vBehind * vVisibility.y;
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
        colour = featherColour(edge, vPaint.z);
        colour = barred(colour, edge * 7.0, 0.6 * step(vPaint.x, 0.0));
        colour *= 1.0 - uTips.z * smoothstep(uTips.x, uTips.y, span + 0.08 * edge);
        through = 0.9 * smoothstep(0.15, 0.9, edge);
    } else if (vPart > 0.5) {
        float across = vBody.x / (0.02 + 0.1 * edge) * 4.0;
        colour = featherColour(0.5 + 0.5 * edge, across);
        colour *= 1.0 - 0.5 * smoothstep(0.82, 0.9, edge);
        float gap = smoothstep(0.25, 0.5, abs(fract(across) - 0.5)) * (1.0 - smoothstep(0.15, 0.45, fwidth(across)));
        vec3 pale = uBelly * (1.0 - 0.25 * gap) * mix(0.85, 1.0, edge);
        colour = mix(barred(colour, edge * 6.0, 0.8), pale, uPaleTail);
        through = 0.7;
    } else {
        colour = bodyColour();
    }
    colour = mix(turnHue(colour), vec3(0.95, 0.30, 0.02), 0.8 * vHighlight);
    vec3 light = mattLight(colour, normal, direction, 0.0) + featherLight(colour, normal, direction, through);
    writeLight(light, normal, metres, direction, 1.0);
}
